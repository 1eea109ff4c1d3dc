#include "pty/attach/terminal_restorer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace pty::attach {
namespace {

using term::Cause;
using term::Change;
using term::OuterState;
using term::Place;
using term::sequence_key;

std::uint64_t trigger_key(Cause cause, std::uint32_t key) {
  return (static_cast<std::uint64_t>(cause) << 32) | key;
}

/// CSI sequences that are a final byte only have keys below.
constexpr std::uint32_t kPlainFinals = 128;

template <class Entries>
std::size_t search(const Entries& entries, std::uint64_t key) {
  const auto found = std::ranges::lower_bound(entries, key, {}, [](const auto& entry) { return entry.key; });
  return static_cast<std::size_t>(found - entries.begin());
}

/// "12;rest" into 12 and "rest"; nothing when it does not start with a number.
std::optional<std::uint32_t> take_number(base::ByteView& text) {
  std::uint32_t value = 0;
  std::size_t digits = 0;
  while (digits < text.size() && digits < 6 && text[digits] >= '0' && text[digits] <= '9')
    value = value * 10 + static_cast<std::uint32_t>(text[digits++] - '0');
  if (digits == 0 || (digits < text.size() && text[digits] != ';')) return std::nullopt;
  text.remove_prefix(std::min(digits + 1, text.size()));
  return value;
}

base::ByteView next_argument(base::ByteView& text) {
  const base::ByteView field = text.substr(0, text.find(';'));
  text.remove_prefix(std::min(field.size() + 1, text.size()));
  return field;
}

/// G0-G3 by the intermediate of a designation; 4 for other sequences. 96-character sets know G1-G3.
std::size_t designated_slot(std::uint32_t key) {
  constexpr base::ByteView kSets94 = "()*+";
  constexpr base::ByteView kSets96 = "-./";
  const auto intermediate = static_cast<char>((key >> 16) & 0xff);
  if (intermediate == 0) return 4;
  if (const auto slot = kSets94.find(intermediate); slot != kSets94.npos) return slot;
  const auto slot = kSets96.find(intermediate);
  return slot == kSets96.npos ? 4 : slot + 1;
}

base::ByteBuffer designated_name(std::uint32_t key) {
  base::ByteBuffer name;
  if (((key >> 8) & 0xff) != 0) name.push_back(static_cast<char>((key >> 8) & 0xff));
  name.push_back(static_cast<char>(key & 0xff));
  return name;
}

}  // namespace

struct TerminalRestorer::Sink {
  TerminalRestorer& to;

  // Text is of no interest, so a scalar cut by the end of a write need not be put together.
  static const char* print(const char* p, const char* end) {
    return std::find_if(p, end, [](char c) {
      const auto byte = static_cast<std::uint8_t>(c);
      return byte < 0x20 || byte == 0x7f;
    });
  }
  static void print_invalid() {}
  void control(std::uint8_t c0) const { to.on_control(c0); }
  void csi(const term::CsiSequence& sequence) const { to.on_csi(sequence); }
  void escape(std::uint32_t key) const { to.on_escape(key); }
  void string(const term::ControlString& string) const { to.on_string(string); }
};

TerminalRestorer::TerminalRestorer(std::span<const OuterState> states)
    : states_(states), amounts_(states.size()) {
  saved_.fill(Amounts(states.size()));
  peaks_.fill(Amounts(states.size()));
  for (Row row = 0; row < states.size(); ++row) {
    for (const term::Trigger& trigger : states[row].triggers) {
      if (trigger.effect == nullptr) continue;
      const Entry entry{trigger_key(trigger.cause, trigger.key), row, states[row].place, trigger.effect};
      entries_.insert(std::ranges::upper_bound(entries_, entry.key, {}, &Entry::key), entry);
      if (trigger.cause == Cause::csi) finals_.set(trigger.key & 0x7f);
    }
  }
  for (Row row = 0; row < states.size(); ++row)
    if (states[row].with_cursor == term::WithCursor::yes) cursor_rows_.push_back(row);
  for (std::uint32_t key = 0; key < kPlainFinals; ++key)
    csi_entries_.push_back(static_cast<std::uint16_t>(search(entries_, trigger_key(Cause::csi, key))));
  for (std::uint32_t mode = 0; mode < term::kModeCount; ++mode)
    mode_entries_.push_back(static_cast<std::uint16_t>(search(entries_, trigger_key(Cause::mode, mode))));
  for (const char final_byte : {'h', 'l', 's', 'r', 'u', 'p', 't'})
    finals_.set(static_cast<std::size_t>(final_byte));
  alternate_ = find(Cause::mode, static_cast<std::uint32_t>(term::Mode::alternate_47), Place::anywhere);
  title_ = find(Cause::osc, 2, Place::anywhere);
  clusters_ = find(Cause::mode, static_cast<std::uint32_t>(term::Mode::grapheme_clusters), Place::anywhere);
  keyboard_ = {find(Cause::csi, sequence_key(">u"), Place::primary),
               find(Cause::csi, sequence_key(">u"), Place::alternate)};
}

