// The part of TerminalRestorer that undoes what it has seen.

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "pty/attach/terminal_restorer.hpp"

namespace pty::attach {
namespace {

using term::Place;

constexpr base::ByteView kLeaveAlternate = "\x1b[?1049l";
constexpr std::uint16_t kTabWidth = 8;
/// On a wider terminal the tab stops of the rest are left to the terminal's own idea.
constexpr std::uint16_t kMaxTabColumns = 1024;

void append_with_number(base::ByteView undo, base::ByteView number, base::ByteBuffer& out) {
  const std::size_t at = undo.find("{}");
  out.append(undo.substr(0, at)).append(number).append(undo.substr(at + 2));
}

void append_tab_stops(base::ByteView undo, std::uint16_t width, base::ByteBuffer& out) {
  if (width == 0 || width > kMaxTabColumns) {
    out.append(undo);
    return;
  }
  out.append(kSaveCursor).append("\x1b[3g");
  for (std::uint32_t col = kTabWidth + 1; col <= width; col += kTabWidth)
    fmt::format_to(std::back_inserter(out), "\x1b[{}G\x1bH", col);
  out.append(kRestoreCursor);
}

}  // namespace

/// Ends whatever sequence was cut off, so that the next byte is read as what it is.
void TerminalRestorer::append_close(base::ByteBuffer& out) const {
  if (tokenizer_.in_string()) {
    out.append("\x1b\\");
  } else if (tokenizer_.is_mid_token()) {
    out.push_back('\x18');
  }
}

void TerminalRestorer::append(Row row, std::uint32_t value, base::ByteBuffer& out) const {
  const base::ByteView undo = states_[row].undo;
  switch (states_[row].form) {
    case term::UndoForm::text:
      out.append(undo);
      return;
    case term::UndoForm::number:
      return append_with_number(undo, std::to_string(value), out);
    case term::UndoForm::repeat:
      for (std::uint32_t i = 0; i < value; ++i) out.append(undo);
      return;
    case term::UndoForm::bits:
      for (std::uint32_t bit = 0; bit < 32; ++bit)
        if (((value >> bit) & 1U) != 0) append_with_number(undo, std::to_string(bit), out);
      return;
    case term::UndoForm::tab_stops:
      return append_tab_stops(undo, width_, out);
    case term::UndoForm::saved_modes: {
      // The modes themselves are back to their defaults by now, so that these are what is saved.
      std::string numbers;
      for (const term::ModeRow& mode : term::kModeTable)
        if (ever_saved_.test(static_cast<std::size_t>(mode.mode)) && !is_alternate(mode.mode))
          numbers += fmt::format("{}{}", numbers.empty() ? "" : ";", mode.number);
      if (!numbers.empty()) append_with_number(undo, numbers, out);
      return;
    }
  }
}

/// Leaves the alternate screen. What was saved with the cursor when it was entered comes back with that, and
/// is undone there.
void TerminalRestorer::append_leaving(std::uint32_t by, const Amounts& saved, base::ByteBuffer& out) const {
  append(alternate_, by, out);
  for (const Row row : cursor_rows_)
    if (saved[row] != 0) out.append(states_[row].undo);
}

bool TerminalRestorer::alternate_in_use(const Amounts& amounts) const {
  for (Row row = 0; row < states_.size(); ++row)
    if (states_[row].place == Place::alternate && amounts[row] != 0) return true;
  return false;
}

/// In the order of the table; the screen's own states while it is shown.
base::ByteBuffer TerminalRestorer::undo_rows(const Amounts& amounts, const Amounts& saved) const {
  const auto at = [this](Place place) {
    return [this, place](Row row) { return states_[row].place == place; };
  };
  base::ByteBuffer out;
  append_rows(
      amounts, [&](Row row) { return row < alternate_ && states_[row].place == Place::anywhere; }, out);
  if (alternate_ != kNone && amounts[alternate_] != 0) {
    append_rows(amounts, at(Place::alternate), out);
    append_leaving(amounts[alternate_], saved, out);
  } else if (alternate_in_use(amounts)) {
    // A program left the alternate screen without popping what it had pushed there.
    out.append(kEnterAlternate);
    append_rows(amounts, at(Place::alternate), out);
    out.append(kLeaveAlternate);
  }
  append_rows(amounts, at(Place::primary), out);
  append_rows(
      amounts, [&](Row row) { return row > alternate_ && states_[row].place == Place::anywhere; }, out);
  return out;
}

base::ByteBuffer TerminalRestorer::undo_all() const {
  base::ByteBuffer out;
  append_close(out);
  return out.append(undo_rows());
}

base::ByteBuffer TerminalRestorer::undo_recent() const {
  Amounts most(states_.size());
  Amounts saved = saved_[0];
  for (Row row = 0; row < states_.size(); ++row) {
    const std::uint32_t before = peaks_[1][row];
    const std::uint32_t lately = peaks_[0][row];
    most[row] = states_[row].form == term::UndoForm::bits ? before | lately : std::max(before, lately);
    saved[row] = std::max(saved[row], most[row]);
  }
  // Whichever screen is shown.
  return undo_rows(most, saved).insert(0, alternate_in_use(most) ? kEnterAlternate : "");
}

void TerminalRestorer::settle() {
  peaks_[1] = std::exchange(peaks_[0], amounts_);
}

void TerminalRestorer::forget() {
  std::ranges::fill(amounts_, 0U);
  unplain_ = 0;
  for (Amounts& saved : saved_) std::ranges::fill(saved, 0U);
  modes_ = {};
  saved_modes_ = {};
  keyboard_guard_ = {};
  titles_ = {};
  ++revision_;
}

base::ByteBuffer TerminalRestorer::take_undo_all() {
  base::ByteBuffer out = undo_all();
  forget();
  tokenizer_.reset();
  on_return_.clear();
  return out;
}

base::ByteBuffer TerminalRestorer::take_undo_before(base::ByteView picture) {
  base::ByteBuffer out;
  append_close(out);
  tokenizer_.reset();
  const bool stays = on_alternate() && picture.starts_with(kEnterAlternate);
  if (!stays || amount(keyboard_[0]) != 0) {
    out.append(undo_rows());
    forget();
    return out;
  }
  append_rows(
      amounts_, [&](Row row) { return row != alternate_ && states_[row].place != Place::primary; }, out);
  // What was saved when the alternate screen was entered still is.
  const std::uint32_t entered = amounts_[alternate_];
  Amounts saved = std::move(saved_[0]);
  Amounts before = std::move(amounts_);
  amounts_.assign(states_.size(), 0);
  saved_[0].assign(states_.size(), 0);
  forget();
  amounts_[alternate_] = entered;
  saved_[0] = std::move(saved);
  for (Row row = 0; row < states_.size(); ++row)
    if (states_[row].place == Place::primary) amounts_[row] = before[row];
  return out;
}

}  // namespace pty::attach
