#include "pty/vt/osc_commands.hpp"

#include <gtest/gtest.h>

#include "pty/vt/dump_restore.hpp"
#include "pty/vt/same_state.hpp"
#include "pty/vt/terminal_fixture.hpp"

namespace pty::vt {
namespace {

TEST(OscCommands, LinksBelongToCells) {
  TestTerminal t({1, 10});
  t.write("\x1b]8;a=b:id=7;http://x/\x1b\\ab\x1b]8;;\x1b\\c");
  const RowView row = t.terminal.row(0);
  ASSERT_NE(row.cells[0].link(), 0);
  EXPECT_EQ(row.cells[0].link(), row.cells[1].link());
  EXPECT_EQ(t.terminal.link(row.cells[0].link()), (Link{"http://x/", "7"}));
  EXPECT_EQ(row.cells[2].link(), 0);
}

TEST(OscCommands, ManyLinksAreCollectedAndTooLongOnesDropped) {
  TestTerminal t({2, 10});
  for (int i = 0; i < 50'000; ++i) t.write("\x1b]8;;http://x/" + std::to_string(i) + "\ax");
  EXPECT_LE(t.terminal.state().tables.links.size(), kMaxLinks);
  EXPECT_NE(t.terminal.row(t.terminal.cursor().row).cells[0].link(), 0);
  t.write("\r\x1b]8;;" + std::string(5000, 'u') + "\ay");
  EXPECT_EQ(t.terminal.row(t.terminal.cursor().row).cells[0].link(), 0);
}

TEST(OscCommands, EveryLinkThatCanBeSeenIsKept) {
  std::string output;
  for (int i = 0; i < 13'000; ++i) output += "\x1b]8;;http://x/" + std::to_string(i) + "\ax";
  TestTerminal t({50, 200});
  t.write(output);
  const std::string last = "http://x/12999";
  EXPECT_EQ(t.terminal.link(t.terminal.row(49).cells[199].link()).uri, last);
  for (std::uint16_t row = 0; row < 50; ++row)
    for (std::uint16_t col = 0; col < 200; ++col)
      ASSERT_NE(t.terminal.row(row).cells[col].link(), 0) << row << "," << col;
  Terminal copy({50, 200});
  copy.write(restore_dump(t.terminal));
  EXPECT_EQ(same_state(t.terminal, copy), std::nullopt);
}

// D-084
TEST(OscCommands, ColoursCanBeChangedAskedForAndReset) {
  TestTerminal t;
  t.write("\x1b]4;1;rgb:ff/80/00;300;#fff\a\x1b]10;#112233;rgb:4/5/6;red\a");
  EXPECT_EQ(t.terminal.state().palette.at(1), (term::Rgb{255, 128, 0}));
  EXPECT_EQ(t.terminal.state().palette.background, (term::Rgb{0x44, 0x55, 0x66}));
  EXPECT_EQ(t.terminal.state().palette.cursor, (term::Rgb{255, 0, 0}));
  t.write("\x1b]104;1\a\x1b]110\a\x1b]111\a\x1b]112\a");
  EXPECT_EQ(t.terminal.state().palette, Palette{});
  t.write("\x1b]11;?\a");
  EXPECT_EQ(t.terminal.take_replies(), "\x1b]11;rgb:0000/0000/0000\a");
}

TEST(OscCommands, DirectoryPointerAndTitleStackAreKept) {
  TestTerminal t;
  t.write("\x1b]7;file://h/tmp\a\x1b]22;pointer\a\x1b]0;one\a");
  EXPECT_EQ(t.terminal.working_directory(), "file://h/tmp");
  EXPECT_EQ(t.terminal.state().pointer_shape, "pointer");
  for (int i = 0; i < 100; ++i) t.write("\x1b[22;0t");
  EXPECT_EQ(t.terminal.state().title_stack.size(), kMaxTitleStack);
}

TEST(OscCommands, PromptMarksColourWhatIsPrinted) {
  TestTerminal t({2, 20});
  t.write("\x1b]133;A\a$ \x1b]133;B\als\r\n\x1b]133;C\aout");
  EXPECT_TRUE(t.terminal.row(0).has(RowFlag::prompt));
  EXPECT_EQ(t.terminal.row(0).cells[0].semantic(), Semantic::prompt);
  EXPECT_EQ(t.terminal.row(0).cells[2].semantic(), Semantic::input);
  EXPECT_EQ(t.terminal.row(1).cells[0].semantic(), Semantic::output);
  EXPECT_TRUE(t.terminal.row(1).has(RowFlag::output));
}

TEST(OscCommands, CancelledStringsHaveNoEffect) {
  TestTerminal t;
  t.write("\x1b]2;no\x18\x1b]2;no\x1a");
  EXPECT_EQ(t.terminal.title(), "");
}

}  // namespace
}  // namespace pty::vt
