#pragma once
// For tests: an outer terminal in a state of its own, what a session can do to it, and what must be as before
// when the session has been left.

#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "pty/base/bytes.hpp"
#include "pty/base/size.hpp"
#include "pty/term/mode_table.hpp"
#include "pty/term/tokenizer.hpp"
#include "pty/vt/dump_plain.hpp"
#include "pty/vt/terminal.hpp"
#include "pty/vt/terminal_state.hpp"

namespace pty::attach {

/// Keeps what terminals have and the emulator passes: colours of pointer and selection, special colours,
/// progress, modified keys; and modes of which nobody knows what they were.
struct OuterExtras {
  static const char* print(const char* /*p*/, const char* end) { return end; }
  static void print_invalid() {}
  static void control(std::uint8_t /*c0*/) {}
  static void escape(std::uint32_t /*key*/) {}
  void csi(const term::CsiSequence& sequence) {
    if (sequence.key == term::sequence_key("?h") || sequence.key == term::sequence_key("?l"))
      note_unknown_modes(sequence);
    if (sequence.key != term::sequence_key(">m") || sequence.value_or(0, 4) == 4) return;
    put("modified keys " + std::to_string(sequence.values[0]),
        sequence.count > 1 ? std::to_string(sequence.values[1]) : "");
  }
  void string(const term::ControlString& string) {
    const std::string_view text = string.payload;
    if (string.kind != term::StringKind::osc) return;
    for (const std::string_view number : {"5", "13", "14", "17", "19"}) {
      if (text.starts_with(std::string(number) + ";")) put(number, text.substr(number.size() + 1));
      if (text == std::to_string(100 + std::stoi(std::string(number)))) put(number, "");
    }
    if (text.starts_with("9;4;")) put("progress", text[4] == '0' ? "" : text.substr(4));
  }
  /// Whatever they were before, they are not any more.
  void note_unknown_modes(const term::CsiSequence& sequence) {
    for (std::size_t i = 0; i < sequence.count; ++i) {
      const auto mode = term::find_mode(term::ModeKind::dec, sequence.values[i]);
      if (!mode || *mode == term::Mode::alternate_scroll)
        put(fmt::format("mode {}", sequence.values[i]), "?");
    }
  }
  void put(std::string_view name, std::string_view value) {
    if (value.empty()) {
      values.erase(std::string(name));
    } else {
      values[std::string(name)] = value;
    }
  }
  std::map<std::string, std::string> values;
};

/// A person's terminal with what the shell before has left on it and must find again.
class OuterBefore {
 public:
  static constexpr base::ByteView kTouched =
      "\x1b]2;shell\x1b\\\x1b]1;icon\x1b\\\x1b[22;0t\x1b]2;a directory\x1b\\"
      "\x1b[>1u\x1b[>5u\x1b[?1049h\x1b[>3u\x1b[?1049l\x1b[?2027h"
      "first words\r\nsecond words\r\n$ pty attach box\r\n";

  enum class Use : std::uint8_t { fresh, touched };

  explicit OuterBefore(base::Size size = {24, 80}, Use use = Use::touched) : terminal(size) {
    if (use == Use::touched) write(kTouched);
  }

  void write(base::ByteView bytes) {
    terminal.write(bytes);
    tokenizer_.feed(bytes, extras);
  }

  vt::Terminal terminal;
  OuterExtras extras;

