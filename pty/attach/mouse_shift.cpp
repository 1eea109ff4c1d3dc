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
constexpr unsigned kFirstByte = 32;
constexpr unsigned kLastByte = 255;
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

/// Source: xterm's mouse reports: the low two bits are the button, 3 for none; 32 is motion, 64 a wheel.
bool belongs_to_press(unsigned button, bool release) {
  constexpr unsigned kNoButton = 3;
  constexpr unsigned kMotion = 32;
  constexpr unsigned kWheel = 64;
  if ((button & kWheel) != 0) return false;
  return release || ((button & kMotion) != 0 && (button & kNoButton) != kNoButton);
}

struct Cell {
  unsigned col = 0;  ///< from 1 on
  unsigned row = 0;
};

/// The cell of the grid; nothing if the session is not to hear of it.
std::optional<Cell> try_move(Cell cell, const MouseShift::Window& window, bool of_press) {
  const Cell moved{cell.col + window.first_col, cell.row + window.first_row};
  const Cell kept{std::min<unsigned>(moved.col, window.grid.cols),
                  std::min<unsigned>(moved.row, window.grid.rows)};
  if (!of_press && (kept.col != moved.col || kept.row != moved.row)) return std::nullopt;
  return kept;
}

void append_sgr(const SgrReport& report, const MouseShift::Window& window, base::ByteBuffer& out) {
  const bool of_press = belongs_to_press(report.button, report.final_byte == 'm');
  if (const auto cell = try_move({report.col, report.row}, window, of_press))
    fmt::format_to(std::back_inserter(out), "\x1b[<{};{};{}{}", report.button, cell->col, cell->row,
                   report.final_byte);
}

unsigned number_of(char byte) {
  return static_cast<unsigned char>(byte) - std::min<unsigned>(static_cast<unsigned char>(byte), kFirstByte);
}

char byte_of(unsigned number) {
  return static_cast<char>(std::min(number + kFirstByte, kLastByte));
}

/// Pre: `report` is whole.
void append_bytes(base::ByteView report, const MouseShift::Window& window, base::ByteBuffer& out) {
  const unsigned button = number_of(report[3]);
  const bool release = (button & 3U) == 3U && (button & 32U) == 0;
  if (const auto cell =
          try_move({number_of(report[4]), number_of(report[5])}, window, belongs_to_press(button, release)))
    out.append(report.substr(0, 4)).append({byte_of(cell->col), byte_of(cell->row)});
}

}  // namespace

void MouseShift::apply(base::ByteView input, const Window& window, base::ByteBuffer& out) {
  while (!input.empty()) {
    const std::size_t start = std::min(input.find('\x1b'), input.size());
    out.append(input.substr(0, start));
    input.remove_prefix(start);
    std::size_t taken = std::min<std::size_t>(1, input.size());
    if (input.starts_with(term::kPasteStart)) in_paste_ = true;
    if (input.starts_with(term::kPasteEnd)) in_paste_ = false;
    if (!in_paste_ && input.starts_with(kSgrReport)) {
      if (const auto report = try_read_sgr(input)) {
        append_sgr(*report, window, out);
        input.remove_prefix(report->size);
        continue;
      }
    } else if (!in_paste_ && input.starts_with(kByteReport) && input.size() >= kByteReportSize) {
      append_bytes(input.substr(0, kByteReportSize), window, out);
      input.remove_prefix(kByteReportSize);
      continue;
    }
    out.append(input.substr(0, taken));
    input.remove_prefix(taken);
  }
}

}  // namespace pty::attach
