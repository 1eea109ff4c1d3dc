#pragma once
// docs/terminal.md: the parts of it that are written from tables, test data and other files. Such a part
// stands between `<!-- name: ... -->` and `<!-- end of name -->`; the rest of the page is written by hand.

#include <string>
#include <vector>

namespace pty::vt_test {

/// Names of the written parts.
std::vector<std::string> page_parts();
/// The page with every written part as it should be.
std::string written_again(const std::string& page);

}  // namespace pty::vt_test