 private:
  term::Tokenizer tokenizer_;
};

namespace leaving {

inline std::string words_of(const vt::KeyboardStack& keyboard) {
  std::string out = fmt::format("base {}", keyboard.base());
  for (const std::uint8_t flags : keyboard.levels()) out += fmt::format(" {}", flags);
  return out;
}

inline std::string words_of(const vt::SavedCursor& saved) {
  const vt::Charsets& sets = saved.charsets;
  return fmt::format("{} {} {} {} {} {} {}", saved.pen.style == term::Style{}, saved.pen.is_protected,
                     saved.origin, sets.designated == vt::Charsets{}.designated, sets.gl, sets.gr,
                     static_cast<int>(sets.single_shift));
}

}  // namespace leaving

/// What differs from a terminal that has seen no session, in words.
inline std::vector<std::string> differences(const vt::TerminalState& before, const vt::TerminalState& after) {
  std::vector<std::string> out;
  const auto same = [&](bool is_same, std::string_view what) {
    if (!is_same) out.emplace_back(what);
  };
  for (const term::ModeRow& row : term::kModeTable) {
    // The number of columns is a wish to the window, not a mode that anybody leaves behind.
    if (row.mode == term::Mode::columns_132) continue;
    same(before.mode(row.mode) == after.mode(row.mode), row.name);
    // Its saved value is what it is brought back from.
    if (row.mode == term::Mode::grapheme_clusters) continue;
    same(before.saved_modes.test(row.mode) == after.saved_modes.test(row.mode),
         fmt::format("saved {}", row.name));
  }
  const vt::ScreenState fresh(before.size);
  const auto& hidden = [&fresh](const vt::TerminalState& state) -> const vt::ScreenState& {
    return state.alternate ? *state.alternate : fresh;
  };
  const auto words = [](const auto& value) { return leaving::words_of(value); };
  same(before.on_alternate() == after.on_alternate(), "alternate screen");
  same(words(before.primary.keyboard) == words(after.primary.keyboard),
       "keyboard: " + words(after.primary.keyboard));
  same(words(hidden(before).keyboard) == words(hidden(after).keyboard),
       "keyboard 2: " + words(hidden(after).keyboard));
  same(words(before.primary.saved) == words(after.primary.saved), "saved cursor");
  same(words(hidden(before).saved) == words(hidden(after).saved), "saved cursor 2");
  same(before.margins == after.margins, "margins");
  same(before.pen == after.pen, "rendition");
  same(before.pen_link == after.pen_link, "hyperlink");
  same(before.charsets == after.charsets, "charsets");
  same(before.cursor_shape == after.cursor_shape, "cursor shape");
  same(before.attribute_extent == after.attribute_extent, "area shape");
  same(before.tab_stops == after.tab_stops, "tab stops");
  same(before.mouse_order == after.mouse_order, "mouse");
  same(before.modify_other_keys == after.modify_other_keys, "modifyOtherKeys");
  same(before.title == after.title, "title: " + after.title);
  same(before.icon == after.icon, "icon: " + after.icon);
  same(before.title_stack == after.title_stack, "title stack");
  same(before.working_directory == after.working_directory, "working directory");
  same(before.pointer_shape == after.pointer_shape, "pointer shape");
  same(before.palette == after.palette, "palette");
  return out;
}

/// The same, with what the emulator does not keep, and that nothing of the person's was lost from the screen.
inline std::vector<std::string> differences(const OuterBefore& before, const OuterBefore& after) {
  std::vector<std::string> out = differences(before.terminal.state(), after.terminal.state());
  for (const auto& [name, value] : after.extras.values) out.push_back(name + " " + value);
  const std::string text = vt::plain_text(after.terminal, vt::Extent::full) + "\n";
  for (const std::string_view line : {"first words\n", "second words\n", "$ pty attach box\n"})
    if (text.find(line) == text.npos) out.push_back("lost: " + std::string(line));
  return out;
}

/// What brings a state about: by the name of its row, of which there may be several.
struct Exercise {
  std::string row;
  std::string bytes;
};

/// One of each, and the ways around.
inline std::vector<Exercise> exercises() {
  std::vector<Exercise> all{
      {"saved modes", "\x1b[?1003h\x1b[?1003s\x1b[?1003l"},
      {"GRAPHEMES", "\x1b[?2027l"},
      {"GRAPHEMES", "\x1b[?2027h\x1b[?2027s\x1b[?2027l\x1b[?2027r"},
      {"margins", "\x1b[3;9r"},
      {"margins", "\x1b[?69h\x1b[5;9s\x1b[3;9r\x1b[?6h"},
      {"rendition", "\x1b[1;4;38;5;9m"},
      {"rendition", "\x1b[7m\x1b[?1049h\x1b[m"},
      {"cursor shape", "\x1b[4 q"},
      {"cursor shape", "\x1b[?12h"},
      {"protection", "\x1b[1\"q"},
      {"area shape", "\x1b[2*x"},
      {"keypad", "\x1b="},
      {"modifyOtherKeys", "\x1b[>4;2m"},
      {"modified keys", "\x1b[>1;3m\x1b[>2;1m"},
      {"G0", "\x1b(0"},
      {"G1", "\x1b)0"},
      {"G2", "\x1b*A"},
      {"G3", "\x1b+K"},
      {"G0", "\x1b(0\x1b[?1049h\x1b(B"},
      {"left shift", "\x0e"},
      {"left shift", "\x1bo"},
      {"right shift", "\x1b~"},
      {"hyperlink", "\x1b]8;;http://localhost/\x1b\\"},
      {"tab stops", "\x1b[3g\x1b[5G\x1bH"},
      {"palette", "\x1b]4;1;#123456;2;#654321\x1b\\"},
      {"special colours", "\x1b]5;0;#123456\x1b\\"},
      {"foreground", "\x1b]10;#123456\x1b\\"},
      {"background", "\x1b]11;#123456\x1b\\"},
      {"background", "\x1b]10;#123456;#654321\x1b\\"},
      {"cursor colour", "\x1b]12;#123456\x1b\\"},
      {"pointer colour", "\x1b]13;#123456\x1b\\"},
      {"pointer background", "\x1b]14;#123456\x1b\\"},
      {"selection background", "\x1b]17;#123456\x1b\\"},
      {"selection foreground", "\x1b]19;#123456\x1b\\"},
      {"pointer shape", "\x1b]22;text\x1b\\"},
      {"progress", "\x1b]9;4;1;50\x1b\\"},
      {"working directory", "\x1b]7;file://localhost/elsewhere\x1b\\"},
      {"title", "\x1b]2;editor\x1b\\"},
      {"title", "\x1b]0;editor\x1b\\\x1b[22;0t\x1b]1;two\x1b\\\x1b[22;2t"},
      {"title", "\x1b[23;0t\x1b[23;0t\x1b]2;editor\x1b\\\x1b[23;0t"},
      {"saved cursor", "\x1b(0\x1b[1m\x1b[5;5H\x1b\x37\x1b(B\x1b[m"},
      {"saved cursor", "\x1b(0\x1b[?1048h\x1b(B"},
      {"saved cursor 2", "\x1b[?1049h\x1b(0\x1b\x37\x1b(B"},
      {"keyboard", "\x1b[>1u\x1b[>7u"},
      {"keyboard", "\x1b[=3;1u"},
      {"keyboard", "\x1b[>1u\x1b[<99u\x1b[<u\x1b[>9u"},
      {"keyboard 2", "\x1b[?1049h\x1b[>1u\x1b[=3;1u\x1b[>7u"},
      {"keyboard 2", "\x1b[?1049h\x1b[>1u\x1b[?1049l"},
      {"keyboard 2", "\x1b[?1049h\x1b[=3;1u"},
      {"alternate screen", "\x1b[?1049hfull screen"},
      {"withheld modes", "\x1b[?1001h\x1b[?1034;1036;1039;1046h\x1b[?80;25;1070h\x1b[?9001h"},
      {"withheld modes", "\x1b[?1007h\x1b[?1007s\x1b[?1007l\x1b[?1007r\x1b[?1034;1002h"},
      {"alternate screen", "\x1b[?1047h"},
      {"alternate screen", "\x1b[?47h"},
      {"alternate screen", "\x1b[?1049h\x1b[?1049l\x1b[?1049h"},
  };
  for (const term::ModeRow& row : term::kModeTable)
    if (row.outer_reset == term::OuterReset::yes)
      all.push_back(
          {std::string(row.name), fmt::format("\x1b[{}{}{}", row.kind == term::ModeKind::dec ? "?" : "",
                                              row.number, row.initial == term::ModeDefault::on ? 'l' : 'h')});
  return all;
}

/// All of it, one after the other, on both screens; ends on the alternate one.
inline std::string everything() {
  std::string primary;
  std::string alternate;
  for (const Exercise& one : exercises()) {
    const bool leaves = one.row == "SYNC_OUTPUT" || one.bytes.find("\x1b[?1049") != std::string::npos ||
                        one.bytes.find("47h") != std::string::npos;
    if (!leaves) primary += one.bytes;
    if (one.row != "alternate screen") alternate += one.bytes;
  }
  return primary + "\x1b[?1049h" + alternate;
}

}  // namespace pty::attach
