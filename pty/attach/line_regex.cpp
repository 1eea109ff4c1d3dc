#include "pty/attach/line_regex.hpp"

#include <re2/re2.h>

#include <utility>

namespace pty::attach {
namespace {

constexpr std::string_view kMultiLine = "(?m)";
constexpr std::int64_t kRegexMemory = std::int64_t{8} << 20;

re2::StringPiece piece(base::ByteView bytes) {
  return {bytes.data(), bytes.size()};
}

RE2::Options line_options() {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_never_nl(true);
  options.set_never_capture(true);
  options.set_max_mem(kRegexMemory);
  return options;
}

/// In terms of what was given, without our prefix.
std::string reason_of(const re2::RE2& program) {
  std::string reason = program.error();
  if (const std::size_t at = reason.find(kMultiLine); at != std::string::npos)
    reason.erase(at, kMultiLine.size());
  return reason;
}

}  // namespace

LineRegex::LineRegex(std::string source, std::unique_ptr<re2::RE2> program)
    : source_(std::move(source)), program_(std::move(program)) {}
LineRegex::LineRegex(LineRegex&&) noexcept = default;
LineRegex& LineRegex::operator=(LineRegex&&) noexcept = default;
LineRegex::~LineRegex() = default;

base::Result<LineRegex> LineRegex::compile(base::ByteView source) {
  // Multi-line: the ends of a line are where `^` and `$` match, not only those of the whole text.
  const std::string multi_line = std::string(kMultiLine).append(source);
  auto program = std::make_unique<re2::RE2>(piece(multi_line), line_options());
  if (!program->ok()) return base::fail(base::Errc::invalid, reason_of(*program));
  return LineRegex(std::string(source), std::move(program));
}

bool LineRegex::found_in(base::ByteView lines) const {
  return RE2::PartialMatch(piece(lines), *program_);
}

}  // namespace pty::attach
