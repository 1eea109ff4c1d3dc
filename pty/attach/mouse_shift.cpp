#include "pty/attach/mouse_shift.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>

#include "pty/term/paste.hpp"

namespace pty::attach {
namespace {

constexpr base::ByteView kSgrReport = "\x1b[<";
constexpr base::ByteView kByteReport = "\x1b[M";
/// Of a byte report, with its three bytes: button, column, row, the last two from 33 on.
constexpr std::size_t kByteReportSize = 6;
constexpr int kLastByte = 255;
/// What a coordinate may be before it is moved; a larger one is no cell of any terminal.
constexpr unsigned kMaxCoordinate = 65'535;

struct SgrReport {
  unsigned button = 0;
  unsigned col = 0;
  unsigned row = 0;
  char final_byte = 'M';
  std::size_t size = 0;
};

/// The report at the start of `input`; nothing if it is none, or not whole.
std::optional<SgrReport> try_read_sgr(base::ByteView input) {
  SgrReport report;
  const char* p = input.data() + kSgrReport.size();
  const char* const end = input.data() + input.size();
  for (unsigned* const number : {&report.button, &report.col, &report.row}) {
    const auto [next, error] = std::from_chars(p, end, *number);
    if (error != std::errc() || next == end || *number > kMaxCoordinate) return std::nullopt;
    const bool last = number == &report.row;
    if (last ? *next != 'M' && *next != 'm' : *next != ';') return std::nullopt;
    report.final_byte = *next;
    p = next + 1;
  }
  report.size = static_cast<std::size_t>(p - input.data());
  return report;
}

char moved(char coordinate, std::uint16_t by) {
  return static_cast<char>(std::min(static_cast<unsigned char>(coordinate) + by, kLastByte));
}

}  // namespace

void MouseShift::apply(base::ByteView input, std::uint16_t rows, std::uint16_t cols, base::ByteBuffer& out) {
  while (!input.empty()) {
    const std::size_t start = std::min(input.find('\x1b'), input.size());
    out.append(input.substr(0, start));
    input.remove_prefix(start);
    std::size_t taken = std::min<std::size_t>(1, input.size());
    if (input.starts_with(term::kPasteStart)) in_paste_ = true;
    if (input.starts_with(term::kPasteEnd)) in_paste_ = false;
    if (!in_paste_ && input.starts_with(kSgrReport)) {
      if (const auto report = try_read_sgr(input)) {
        fmt::format_to(std::back_inserter(out), "\x1b[<{};{};{}{}", report->button, report->col + cols,
                       report->row + rows, report->final_byte);
        input.remove_prefix(report->size);
        continue;
      }
    } else if (!in_paste_ && input.starts_with(kByteReport) && input.size() >= kByteReportSize) {
      out.append(input.substr(0, kByteReportSize - 2));
      out.push_back(moved(input[kByteReportSize - 2], cols));
      out.push_back(moved(input[kByteReportSize - 1], rows));
      input.remove_prefix(kByteReportSize);
      continue;
    }
    out.append(input.substr(0, taken));
    input.remove_prefix(taken);
  }
}

}  // namespace pty::attach
