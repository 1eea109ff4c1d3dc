// The part of TerminalRestorer that changes what is passed: see its header for what is protected, and why.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "pty/attach/terminal_restorer.hpp"

namespace pty::attach {
namespace {

using term::sequence_key;

constexpr base::ByteView kPushNoFlags = "\x1b[>0u";
constexpr base::ByteView kClearScreen = "\x1b[H\x1b[2J";
constexpr base::ByteView kFullRegion = "\x1b[r";
constexpr std::uint16_t kPushTitleOperation = 22;
constexpr std::uint16_t kPopTitleOperation = 23;

}  // namespace

void TerminalRestorer::insert_before(base::ByteView text) {
  const auto at = static_cast<std::size_t>(tokenizer_.token_begin() - chunk_);
  edits_.push_back({at, at, base::ByteBuffer(text)});
}

void TerminalRestorer::insert_behind(base::ByteView text) {
  const auto at = static_cast<std::size_t>(tokenizer_.token_end() - chunk_);
  edits_.push_back({at, at, base::ByteBuffer(text)});
}

void TerminalRestorer::replace(base::ByteView text) {
  base::ByteBuffer with(text);
  // The ESC that goes away may have ended something that was left unfinished.
  if (with.empty() && tokenizer_.unclosed() == term::Unclosed::sequence) with = "\x18";
  if (with.empty() && tokenizer_.unclosed() == term::Unclosed::string) with = "\x1b\\";
  edits_.push_back({static_cast<std::size_t>(tokenizer_.token_begin() - chunk_),
                    static_cast<std::size_t>(tokenizer_.token_end() - chunk_), std::move(with)});
}

bool TerminalRestorer::protect(const term::CsiSequence& sequence) {
  switch (sequence.key) {
    case sequence_key("=u"):
      guard_keyboard();
      return false;
    case sequence_key("<u"):
      return pop_keyboard(sequence);
    case sequence_key("t"):
      return change_title_stack(sequence);
    case sequence_key("!p"):
      return reset_softly();
    default:
      return false;
  }
}

/// Modes of which nobody knows what they were before: those that are not in the table, and the one that
/// terminals differ in from the start.
void TerminalRestorer::withhold_modes(const term::CsiSequence& sequence) {
  const bool stacks = sequence.key == sequence_key("?s") || sequence.key == sequence_key("?r");
  base::ByteBuffer kept;
  std::size_t count = 0;
  for (std::size_t i = 0; i < sequence.count; ++i) {
    const auto mode =
        stacks ? find_savable(sequence.values[i]) : term::find_mode(term::ModeKind::dec, sequence.values[i]);
    if (!mode || *mode == term::Mode::alternate_scroll) continue;
    kept += fmt::format("{}{}", count++ == 0 ? "" : ";", sequence.values[i]);
  }
  // Of more numbers than there may be only the first are known.
  const bool all = count == sequence.count && sequence.count < term::kMaxCsiParams;
  if (all || !can_edit()) return;
  replace(count == 0 ? "" : fmt::format("\x1b[?{}{}", kept, static_cast<char>(sequence.key & 0x7f)));
}

/// To be given back by XTRESTORE: nobody knows whether it was on.
void TerminalRestorer::guard_clusters() {
  if (clusters_ != kNone && amounts_[clusters_] == 0 && can_edit()) insert_before("\x1b[?2027s");
}

/// Flags change in the level in force: it has to be one of the session's.
void TerminalRestorer::guard_keyboard() {
  const Row row = keyboard_[screen_index()];
  if (row == kNone || amounts_[row] != 0 || !can_edit()) return;
  insert_before(kPushNoFlags);
  keyboard_guard_[screen_index()] = true;
  set(row, 1);
}

/// To the session its stack is empty below its own levels: popping the last one, or more than there are,
/// takes away the flags below as well.
bool TerminalRestorer::pop_keyboard(const term::CsiSequence& sequence) {
  const Row row = keyboard_[screen_index()];
  if (row == kNone) return false;
  bool& guard = keyboard_guard_[screen_index()];
  const std::uint32_t levels = amounts_[row];
  const std::uint32_t own = levels - (guard ? 1 : 0);
  if (sequence.count_at(0) < own || sequence.count_at(0) == levels || !can_edit()) {
    guard = guard && sequence.count_at(0) < levels;
    return false;
  }
  replace(levels == 0 ? "" : fmt::format("\x1b[<{}u", levels));
  set(row, 0);
  guard = false;
  return true;
}

/// False: the title cannot be saved any more, and so is not ours to bring back.
bool TerminalRestorer::guard_title() {
  if (title_ == kNone || amounts_[title_] != 0) return true;
  if (!can_edit()) return false;
  insert_before(kPushTitle);
  set(title_, 1);
  return true;
}

bool TerminalRestorer::change_title_stack(const term::CsiSequence& sequence) {
  const std::uint16_t operation = sequence.value_or(0, 0);
  const bool pops = operation == kPopTitleOperation;
  if (title_ == kNone || (operation != kPushTitleOperation && !pops) || !can_edit()) return false;
  const SessionTitles::Pair before = titles_.shown();
  if (pops)
    titles_.pop(sequence.value_or(1, 0));
  else
    titles_.push();
  replace(change_of_titles(before, titles_.shown()));
  if (titles_.shown() == SessionTitles::Pair{}) set(title_, 0);
  return true;
}

/// DECSTR, which takes keyboard levels along on some terminals. It does not move the cursor; in origin mode
/// nothing else could do that, so there it stays what it is.
bool TerminalRestorer::reset_softly() {
  const Row margins = find(term::Cause::csi, sequence_key("r"), term::Place::anywhere);
  const Row origin =
      find(term::Cause::mode, static_cast<std::uint32_t>(term::Mode::origin), term::Place::anywhere);
  if (!can_edit() || amount(origin) != 0) return false;
  const auto falls = [this](Row row) {
    const term::OuterState& state = states_[row];
    return state.soft_reset == term::SoftReset::yes &&
           (state.place == term::Place::anywhere || state.place == screen());
  };
  base::ByteBuffer undo;
  if (amount(margins) != 0) undo.append(kSaveCursor).append(kFullRegion).append(kRestoreCursor);
  append_rows(amounts_, [&](Row row) { return falls(row) && row != margins; }, undo);
  replace(undo.append(amount(margins) != 0 ? kSaveCursor : ""));
  for (Row row = 0; row < states_.size(); ++row) {
    if (!falls(row)) continue;
    set(row, 0);
    saved_[screen_index()][row] = 0;
  }
  modes_ = {};
  keyboard_guard_[screen_index()] = false;
  return true;
}

/// RIS, which takes along all there is.
void TerminalRestorer::reset_fully() {
  if (can_edit()) replace(undo_rows().append(take_on_return()).append(kClearScreen));
  forget();
}

}  // namespace pty::attach
