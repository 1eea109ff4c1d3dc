#pragma once
// Knows what a session has changed on the outer terminal, by reading the bytes that go there, and undoes
// exactly that: what is seen, and how it is undone, is term::outer_states(). It never clears content.
// Sans-IO.
//
// Three things of before attach share a stack with the session's or would fall with a reset: titles, keyboard
// levels, and whatever RIS and DECSTR take along. They are protected on the way: the outer title is pushed
// before the session sets one, the session's own title stack is kept here, mode 2027 is saved before the
// session changes it (some terminals have it on from the start), flags are not changed in a
// level that is not the session's, and a reset becomes the undoing of what the session did. Private modes
// that nobody could put back are kept from the terminal.

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "pty/attach/session_titles.hpp"
#include "pty/base/bytes.hpp"
#include "pty/term/mode_table.hpp"
#include "pty/term/outer_state_table.hpp"
#include "pty/term/tokenizer.hpp"

namespace pty::attach {

/// How the picture of a session on the alternate screen begins.
inline constexpr base::ByteView kEnterAlternate = "\x1b[?1049h";
/// Around what moves the cursor, where the cursor is to stay.
inline constexpr base::ByteView kSaveCursor =
    "\x1b"
    "7";
inline constexpr base::ByteView kRestoreCursor =
    "\x1b"
    "8";
inline constexpr base::ByteView kPushTitle = "\x1b[22;0t";
inline constexpr base::ByteView kPopTitle = "\x1b[23;0t";

constexpr bool is_alternate(term::Mode mode) {
  return mode == term::Mode::alternate_47 || mode == term::Mode::alternate_1047 ||
         mode == term::Mode::alternate_1049;
}

class TerminalRestorer {
 public:
  /// `states`: the table, or one that a test made. Lifetime: longer than the restorer.
  explicit TerminalRestorer(std::span<const term::OuterState> states = term::outer_states());

  /// Reads what is to be written to the outer terminal and returns what to write in its place: nearly always
  /// just that, untouched. Lifetime: as `bytes`, and until the next call. Cost: one pass of the tokenizer.
  [[nodiscard]] base::ByteView pass(base::ByteView bytes);
  /// Columns of the outer terminal, 0 if unknown.
  void set_width(std::uint16_t cols) { width_ = cols; }

  /// What undoes everything: afterwards the outer terminal is as before, but for its content and the cursor's
  /// place.
  [[nodiscard]] base::ByteBuffer undo_all() const;
  /// Undoes all that has been in force at any time since settle() was called the last time but one: for a
  /// terminal that has read less than was written, nobody knows how much. More than is needed: it may take a
  /// level or a title off that somebody else had pushed.
  [[nodiscard]] base::ByteBuffer undo_recent() const;
  /// What has been written before settle() was called last has been read.
  void settle();
  /// The same as undo_all(), from somebody who is going to write it.
  [[nodiscard]] base::ByteBuffer take_undo_all();
  /// What to write before a picture that is not the first, from somebody who does: undoes modes, so that
  /// neither stale ones nor keyboard levels accumulate. The alternate screen is left only when `picture` does
  /// not re-enter it (or when keyboard levels of the primary screen lie under it).
  [[nodiscard]] base::ByteBuffer take_undo_before(base::ByteView picture);

  /// To be written once, right behind the sequence by which the session leaves the alternate screen.
  void insert_on_return(base::ByteBuffer bytes) { on_return_ = std::move(bytes); }
  /// The same, if it has not been written yet; then it never is.
  [[nodiscard]] base::ByteBuffer take_on_return() { return std::exchange(on_return_, {}); }
  [[nodiscard]] bool owes_return() const { return !on_return_.empty(); }

  [[nodiscard]] bool on_alternate() const { return amount(alternate_) != 0; }
  [[nodiscard]] bool mode(term::Mode mode) const { return modes_.test(mode); }
  /// Rises whenever undo_all() may have changed.
  [[nodiscard]] std::uint64_t revision() const { return revision_; }

 private:
  struct Sink;
  using Row = std::size_t;
  static constexpr Row kNone = static_cast<Row>(-1);
  struct Entry {
    std::uint64_t key = 0;  ///< cause and key of a trigger
    Row row = 0;
    term::Place place = term::Place::anywhere;
    term::Effect effect = nullptr;
  };
  /// Replaces bytes [begin, end) of what is being passed.
  struct Edit {
    std::size_t begin = 0;
    std::size_t end = 0;
    base::ByteBuffer text;
  };
  using Amounts = std::vector<std::uint32_t>;

