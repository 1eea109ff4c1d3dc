// vtdump: what the terminal core makes of an application's output, for scripts and other programs.

#include <array>
#include <charconv>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "tools/vtdump/dump_session.hpp"
#include "tools/vtdump/line_reader.hpp"
#include "tools/vtdump/vtdump_usage.hpp"

namespace {

using namespace pty;

constexpr int kBadUsage = 2;

std::optional<std::uint16_t> parse_axis(std::string_view text) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 1 || value > base::kMaxAxis)
    return std::nullopt;
  return static_cast<std::uint16_t>(value);
}

bool print(std::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
}

int read_failure() {
  std::perror("vtdump: standard input");
  return 1;
}

int dump_screen(base::Size size) {
  vt::Terminal terminal(size);
  std::array<char, 65536> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), stdin))
    terminal.write({buffer.data(), count});
  if (std::ferror(stdin) != 0) return read_failure();
  return print(vtdump::screen_lines(terminal)) && std::fflush(stdout) == 0 ? 0 : 1;
}

int obey_lines(base::Size size) {
  vtdump::DumpSession session(size);
  std::string line;
  for (;;) {
    const vtdump::LineOutcome outcome = vtdump::read_line(stdin, line);
    if (outcome == vtdump::LineOutcome::end) return session.failed() ? 1 : 0;
    if (outcome == vtdump::LineOutcome::failed) return read_failure();
    const std::string answer = outcome == vtdump::LineOutcome::line
                                   ? session.obey(line)
                                   : session.refuse("a line is at most 64 MiB");
    // Each answer at once: the other side may be waiting for it.
    if (!print(answer + "\n") || std::fflush(stdout) != 0) return 1;
  }
}

int bad_usage(std::string_view reason) {
  std::fprintf(stderr, "vtdump: %.*s (see vtdump --help)\n", static_cast<int>(reason.size()), reason.data());
  return kBadUsage;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view verb = argc > 1 ? argv[1] : "";
  if (verb == "--help" || verb == "-h" || verb == "help") return print(vtdump::kUsage) ? 0 : 1;
  if (verb != "screen" && verb != "json") return bad_usage("what to print: screen or json");
  if (argc != 4) return bad_usage("takes COLS and ROWS");
  const auto cols = parse_axis(argv[2]);
  const auto rows = parse_axis(argv[3]);
  if (!cols || !rows) return bad_usage("COLS and ROWS are 1 to 4096");
  if (!vtdump::is_possible({*rows, *cols})) return bad_usage(vtdump::kTooManyCells);
  return verb == "screen" ? dump_screen({*rows, *cols}) : obey_lines({*rows, *cols});
}
