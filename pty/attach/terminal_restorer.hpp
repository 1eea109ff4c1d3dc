#pragma once
// Knows what a session has changed on the outer terminal, by reading the bytes that went there, and undoes
// exactly that: modes that are off their default, the alternate screen if it was entered, as many keyboard
// levels per screen as were pushed, colours, link, pointer, charsets, margins. It never clears content.
// Sans-IO: it returns the bytes to write; tell it about them with observe() only if the terminal lives on.

#include <array>
#include <cstdint>

#include "pty/base/bytes.hpp"
#include "pty/term/mode_table.hpp"
#include "pty/term/tokenizer.hpp"

namespace pty::attach {

/// How the picture of a session on the alternate screen begins.
inline constexpr base::ByteView kEnterAlternate = "\x1b[?1049h";

class TerminalRestorer {
 public:
  /// Reads what was written to the outer terminal. Cost: one pass of the tokenizer.
  void observe(base::ByteView written);

  /// Undoes everything: the outer terminal is as before, but for its content and the cursor's place.
  [[nodiscard]] base::ByteBuffer undo_all() const;
  /// What to write before a picture that is not the first: undoes modes, so that neither stale ones nor
  /// keyboard levels accumulate. The alternate screen is left only when `picture` does not re-enter it (or
  /// when keyboard levels of the primary screen lie under it).
  [[nodiscard]] base::ByteBuffer undo_before(base::ByteView picture) const;

  [[nodiscard]] bool on_alternate() const { return alternate_mode_ != 0; }
  [[nodiscard]] bool mode(term::Mode mode) const { return modes_.test(mode); }

 private:
  struct Sink;
  /// Keyboard protocol of one screen.
  struct Keyboard {
    std::uint32_t levels = 0;
    bool base_changed = false;  ///< CSI = u with nothing pushed
    [[nodiscard]] bool in_use() const { return levels > 0 || base_changed; }
  };

  void on_control(std::uint8_t c0);
  void on_csi(const term::CsiSequence& sequence);
  void on_escape(std::uint32_t key);
  void on_string(const term::ControlString& string);
  void set_modes(const term::CsiSequence& sequence, term::ModeKind kind, bool value);
  void restore_saved_modes(const term::CsiSequence& sequence);
  void on_color(std::uint32_t number, base::ByteView arguments);
  void on_keyboard(char prefix, const term::CsiSequence& sequence);
  void append_close(base::ByteBuffer& out) const;
  static void append_keyboard(const Keyboard& keyboard, base::ByteBuffer& out);
  void append_leave(base::ByteBuffer& out) const;
  void append_modes(base::ByteBuffer& out) const;
  void append_strings(base::ByteBuffer& out) const;
  [[nodiscard]] Keyboard& keyboard() { return keyboards_[on_alternate() ? 1 : 0]; }

  term::Tokenizer tokenizer_;
  term::ModeSet modes_;
  term::ModeSet saved_modes_;
  std::array<Keyboard, 2> keyboards_{};  ///< primary, alternate
  std::uint16_t alternate_mode_ = 0;     ///< 47, 1047 or 1049: how the alternate screen was entered
  bool margins_ = false;
  bool cursor_style_ = false;
  bool protected_ = false;  ///< DECSCA
  bool saved_protected_ = false;
  bool attribute_rectangles_ = false;  ///< DECSACE
  bool keypad_ = false;
  bool modify_other_keys_ = false;
  bool shifted_out_ = false;
  std::uint8_t charsets_ = 0;  ///< bit n: Gn is not ASCII
  bool link_open_ = false;
  bool palette_ = false;
  std::array<bool, 3> dynamic_colors_{};  ///< foreground, background, cursor
  bool pointer_ = false;
};

}  // namespace pty::attach