  [[nodiscard]] std::uint32_t amount(Row row) const { return row == kNone ? 0 : amounts_[row]; }
  [[nodiscard]] Row find(term::Cause cause, std::uint32_t key, term::Place place) const;
  [[nodiscard]] std::size_t first_entry(term::Cause cause, std::uint32_t key) const;
  [[nodiscard]] term::Place screen() const;
  [[nodiscard]] std::size_t screen_index() const { return on_alternate() ? 1 : 0; }

  // What comes in.
  void on_control(std::uint8_t c0);
  void on_csi(const term::CsiSequence& sequence);
  void on_escape(std::uint32_t key);
  void on_string(const term::ControlString& string);
  void on_modes(const term::CsiSequence& sequence, term::ModeKind kind, bool value);
  void on_mode(term::Mode mode, std::uint16_t number, bool value);
  [[nodiscard]] static std::optional<term::Mode> find_savable(std::uint16_t number);
  void save_modes(const term::CsiSequence& sequence);
  void restore_modes(const term::CsiSequence& sequence);
  void on_colors(std::uint32_t number, base::ByteView arguments);
  void on_kitty_colors(base::ByteView arguments);
  void fire(term::Cause cause, std::uint32_t key, const term::Change& change);
  void set(Row row, std::uint32_t value);
  void save_cursor();
  void restore_cursor();
  /// Everything that is saved with a cursor is as by default.
  [[nodiscard]] bool is_plain() const { return unplain_ == 0; }

  // What is protected: written in restorer_protection.cpp. True: the sequence is dealt with.
  [[nodiscard]] bool protect(const term::CsiSequence& sequence);
  void withhold_modes(const term::CsiSequence& sequence);
  void guard_keyboard();
  void guard_clusters();
  [[nodiscard]] bool pop_keyboard(const term::CsiSequence& sequence);
  [[nodiscard]] bool guard_title();
  [[nodiscard]] bool change_title_stack(const term::CsiSequence& sequence);
  [[nodiscard]] bool reset_softly();
  void reset_fully();
  [[nodiscard]] bool can_edit() const { return tokenizer_.token_begin() >= chunk_; }
  void insert_before(base::ByteView text);
  void insert_behind(base::ByteView text);
  void replace(base::ByteView text);

  // What goes out: written in restorer_undo.cpp.
  void append_close(base::ByteBuffer& out) const;
  void append(Row row, std::uint32_t value, base::ByteBuffer& out) const;
  template <class Wanted>
  void append_rows(const Amounts& amounts, Wanted wanted, base::ByteBuffer& out) const {
    for (Row row = 0; row < states_.size(); ++row)
      if (amounts[row] != 0 && wanted(row)) append(row, amounts[row], out);
  }
  void append_leaving(std::uint32_t by, const Amounts& saved, base::ByteBuffer& out) const;
  [[nodiscard]] bool alternate_in_use(const Amounts& amounts) const;
  [[nodiscard]] base::ByteBuffer undo_rows() const { return undo_rows(amounts_, saved_[0]); }
  [[nodiscard]] base::ByteBuffer undo_rows(const Amounts& amounts, const Amounts& saved) const;
  void forget();

  std::span<const term::OuterState> states_;
  std::vector<Entry> entries_;               ///< sorted by key
  std::bitset<128> finals_;                  ///< final bytes of CSI sequences that are of interest
  std::vector<std::uint16_t> csi_entries_;   ///< by final byte, for those without prefix and intermediates
  std::vector<std::uint16_t> mode_entries_;  ///< by mode
  std::vector<Row> cursor_rows_;             ///< saved with the cursor
  std::size_t unplain_ = 0;                  ///< how many of these are not zero
  Amounts amounts_;
  std::array<Amounts, 2> peaks_;  ///< the most that they have been: lately, and before that
  std::array<Amounts, 2> saved_;  ///< DECSC of primary, alternate
  Row alternate_ = kNone;
  Row title_ = kNone;
  Row clusters_ = kNone;
  std::array<Row, 2> keyboard_{kNone, kNone};
  term::ModeSet modes_;
  term::ModeSet saved_modes_;
  std::bitset<term::kModeCount> ever_saved_;
  std::array<bool, 2> keyboard_guard_{};  ///< the lowest level was pushed by us
  SessionTitles titles_;
  std::uint16_t width_ = 0;
  std::uint64_t revision_ = 1;
  base::ByteBuffer on_return_;

  term::Tokenizer tokenizer_;
  std::uint64_t chunk_ = 0;  ///< stream offset at which the current pass() began
  std::vector<Edit> edits_;
  base::ByteBuffer edited_;
};

}  // namespace pty::attach
