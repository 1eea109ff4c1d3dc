#pragma once
// A regular expression to look for in lines of text, by RE2: linear time on any input, bounded memory, no
// backreferences or lookaround. `^` and `$` stand for the ends of a line, and a match never crosses one.

#include <memory>
#include <string>

#include "pty/base/bytes.hpp"
#include "pty/base/error.hpp"

namespace re2 {
class RE2;
}  // namespace re2

namespace pty::attach {

class LineRegex {
 public:
  /// Fails: invalid, with the reason ("missing ): (ab").
  static base::Result<LineRegex> compile(base::ByteView source);

  LineRegex(LineRegex&&) noexcept;
  LineRegex& operator=(LineRegex&&) noexcept;
  ~LineRegex();

  [[nodiscard]] bool found_in(base::ByteView lines) const;
  [[nodiscard]] const std::string& source() const { return source_; }

 private:
  LineRegex(std::string source, std::unique_ptr<re2::RE2> program);

  std::string source_;
  std::unique_ptr<re2::RE2> program_;
};

}  // namespace pty::attach