TerminalRestorer::Row TerminalRestorer::find(Cause cause, std::uint32_t key, Place place) const {
  for (const Entry& entry : entries_)
    if (entry.key == trigger_key(cause, key) && states_[entry.row].place == place) return entry.row;
  return kNone;
}

Place TerminalRestorer::screen() const {
  return on_alternate() ? Place::alternate : Place::primary;
}

base::ByteView TerminalRestorer::pass(base::ByteView bytes) {
  edits_.clear();
  chunk_ = tokenizer_.fed();
  Sink sink{*this};
  tokenizer_.feed(bytes, sink);
  if (edits_.empty()) return bytes;
  edited_.clear();
  std::size_t done = 0;
  for (const Edit& edit : edits_) {
    edited_.append(bytes.substr(done, edit.begin - done)).append(edit.text);
    done = edit.end;
  }
  return edited_.append(bytes.substr(done));
}

void TerminalRestorer::set(Row row, std::uint32_t value) {
  std::uint32_t& now = amounts_[row];
  if (now == value) return;
  if (states_[row].with_cursor == term::WithCursor::yes && (now == 0 || value == 0))
    unplain_ += now == 0 ? std::size_t{1} : static_cast<std::size_t>(-1);
  now = value;
  std::uint32_t& peak = peaks_[0][row];
  peak = states_[row].form == term::UndoForm::bits ? peak | value : std::max(peak, value);
  ++revision_;
}

std::size_t TerminalRestorer::first_entry(Cause cause, std::uint32_t key) const {
  if (cause == Cause::csi && key < kPlainFinals) return csi_entries_[key];
  if (cause == Cause::mode) return mode_entries_[key];
  return search(entries_, trigger_key(cause, key));
}

void TerminalRestorer::fire(Cause cause, std::uint32_t key, const Change& change) {
  const std::uint64_t wanted = trigger_key(cause, key);
  const Place here = screen();
  for (std::size_t i = first_entry(cause, key); i < entries_.size() && entries_[i].key == wanted; ++i) {
    const Entry& entry = entries_[i];
    if (entry.place == Place::anywhere || entry.place == here)
      set(entry.row, entry.effect(amounts_[entry.row], change));
  }
}

void TerminalRestorer::on_control(std::uint8_t c0) {
  fire(Cause::control, c0, {});
}

void TerminalRestorer::save_cursor() {
  for (const Row row : cursor_rows_) saved_[screen_index()][row] = amounts_[row];
}

/// Terminals differ in whether the screens share what is saved: what may come back counts.
void TerminalRestorer::restore_cursor() {
  for (const Row row : cursor_rows_) set(row, std::max(amounts_[row], saved_[screen_index()][row]));
}

void TerminalRestorer::on_mode(term::Mode mode, std::uint16_t number, bool value) {
  Change change;
  change.number = number;
  change.set = value;
  change.plain = is_plain();
  const bool saves = mode == term::Mode::save_cursor_1048 || mode == term::Mode::alternate_1049;
  if (saves && value) save_cursor();
  const bool was_alternate = on_alternate();
  if (!is_alternate(mode)) modes_.set(mode, value);
  if (mode == term::Mode::grapheme_clusters) guard_clusters();
  fire(Cause::mode, static_cast<std::uint32_t>(mode), change);
  if (saves && !value) restore_cursor();
  if (was_alternate && !on_alternate() && owes_return()) insert_behind(take_on_return());
}

void TerminalRestorer::on_modes(const term::CsiSequence& sequence, term::ModeKind kind, bool value) {
  for (std::size_t i = 0; i < sequence.count; ++i)
    if (const auto mode = term::find_mode(kind, sequence.values[i]))
      on_mode(*mode, sequence.values[i], value);
}

/// A private mode that the session may save: one saved value is ours (guard_clusters).
std::optional<term::Mode> TerminalRestorer::find_savable(std::uint16_t number) {
  const auto mode = term::find_mode(term::ModeKind::dec, number);
  return mode == term::Mode::grapheme_clusters ? std::nullopt : mode;
}

