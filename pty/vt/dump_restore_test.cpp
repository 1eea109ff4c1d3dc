#include "pty/vt/dump_restore.hpp"

#include <gtest/gtest.h>

#include <string>

#include "pty/vt/dump_peek.hpp"
#include "pty/vt/dump_plain.hpp"
#include "pty/vt/same_state.hpp"
#include "pty/vt/terminal_state.hpp"

namespace pty::vt {
namespace {

constexpr std::string_view kEnterAlternate = "\x1b[?1049h";

std::string dump_of(const std::string& output, base::Size size = {24, 80}) {
  Terminal terminal(size);
  terminal.write(output);
  return restore_dump(terminal);
}

bool contains(const std::string& dump, std::string_view part) {
  return dump.find(part) != dump.npos;
}

std::string numbered_lines(int count) {
  std::string out;
  for (int i = 1; i <= count; ++i) out += "line " + std::to_string(i) + "\r\n";
  return out;
}

// D-059
TEST(DumpRestore, MouseModesAreThereWhenSetAndAbsentWhenReset) {
  const std::string set = dump_of("\x1b[?1000h\x1b[?1002h\x1b[?1003h\x1b[?1006h\x1b[?25l");
  for (const char* mode : {"\x1b[?1000h", "\x1b[?1002h", "\x1b[?1003h", "\x1b[?1006h", "\x1b[?25l"})
    EXPECT_TRUE(contains(set, mode)) << mode;
  const std::string reset = dump_of("\x1b[?1000h\x1b[?1006h\x1b[?25l\x1b[?1000l\x1b[?1006l\x1b[?25h");
  for (const char* mode : {"?1000", "?1006", "?25"}) EXPECT_FALSE(contains(reset, mode)) << mode;
}

// D-060
TEST(DumpRestore, KeyboardLevelsComeOnePushEach) {
  EXPECT_TRUE(contains(dump_of("\x1b[>1u\x1b[>7u"), "\x1b[>1u\x1b[>7u"));
  EXPECT_FALSE(contains(dump_of("\x1b[>1u\x1b[>7u\x1b[<u"), "\x1b[>7u"));
  EXPECT_FALSE(contains(dump_of("\x1b[>1u\x1b[<5u"), "\x1b[>1u"));
}

// D-063
TEST(DumpRestore, ResetsClearEveryMode) {
  const std::string modes = "\x1b[?1002h\x1b[?1006h\x1b[?25l\x1b[>7u\x1b[?2004h\x1b[4h";
  const Terminal fresh({24, 80});
  EXPECT_EQ(dump_of(modes + "\x1b"
                            "c"),
            restore_dump(fresh));
  EXPECT_EQ(dump_of(modes + "\x1b[!p"), restore_dump(fresh));
}

// D-064
TEST(DumpRestore, StartsWithTheAlternateScreenExactlyWhenItIsActive) {
  for (const char* enter : {"\x1b[?1049h", "\x1b[?1047h", "\x1b[?47h"})
    EXPECT_TRUE(dump_of(std::string("primary") + enter + "alternate").starts_with(kEnterAlternate)) << enter;
  EXPECT_FALSE(dump_of("primary").starts_with(kEnterAlternate));
  EXPECT_FALSE(dump_of("primary\x1b[?1049halternate\x1b[?1049l").starts_with(kEnterAlternate));
}

// D-065
TEST(DumpRestore, AnAlternateRestoreHasNoPrimaryText) {
  const std::string dump = dump_of(numbered_lines(50) + "\x1b[?1049h\x1b[Hpicture");
  EXPECT_TRUE(contains(dump, "picture"));
  EXPECT_FALSE(contains(dump, "line"));
}

// D-066
TEST(DumpRestore, TheRepaintBringsThePrimaryBack) {
  Terminal terminal({5, 20});
  terminal.write("\x1b[31mred\x1b[0m prompt$ \x1b[?1049h\x1b[Hpicture");
  Terminal late({5, 20});
  late.write(restore_dump(terminal));
  terminal.write("\x1b[?1049l");
  late.write("\x1b[?1049l");
  late.write(primary_repaint(terminal));
  EXPECT_EQ(same_state(terminal, late), std::nullopt);
}

// D-067
TEST(DumpRestore, StaysBelowItsBoundByLeavingOutTheOldestLines) {
  Terminal terminal({24, 200});
  for (int i = 0; i < 3'000; ++i) {
    std::string line;
    for (int k = 0; k < 180; ++k) line += "\x1b[38;2;" + std::to_string((i + k) % 256) + ";1;2mx";
    terminal.write(line + "\x1b[0m " + std::to_string(i) + "\r\n");
  }
  RestoreOptions options;
  options.max_bytes = 1'000'000;
  const std::string dump = restore_dump(terminal, options);
  EXPECT_LE(dump.size(), options.max_bytes);
  EXPECT_GT(dump.size(), options.max_bytes / 2);
  Terminal late({24, 200});
  late.write(dump);
  const std::string text = plain_text(late, Extent::full);
  const std::string whole = plain_text(terminal, Extent::full);
  EXPECT_EQ(whole.substr(whole.size() - text.size()), text);
}

// D-067
TEST(DumpRestore, WhatIsLeftOfTheHistoryKeepsItsLooks) {
  std::string output;
  for (int i = 0; i < 400; ++i) {
    const std::string number = std::to_string(i);
    if (i % 50 == 0) output += "\x1b[4" + std::to_string(i / 50) + "m\x1b]8;;http://" + number + "/\a";
    if (i % 70 == 0) output += i % 140 == 0 ? "\x1b[1\"q" : "\x1b[0\"q";
    output += "line " + number + std::string(static_cast<std::size_t>(i % 30), 'x') + "\r\n";
  }
  Terminal terminal({4, 40});
  terminal.write(output);
  const std::size_t whole = restore_dump(terminal).size();
  for (std::size_t limit = 500; limit < whole; limit += 1777) {
    const std::string dump = restore_dump(terminal, {limit});
    Terminal late({4, 40});
    late.write(dump);
    const std::size_t lines = late.state().history.lines();
    EXPECT_TRUE(dump.size() <= limit || lines == 0) << limit;
    EXPECT_TRUE(dump.size() + 3500 > limit) << limit << " would hold more than " << dump.size();
    TerminalOptions short_memory;
    short_memory.history_lines = lines;
    Terminal expected({4, 40}, short_memory);
    expected.write(output);
    EXPECT_EQ(same_state(expected, late), std::nullopt) << limit;
  }
}

// D-068
// D-056, D-058
TEST(DumpRestore, TheViewportIsThatOfATerminalWithoutHistory) {
  TerminalOptions options;
  options.history_lines = 0;
  Terminal bare({5, 20}, options);
  Terminal full({5, 20});
  const std::string output = numbered_lines(40) + "a line that is wrapped over the top of the screen" +
                             std::string(60, '.') + "\x1b]2;title\x07\x1b[?2004h\x1b[>5u\x1b[31mred";
  full.write(output);
  RestoreOptions viewport;
  viewport.extent = Extent::viewport;
  bare.write(restore_dump(full));
  Terminal restored({5, 20});
  restored.write(restore_dump(full, viewport));
  EXPECT_EQ(restored.history_rows(), 0U);
  EXPECT_EQ(restore_dump(restored), restore_dump(bare));
}

TEST(DumpRestore, AsksNothingAndRingsNothing) {
  Terminal late({24, 80});
  late.write(
      dump_of(numbered_lines(40) + "\a\x1b[c\x1b[6n\x1b]10;?\x1b\\\x1b]9;hello\a\x1b]0;title\a\x1b[?2048h"));
  EXPECT_EQ(late.take_replies(), "");
  for (const Event& event : late.take_events()) EXPECT_EQ(event.kind, EventKind::title_change);
}

// D-049, D-050
TEST(DumpRestore, ColoursStayWhatTheyWere) {
  const std::string dump = dump_of("\x1b[38;2;1;2;3ma\x1b[48;2;4;5;6mb\x1b[38;5;200mc\r\n");
  for (const char* part : {"38;2;1;2;3", "48;2;4;5;6", "38;5;200"}) EXPECT_TRUE(contains(dump, part)) << part;
}

// D-075
TEST(DumpPeek, NeverSwitchesScreensAndShowsTheActiveOne) {
  Terminal terminal({24, 80});
  terminal.write(numbered_lines(50) + "\x1b[?1049h\x1b[Hpicture\x1b[?1000h\x1b[?25l");
  for (const Extent extent : {Extent::viewport, Extent::full}) {
    const std::string dump = peek_dump(terminal, extent);
    EXPECT_FALSE(contains(dump, "1049"));
    EXPECT_FALSE(contains(dump, "line"));
    EXPECT_TRUE(contains(dump, "picture"));
    EXPECT_TRUE(contains(dump, "\x1b[?1000h"));
    EXPECT_TRUE(contains(dump, "\x1b[?25l"));
  }
}

// D-074
TEST(DumpPeek, FullHasTheHistoryAndViewportHasNot) {
  Terminal terminal({24, 80});
  terminal.write(numbered_lines(50));
  EXPECT_TRUE(contains(peek_dump(terminal, Extent::full), "line 1\r\n"));
  EXPECT_FALSE(contains(peek_dump(terminal, Extent::viewport), "line 1\r\n"));
}

// The comparison itself: each of these is a difference.
TEST(SameState, SeesEveryKindOfDifference) {
  for (const char* change : {"x",
                             "\x1b[31m",
                             "\x1b[2;2H",
                             "\x1b[?7l",
                             "\x1b[2;4r",
                             "\x1b[?69h",
                             "\x1bH",
                             "\x1b(0",
                             "\x0e",
                             "\x1b"
                             "7\x1b[3;3H\x1b"
                             "7",
                             "\x1b[>1u",
                             "\x1b[>4;2m",
                             "\x1b]2;t\x1b\\",
                             "\x1b]1;i\x1b\\",
                             "\x1b]7;file:///\x1b\\",
                             "\x1b]4;1;#123456\x1b\\",
                             "\x1b]8;;http://a\x1b\\",
                             "\x1b[1\"q",
                             "\x1b[3 q",
                             "\x1b[?1049h",
                             "\x1b[22;0t",
                             "\n\n\n\n\n\n",
                             "\x1b]133;A\x1b\\"}) {
    const Terminal plain({5, 20});
    Terminal changed({5, 20});
    changed.write(change);
    EXPECT_NE(same_state(plain, changed), std::nullopt) << change;
  }
}

}  // namespace
}  // namespace pty::vt
