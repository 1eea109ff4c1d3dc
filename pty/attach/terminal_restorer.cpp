#include "pty/attach/terminal_restorer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

#include "pty/term/terminal_reset.hpp"

namespace pty::attach {
namespace {

using term::sequence_key;

constexpr base::ByteView kCharsetFinals = "()*+";
/// More levels than any terminal keeps.
constexpr std::uint32_t kMaxLevels = 4096;

bool is_alternate(term::Mode mode) {
  return mode == term::Mode::alternate_47 || mode == term::Mode::alternate_1047 ||
         mode == term::Mode::alternate_1049;
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

void TerminalRestorer::observe(base::ByteView written) {
  Sink sink{*this};
  tokenizer_.feed(written, sink);
}

void TerminalRestorer::on_control(std::uint8_t c0) {
  if (c0 == 0x0e) shifted_out_ = true;
  if (c0 == 0x0f) shifted_out_ = false;
}

void TerminalRestorer::set_modes(const term::CsiSequence& sequence, term::ModeKind kind, bool value) {
  for (std::size_t i = 0; i < sequence.count; ++i) {
    const std::optional<term::Mode> mode = term::find_mode(kind, sequence.values[i]);
    if (!mode) continue;
    if (is_alternate(*mode)) {
      if (!value) alternate_mode_ = 0;
      if (value && !on_alternate()) alternate_mode_ = sequence.values[i];
    } else {
      modes_.set(*mode, value);
    }
  }
}

void TerminalRestorer::restore_saved_modes(const term::CsiSequence& sequence) {
  for (std::size_t i = 0; i < sequence.count; ++i) {
    const std::optional<term::Mode> mode = term::find_mode(term::ModeKind::dec, sequence.values[i]);
    if (mode && !is_alternate(*mode)) modes_.set(*mode, saved_modes_.test(*mode));
  }
}

void TerminalRestorer::on_keyboard(char prefix, const term::CsiSequence& sequence) {
  Keyboard& stack = keyboard();
  if (prefix == '>') {
    stack.levels = std::min(stack.levels + 1, kMaxLevels);
  } else if (prefix == '<') {
    stack.levels -= std::min<std::uint32_t>(stack.levels, sequence.count_at(0));
  } else if (stack.levels == 0) {
    const bool cleared = sequence.value_or(0, 0) == 0 && sequence.value_or(1, 1) == 1;
    stack.base_changed = !cleared;
  }
}

void TerminalRestorer::on_csi(const term::CsiSequence& sequence) {
  switch (sequence.key) {
    case sequence_key("?h"):
      return set_modes(sequence, term::ModeKind::dec, true);
    case sequence_key("?l"):
      return set_modes(sequence, term::ModeKind::dec, false);
    case sequence_key("h"):
      return set_modes(sequence, term::ModeKind::ansi, true);
    case sequence_key("l"):
      return set_modes(sequence, term::ModeKind::ansi, false);
    case sequence_key("?s"):
      saved_modes_ = modes_;
      return;
    case sequence_key("?r"):
      return restore_saved_modes(sequence);
    case sequence_key("r"):
      margins_ = sequence.present != 0;
      return;
    case sequence_key(" q"):
      cursor_style_ = sequence.value_or(0, 0) != 0;
      return;
    case sequence_key("\"q"):
      if (sequence.value_or(0, 0) <= 2) protected_ = sequence.value_or(0, 0) == 1;
      return;
    case sequence_key("*x"):
      if (sequence.value_or(0, 0) <= 2) attribute_rectangles_ = sequence.value_or(0, 0) == 2;
      return;
    case sequence_key(">m"):
      modify_other_keys_ = sequence.value_or(0, 0) == 4 && sequence.value_or(1, 0) != 0;
      return;
    case sequence_key(">u"):
      return on_keyboard('>', sequence);
    case sequence_key("<u"):
      return on_keyboard('<', sequence);
    case sequence_key("=u"):
      return on_keyboard('=', sequence);
    default:
      return;
  }
}

void TerminalRestorer::on_escape(std::uint32_t key) {
  switch (key) {
    case sequence_key('\0', '\0', '\0', '='):
      keypad_ = true;
      return;
    case sequence_key('\0', '\0', '\0', '>'):
      keypad_ = false;
      return;
    case sequence_key("n"):
    case sequence_key("o"):
      shifted_out_ = true;
      return;
    case sequence_key("7"):
      saved_protected_ = protected_;
      return;
    case sequence_key("8"):
      protected_ = protected_ || saved_protected_;
      return;
    case sequence_key("c"): {
      // A full reset undoes it all; only an unfinished token could not have contained it.
      term::Tokenizer tokenizer = std::move(tokenizer_);
      *this = TerminalRestorer{};
      tokenizer_ = std::move(tokenizer);
      return;
    }
    default:
      break;
  }
  const auto slot = kCharsetFinals.find(static_cast<char>((key >> 16) & 0xff));
  if (slot == base::ByteView::npos || ((key >> 16) & 0xff) == 0) return;
  const auto bit = static_cast<std::uint8_t>(1U << slot);
  const bool ascii = (key & 0xff) == 'B' && ((key >> 8) & 0xff) == 0;
  charsets_ = static_cast<std::uint8_t>(ascii ? charsets_ & ~bit : charsets_ | bit);
}

void TerminalRestorer::on_color(std::uint32_t number, base::ByteView arguments) {
  // OSC 10 takes several colours: the second is OSC 11's, the third OSC 12's.
  for (std::size_t slot = number - 10; slot < dynamic_colors_.size() && !arguments.empty(); ++slot) {
    const base::ByteView color = arguments.substr(0, arguments.find(';'));
    arguments.remove_prefix(std::min(color.size() + 1, arguments.size()));
    if (!color.empty() && color != "?") dynamic_colors_[slot] = true;
  }
}

void TerminalRestorer::on_string(const term::ControlString& string) {
  if (string.kind != term::StringKind::osc || string.end == term::StringEnd::cancelled) return;
  base::ByteView arguments = string.payload;
  const std::optional<std::uint32_t> number = take_number(arguments);
  if (!number) return;
  switch (*number) {
    case 4:
      palette_ = true;
      return;
    case 104:
      palette_ = palette_ && !arguments.empty();
      return;
    case 10:
    case 11:
    case 12:
      return on_color(*number, arguments);
    case 110:
    case 111:
    case 112:
      dynamic_colors_[*number - 110] = false;
      return;
    case 8: {
      const std::size_t uri = arguments.find(';');
      link_open_ = uri != base::ByteView::npos && uri + 1 < arguments.size();
      return;
    }
    case 22:
      pointer_ = !arguments.empty();
      return;
    default:
      return;
  }
}

/// Ends whatever sequence was cut off, so that the next byte is read as what it is.
void TerminalRestorer::append_close(base::ByteBuffer& out) const {
  if (tokenizer_.in_string()) {
    out.append("\x1b\\");
  } else if (tokenizer_.is_mid_token()) {
    out.push_back('\x18');
  }
}

void TerminalRestorer::append_keyboard(const Keyboard& keyboard, base::ByteBuffer& out) {
  if (keyboard.levels > 0) fmt::format_to(std::back_inserter(out), "\x1b[<{}u", keyboard.levels);
  if (keyboard.base_changed) out.append("\x1b[=0;1u");
}

void TerminalRestorer::append_leave(base::ByteBuffer& out) const {
  append_keyboard(keyboards_[1], out);
  fmt::format_to(std::back_inserter(out), "\x1b[?{}l", alternate_mode_);
}

void TerminalRestorer::append_modes(base::ByteBuffer& out) const {
  for (const term::ModeRow& row : term::kModeTable) {
    const bool initial = row.initial == term::ModeDefault::on;
    if (row.outer_reset == term::OuterReset::no || modes_.test(row.mode) == initial) continue;
    fmt::format_to(std::back_inserter(out), "\x1b[{}{}{}", row.kind == term::ModeKind::dec ? "?" : "",
                   row.number, initial ? 'h' : 'l');
  }
  if (margins_) out.append("\x1b[r");
  out.append("\x1b[0m");
  if (cursor_style_) out.append("\x1b[0 q");
  if (protected_) out.append("\x1b[0\"q");
  if (attribute_rectangles_) out.append("\x1b[*x");
  if (keypad_) out.append("\x1b>");
  if (modify_other_keys_) out.append("\x1b[>4;0m");
  for (std::size_t slot = 0; slot < kCharsetFinals.size(); ++slot) {
    if (((charsets_ >> slot) & 1U) == 0) continue;
    out.append("\x1b").push_back(kCharsetFinals[slot]);
    out.push_back('B');
  }
  if (shifted_out_) out.push_back('\x0f');
}

void TerminalRestorer::append_strings(base::ByteBuffer& out) const {
  if (link_open_) out.append("\x1b]8;;\x1b\\");
  if (palette_) out.append(term::kResetPalette);
  if (dynamic_colors_[0]) out.append(term::kResetForeground);
  if (dynamic_colors_[1]) out.append(term::kResetBackground);
  if (dynamic_colors_[2]) out.append(term::kResetCursorColor);
  if (pointer_) out.append(term::kResetPointerShape);
}

base::ByteBuffer TerminalRestorer::undo_all() const {
  base::ByteBuffer out;
  append_close(out);
  if (on_alternate()) {
    append_leave(out);
  } else if (keyboards_[1].in_use()) {
    // A program left the alternate screen without popping what it had pushed there.
    out.append(kEnterAlternate);
    append_keyboard(keyboards_[1], out);
    out.append(term::kLeaveAlternate);
  }
  append_keyboard(keyboards_[0], out);
  append_modes(out);
  append_strings(out);
  return out;
}

base::ByteBuffer TerminalRestorer::undo_before(base::ByteView picture) const {
  const bool stays = on_alternate() && picture.starts_with(kEnterAlternate);
  if (!stays || keyboards_[0].in_use()) return undo_all();
  base::ByteBuffer out;
  append_close(out);
  append_keyboard(keyboards_[1], out);
  append_modes(out);
  append_strings(out);
  return out;
}

}  // namespace pty::attach