void TerminalRestorer::save_modes(const term::CsiSequence& sequence) {
  Change change;
  change.plain = true;
  for (std::size_t i = 0; i < sequence.count; ++i)
    if (const auto mode = find_savable(sequence.values[i])) {
      saved_modes_.set(*mode, is_alternate(*mode) ? on_alternate() : modes_.test(*mode));
      ever_saved_.set(static_cast<std::size_t>(*mode));
    }
  for (const term::ModeRow& row : term::kModeTable)
    if (saved_modes_.test(row.mode) != (row.initial == term::ModeDefault::on)) change.plain = false;
  change.csi = &sequence;
  fire(Cause::csi, sequence.key, change);
}

void TerminalRestorer::restore_modes(const term::CsiSequence& sequence) {
  for (std::size_t i = 0; i < sequence.count; ++i)
    if (const auto mode = find_savable(sequence.values[i]))
      on_mode(*mode, sequence.values[i], saved_modes_.test(*mode));
}

void TerminalRestorer::on_csi(const term::CsiSequence& sequence) {
  if (!finals_.test(sequence.key & 0x7f)) return;
  switch (sequence.key) {
    case sequence_key("?h"):
      withhold_modes(sequence);
      return on_modes(sequence, term::ModeKind::dec, true);
    case sequence_key("?l"):
      withhold_modes(sequence);
      return on_modes(sequence, term::ModeKind::dec, false);
    case sequence_key("h"):
      return on_modes(sequence, term::ModeKind::ansi, true);
    case sequence_key("l"):
      return on_modes(sequence, term::ModeKind::ansi, false);
    case sequence_key("?s"):
      withhold_modes(sequence);
      return save_modes(sequence);
    case sequence_key("?r"):
      withhold_modes(sequence);
      return restore_modes(sequence);
    default:
      break;
  }
  if (protect(sequence)) return;
  Change change;
  change.csi = &sequence;
  if (sequence.key == sequence_key("s")) {
    if (modes_.test(term::Mode::left_right_margins)) return;  // DECSLRM: falls with its mode
    change.plain = is_plain();
    save_cursor();
  }
  fire(Cause::csi, sequence.key, change);
  if (sequence.key == sequence_key("u")) restore_cursor();
}

void TerminalRestorer::on_escape(std::uint32_t key) {
  Change change;
  if (const std::size_t slot = designated_slot(key); slot < 4) {
    const base::ByteBuffer name = designated_name(key);
    change.text = name;
    return fire(Cause::designation, static_cast<std::uint32_t>(slot), change);
  }
  if (key == sequence_key("c")) return reset_fully();
  if (key == sequence_key("7")) {
    change.plain = is_plain();
    save_cursor();
  }
  fire(Cause::escape, key, change);
  if (key == sequence_key("8")) restore_cursor();
}

/// OSC 10 takes several colours: the second is OSC 11's, the third OSC 12's.
void TerminalRestorer::on_colors(std::uint32_t number, base::ByteView arguments) {
  for (; number <= 19 && !arguments.empty(); ++number) {
    const base::ByteView color = next_argument(arguments);
    if (!color.empty() && color != "?") fire(Cause::color, number, {});
  }
}

/// OSC 21: the same colours by name.
void TerminalRestorer::on_kitty_colors(base::ByteView arguments) {
  struct Name {
    base::ByteView name;
    std::uint32_t number;
  };
  constexpr std::array<Name, 5> kNames{{{"foreground", 10},
                                        {"background", 11},
                                        {"cursor", 12},
                                        {"selection_background", 17},
                                        {"selection_foreground", 19}}};
  while (!arguments.empty()) {
    const base::ByteView field = next_argument(arguments);
    const base::ByteView name = field.substr(0, field.find('='));
    if (name.size() == field.size() || field.ends_with("=?") || name.empty()) continue;
    const auto* const found = std::ranges::find(kNames, name, &Name::name);
    if (found != kNames.end()) fire(Cause::color, found->number, {});
    if (name[0] >= '0' && name[0] <= '9') fire(Cause::osc, 4, {});
  }
}

void TerminalRestorer::on_string(const term::ControlString& string) {
  if (string.kind != term::StringKind::osc || string.end == term::StringEnd::cancelled) return;
  base::ByteView arguments = string.payload;
  const std::optional<std::uint32_t> number = take_number(arguments);
  if (!number) return;
  if (*number >= 10 && *number <= 19) return on_colors(*number, arguments);
  if (*number == 21) return on_kitty_colors(arguments);
  if (*number <= 2) {
    if (!guard_title()) return;
    titles_.set(*number, arguments);
  }
  Change change;
  change.text = arguments;
  fire(Cause::osc, *number, change);
}

}  // namespace pty::attach
