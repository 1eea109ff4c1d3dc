#pragma once
// The version of this build, fixed at build time.

#include <string_view>

namespace pty::base {

/// "0.1.0": the release this source belongs to.
std::string_view version();
/// "0.1.0+1a2b3c4": with the short commit id when the source was built from a git checkout.
std::string_view version_with_commit();

}  // namespace pty::base
