// Cursor, erasing, editing, scrolling, tabs, rendition, modes and resets, each by what it leaves on the
// screen.

#include <gtest/gtest.h>

#include "pty/vt/rendition.hpp"
#include "pty/vt/terminal_fixture.hpp"

namespace pty::vt {
namespace {

using term::Mode;

TEST(CursorFunctions, MoveInsideTheScreenAndClamp) {
  TestTerminal t;
  EXPECT_EQ(t.write("\x1b[3;4H").cursor(), "2,3");
  EXPECT_EQ(t.write("\x1b[99;99H").cursor(), "4,9");
  EXPECT_EQ(t.write("\x1b[2A\x1b[3D").cursor(), "2,6");
  EXPECT_EQ(t.write("\x1b[E").cursor(), "3,0");
  EXPECT_EQ(t.write("\x1b[5G\x1b[2d").cursor(), "1,4");
  EXPECT_EQ(t.write("\x1b[F").cursor(), "0,0");
}

TEST(CursorFunctions, OriginModeAddressesTheMargins) {
  TestTerminal t;
  t.write("\x1b[2;4r\x1b[?6h");
  EXPECT_EQ(t.cursor(), "1,0");
  EXPECT_EQ(t.write("\x1b[9;9H").cursor(), "3,8");
  t.write("\x1b[?69h\x1b[3;5s");
  EXPECT_EQ(t.cursor(), "1,2");
  EXPECT_EQ(t.write("\x1b[9;9H").cursor(), "3,4");
}

TEST(CursorFunctions, SavingIsPerScreenAndCoversPenCharsetsAndOrigin) {
  TestTerminal t;
  t.write(
      "\x1b[2;3H\x1b[1m\x1b(0\x1b"
      "7\x1b[H\x1b[m\x1b(B\x1b"
      "8");
  EXPECT_EQ(t.cursor(), "1,2");
  t.write("q");
  EXPECT_EQ(t.row(1), "..\xe2\x94\x80");
  EXPECT_TRUE(t.style_at(1, 2).has(term::Attribute::bold));
  t.write(
      "\x1b[?47h\x1b"
      "8");
  EXPECT_EQ(t.cursor(), "0,0") << "nothing saved on the alternate screen";
}

TEST(CursorFunctions, ReverseWrapFollowsSoftWraps) {
  TestTerminal t({3, 4});
  t.write("abcdef\x1b[?45h\b\b\b");
  EXPECT_EQ(t.cursor(), "0,3");
  t.write("\r\b");
  EXPECT_EQ(t.cursor(), "0,0");
}

TEST(EraseFunctions, EraseInLineAndDisplay) {
  TestTerminal t({3, 5});
  t.write("aaaaabbbbbccccc\x1b[2;3H\x1b[K");
  EXPECT_EQ(t.screen(), "aaaaa|bb|ccccc");
  EXPECT_FALSE(t.terminal.row(1).has(RowFlag::wrapped)) << "the end of the line is gone";
  t.write("\x1b[1K");
  EXPECT_EQ(t.screen(), "aaaaa||ccccc");
  t.write("\x1b[J");
  EXPECT_EQ(t.screen(), "aaaaa||");
  t.write("\x1b[2J");
  EXPECT_EQ(t.screen(), "||");
  EXPECT_EQ(t.cursor(), "1,2");
}

TEST(EraseFunctions, ErasedCellsTakeTheBackgroundAndAreNotWritten) {
  TestTerminal t({2, 4});
  t.write("ab\x1b[41m\x1b[K");
  const RowView row = t.terminal.row(0);
  EXPECT_EQ(row.used, 4);
  EXPECT_FALSE(row.cells[3].is_written());
  EXPECT_EQ(t.style_at(0, 3).background, term::Color::indexed(1));
}

TEST(EraseFunctions, SelectiveErasingSparesProtectedCharacters) {
  TestTerminal t({1, 6});
  t.write("ab\x1b[1\"qcd\x1b[0\"qef\x1b[?2K");
  EXPECT_EQ(t.row(0), "..cd");
  t.write("\x1b[2K");
  EXPECT_EQ(t.row(0), "");
}

TEST(EraseFunctions, Ed3DropsTheHistoryAlone) {
  TestTerminal t({2, 4});
  t.write("a\r\nb\r\nc\r\nd");
  EXPECT_EQ(t.terminal.history_rows(), 2U);
  t.write("\x1b[3J");
  EXPECT_EQ(t.terminal.history_rows(), 0U);
  EXPECT_EQ(t.screen(), "c|d");
}

TEST(EditFunctions, InsertAndDeleteCharacters) {
  TestTerminal t({1, 6});
  t.write("abcdef\x1b[1;3H\x1b[2@");
  EXPECT_EQ(t.row(0), "ab..cd");
  t.write("\x1b[3P");
  EXPECT_EQ(t.row(0), "abd");
}

TEST(EditFunctions, InsertAndDeleteKeepWideCharactersWhole) {
  TestTerminal t({1, 6});
  t.write("\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad\x1b[1;2H\x1b[P");
  EXPECT_EQ(t.row(0), ".\xe4\xb8\xad\xe4\xb8\xad");
  t.write("\x1b[1;1H\x1b[2@");
  EXPECT_EQ(t.row(0), "...\xe4\xb8\xad") << "the last one was cut by the edge";
}

TEST(EditFunctions, InsertAndDeleteLinesInsideTheRegion) {
  TestTerminal t;
  t.write("a\r\nb\r\nc\r\nd\r\ne\x1b[2;4r\x1b[2;2H\x1b[L");
  EXPECT_EQ(t.screen(), "a||b|c|e");
  EXPECT_EQ(t.cursor(), "1,0");
  t.write("\x1b[2M");
  EXPECT_EQ(t.screen(), "a|c|||e");
  t.write("\x1b[5;1H\x1b[M");
  EXPECT_EQ(t.screen(), "a|c|||e") << "outside of the region";
}

TEST(Scrolling, OnlyTheTopOfThePrimaryScreenFeedsTheHistory) {
  TestTerminal t({3, 4});
  t.write("a\r\nb\r\nc\r\n");
  EXPECT_EQ(t.terminal.history_rows(), 1U);
  t.write("\x1b[2;3r\x1b[3;1H\n\n");
  EXPECT_EQ(t.terminal.history_rows(), 1U) << "a region below the top";
  t.write("\x1b[r\x1b[H\x1b[M");
  EXPECT_EQ(t.terminal.history_rows(), 1U) << "deleted lines are gone";
  t.write("\x1b[S");
  EXPECT_EQ(t.terminal.history_rows(), 2U);
  t.write("\x1b[?1049h\n\n\n\n\n\x1b[?1049l");
  EXPECT_EQ(t.terminal.history_rows(), 2U) << "the alternate screen has no history";
}

TEST(Scrolling, LeftAndRightMarginsScrollARectangle) {
  TestTerminal t({3, 6});
  t.write("abcdef\r\nghijkl\r\nmnopqr\x1b[?69h\x1b[2;4s\x1b[3;2H\n");
  EXPECT_EQ(t.screen(), "ahijef|gnopkl|m...qr");
  t.write("\x1b[1;2H\x1bM");
  EXPECT_EQ(t.screen(), "a...ef|ghijkl|mnopqr");
  EXPECT_EQ(t.terminal.history_rows(), 0U);
}

TEST(TabFunctions, StopsCanBeSetClearedAndWalked) {
  TestTerminal t({1, 20});
  EXPECT_EQ(t.write("\t").cursor(), "0,8");
  EXPECT_EQ(t.write("\x1b[Z").cursor(), "0,0");
  EXPECT_EQ(t.write("\x1b[4G\x1bH\r\t").cursor(), "0,3");
  EXPECT_EQ(t.write("\x1b[2I").cursor(), "0,16");
  EXPECT_EQ(t.write("\t\t").cursor(), "0,19");
  EXPECT_EQ(t.write("\x1b[3g\r\t").cursor(), "0,19");
}

TEST(Rendition, ReadsEveryFormOfColoursAndUnderlines) {
  TestTerminal t({1, 20});
  t.write(
      "\x1b[1;3;38;5;200;48;2;1;2;3mA\x1b[0;4:3;58:2::9:8:7;38:2:4:5:6mB\x1b[97;101;21;53mC\x1b[39;49;24;55;"
      "59mD");
  EXPECT_EQ(t.style_at(0, 0).foreground, term::Color::indexed(200));
  EXPECT_EQ(t.style_at(0, 0).background, term::Color::rgb({1, 2, 3}));
  EXPECT_TRUE(t.style_at(0, 0).has(term::Attribute::italic));
  EXPECT_EQ(t.style_at(0, 1).underline(), term::Underline::curly);
  EXPECT_EQ(t.style_at(0, 1).underline_color, term::Color::rgb({9, 8, 7}));
  EXPECT_EQ(t.style_at(0, 1).foreground, term::Color::rgb({4, 5, 6}));
  EXPECT_EQ(t.style_at(0, 2).foreground, term::Color::indexed(15));
  EXPECT_EQ(t.style_at(0, 2).underline(), term::Underline::twice);
  EXPECT_TRUE(t.style_at(0, 2).has(term::Attribute::overline));
  EXPECT_TRUE(t.style_at(0, 3).is_default());
}

TEST(Rendition, ParametersOfAStyleMakeThatStyle) {
  TestTerminal t({1, 20});
  t.write("\x1b[1;4:5;5;38;5;11;48;5;99;58;2;1;2;3;9mx");
  const term::Style style = t.style_at(0, 0);
  t.write("\x1b[m\r\x1b[" + rendition_parameters(style) + "my");
  EXPECT_EQ(t.style_at(0, 0), style);
}

TEST(Rendition, MoreStylesThanTheTableKeepsAreCollected) {
  TestTerminal t({2, 10});
  for (int i = 0; i < 100'000; ++i)
    t.write("\x1b[38;2;" + std::to_string(i >> 16) + ";" + std::to_string((i >> 8) & 255) + ";" +
            std::to_string(i & 255) + "mx");
  EXPECT_LT(t.terminal.state().tables.styles.size(), 10'000U);
  EXPECT_EQ(t.style_at(t.terminal.cursor().row, 0).foreground.kind(), term::ColorKind::rgb);
}

TEST(Rendition, StylesStayRightWhenTheyAreCollectedWhileTextWrapsAndScrolls) {
  TestTerminal t({2, 10});
  for (int i = 1; i < 30'000; ++i) {
    const term::Rgb color{static_cast<std::uint8_t>(i >> 16), static_cast<std::uint8_t>(i >> 8),
                          static_cast<std::uint8_t>(i)};
    t.write("\x1b[48;2;" + std::to_string(color.red) + ";" + std::to_string(color.green) + ";" +
            std::to_string(color.blue) + "m\xc3\xa9\xc3\xa9\xc3\xa9\xe4\xb8\xad\xe4\xb8\xad\xc3\xa9");
    const Cursor cursor = t.terminal.cursor();
    const auto col = static_cast<std::uint16_t>(cursor.pending_wrap ? cursor.col : cursor.col - 1);
    ASSERT_EQ(t.style_at(cursor.row, col).background, term::Color::rgb(color)) << i;
  }
}

TEST(Modes, TheAlternateScreenHasItsOwnCellsAndKeyboardLevels) {
  TestTerminal t;
  t.write("main\x1b[>1u\x1b[?1049h\x1b[>5u\x1b[>7ualt");
  EXPECT_TRUE(t.terminal.on_alternate());
  EXPECT_EQ(t.terminal.keyboard_levels().size(), 2U);
  EXPECT_EQ(t.row(0), "....alt");
  t.write("\x1b[?1049l");
  EXPECT_EQ(t.row(0), "main");
  EXPECT_EQ(t.cursor(), "0,4");
  EXPECT_EQ(t.terminal.keyboard_flags(), 1);
}

// D-060
TEST(Modes, KeyboardLevelsPushPopAndSet) {
  TestTerminal t;
  t.write("\x1b[<u\x1b[>1u\x1b[>3u\x1b[=8;2u");
  EXPECT_EQ(t.terminal.keyboard_flags(), 11);
  t.write("\x1b[=1;3u");
  EXPECT_EQ(t.terminal.keyboard_flags(), 10);
  t.write("\x1b[<9u");
  EXPECT_EQ(t.terminal.keyboard_flags(), 0);
  for (int i = 0; i < 100; ++i) t.write("\x1b[>1u");
  EXPECT_EQ(t.terminal.keyboard_levels().size(), kMaxKeyboardLevels);
}

// D-063
TEST(Resets, RisAndDecstrClearEveryMode) {
  for (const std::string_view reset : {"\x1b"
                                       "c",
                                       "\x1b[!p"}) {
    TestTerminal t;
    t.write(
         "\x1b[?1002h\x1b[?1006h\x1b[?25l\x1b[>7u\x1b[4h\x1b[?2004h\x1b[?6h\x1b[>4;2m\x1b[2 q\x1b(0\x1b[1m")
        .write(reset);
    EXPECT_EQ(t.terminal.state().modes, term::ModeSet{});
    EXPECT_EQ(t.terminal.keyboard_flags(), 0);
    EXPECT_EQ(t.terminal.modify_other_keys(), 0);
    EXPECT_EQ(t.terminal.cursor_shape(), 0);
    EXPECT_EQ(t.terminal.state().pen, Pen{});
    EXPECT_EQ(t.terminal.state().charsets, Charsets{});
  }
}

TEST(Resets, RisLeavesTheAlternateScreenAndClearsEverything) {
  TestTerminal t({2, 5});
  t.write(
      "a\r\nb\r\nc\x1b]2;t\a\x1b]4;1;#123456\a\x1b[?1049hx\x1b"
      "c");
  EXPECT_FALSE(t.terminal.on_alternate());
  EXPECT_EQ(t.screen(), "|");
  EXPECT_EQ(t.terminal.history_rows(), 0U);
  EXPECT_EQ(t.terminal.title(), "");
  EXPECT_EQ(t.terminal.state().palette, Palette{});
}

TEST(Resets, OtherTerminalsAreToldWhatDecstrReset) {
  TestTerminal t;
  t.write("\x1b[?2004h\x1b[>1u\x1b[!p");
  EXPECT_EQ(t.relay.everyone, "\x1b[?2004h\x1b[>1u\x1b[!p\x1b[?2004l\x1b[<1u");
}

TEST(Alignment, FillsTheScreenWithE) {
  TestTerminal t({2, 3});
  t.write("\x1b[1;1r\x1b#8");
  EXPECT_EQ(t.screen(), "EEE|EEE");
  EXPECT_EQ(t.cursor(), "0,0");
}

TEST(Memory, AnEmptyTerminalIsSmall) {
  const Terminal terminal({24, 80});
  EXPECT_LT(terminal.memory_bytes(), 100'000U);
}

TEST(Sizes, AreClamped) {
  EXPECT_EQ(Terminal::clamp_size({0, 0}), (base::Size{1, 2}));
  EXPECT_EQ(Terminal::clamp_size({65535, 65535}), (base::Size{1024, 4096}));
}

TEST(Generations, RowsSayWhenTheyChanged) {
  TestTerminal t;
  t.write("a\r\nb");
  const std::uint64_t seen = t.terminal.generation();
  t.write("\x1b[2;1Hc");
  EXPECT_GT(t.terminal.row_generation(1), seen);
  EXPECT_LE(t.terminal.row_generation(0), seen);
  const std::uint64_t later = t.terminal.generation();
  t.write("\x1b[5;1H\n");
  EXPECT_GT(t.terminal.row_generation(0), later) << "everything moved";
  EXPECT_EQ(t.terminal.lines_scrolled(), 1U);
}

}  // namespace
}  // namespace pty::vt
