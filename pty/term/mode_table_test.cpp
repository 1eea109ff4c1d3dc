#include "pty/term/mode_table.hpp"

#include <gtest/gtest.h>

#include "pty/term/terminal_reset.hpp"

namespace pty::term {
namespace {

TEST(ModeTable, FindsEveryRowByKindAndNumberAndNothingElse) {
  for (const ModeRow& row : kModeTable) EXPECT_EQ(find_mode(row.kind, row.number), row.mode) << row.name;
  EXPECT_EQ(find_mode(ModeKind::dec, 2), std::nullopt);
  EXPECT_EQ(find_mode(ModeKind::ansi, 25), std::nullopt);
  EXPECT_EQ(find_mode(ModeKind::dec, 65535), std::nullopt);
}

TEST(ModeTable, EveryModeHasANameAndASentence) {
  for (const ModeRow& row : kModeTable) {
    EXPECT_FALSE(row.name.empty()) << row.number;
    EXPECT_TRUE(row.text.ends_with('.')) << row.name;
  }
}

TEST(ModeTable, ModesStartWithTheirDefaults) {
  const ModeSet modes;
  EXPECT_TRUE(modes.test(Mode::autowrap));
  EXPECT_TRUE(modes.test(Mode::cursor_visible));
  EXPECT_FALSE(modes.test(Mode::origin));
}

// D-116
TEST(TerminalReset, HoldsTheEighteenSequencesInOrder) {
  EXPECT_EQ(std::count(kTerminalReset.begin(), kTerminalReset.end(), '\x1b'), 18);
  EXPECT_TRUE(kTerminalReset.starts_with("\x1b[?1049l\x1b[?1l\x1b[?7h"));
  EXPECT_TRUE(kTerminalReset.ends_with("\x1b>\x1b(B\x1b[<99u"));
}

}  // namespace
}  // namespace pty::term
