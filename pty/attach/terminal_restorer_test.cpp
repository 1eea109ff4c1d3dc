#include "pty/attach/terminal_restorer.hpp"

#include <gtest/gtest.h>

#include <string>

namespace pty::attach {
namespace {

using base::ByteView;

std::string undo_of(ByteView session) {
  TerminalRestorer restorer;
  restorer.observe(session);
  return restorer.undo_all();
}

// D-116
TEST(TerminalRestorer, ASessionThatSetNothingLeavesNothingToUndo) {
  EXPECT_EQ(undo_of("hello\r\n\x1b[31mred\x1b[2J\x1b[H"), "\x1b[0m");
}

// D-116
TEST(TerminalRestorer, UndoesEachModeThatIsOffItsDefault) {
  EXPECT_EQ(undo_of("\x1b[?1h"), "\x1b[?1l\x1b[0m");
  EXPECT_EQ(undo_of("\x1b[?7l\x1b[?25l"), "\x1b[?7h\x1b[?25h\x1b[0m");
  EXPECT_EQ(undo_of("\x1b[?1000;1006;2004h\x1b[4h"), "\x1b[4l\x1b[?1000l\x1b[?1006l\x1b[?2004l\x1b[0m");
  EXPECT_EQ(undo_of("\x1b[?2004h\x1b[?2004l"), "\x1b[0m") << "the program has tidied up itself";
  EXPECT_EQ(undo_of("\x1b[?1003s\x1b[?1003h\x1b[?1003r"), "\x1b[0m");
  EXPECT_EQ(undo_of("\x1b[2;5r\x1b[4 q\x1b=\x1b[>4;2m\x1b(0\x1b)0\x0e"),
            "\x1b[r\x1b[0m\x1b[0 q\x1b>\x1b[>4;0m\x1b(B\x1b)B\x0f");
  EXPECT_EQ(undo_of("\x1b[1\"q\x1b[2*x"), "\x1b[0m\x1b[0\"q\x1b[*x");
  EXPECT_EQ(undo_of("\x1b[1\"q\x1b[0\"q\x1b[2*x\x1b[0*x"), "\x1b[0m");
  EXPECT_EQ(undo_of("\x1b[1\"q\x1b"
                    "7\x1b[0\"q\x1b"
                    "8"),
            "\x1b[0m\x1b[0\"q")
      << "saved with the cursor";
  EXPECT_EQ(undo_of("\x1b[2;5r\x1b[r\x1b[4 q\x1b[ q\x1b=\x1b>\x1b(0\x1b(B"), "\x1b[0m");
}

// D-116
TEST(TerminalRestorer, LeavesTheAlternateScreenOnlyIfItWasEnteredAndTheWayItWas) {
  EXPECT_EQ(undo_of("\x1b[?1049h\x1b[2J"), "\x1b[?1049l\x1b[0m");
  EXPECT_EQ(undo_of("\x1b[?1047h"), "\x1b[?1047l\x1b[0m");
  EXPECT_EQ(undo_of("\x1b[?1049h\x1b[?1049l"), "\x1b[0m");
}

// D-117
TEST(TerminalRestorer, PopsExactlyTheKeyboardLevelsItSawPushedOnEachScreen) {
  EXPECT_EQ(undo_of("\x1b[>1u\x1b[>5u"), "\x1b[<2u\x1b[0m");
  EXPECT_EQ(undo_of("\x1b[>1u\x1b[>5u\x1b[<u"), "\x1b[<1u\x1b[0m");
  EXPECT_EQ(undo_of("\x1b[>1u\x1b[<9u\x1b[<u"), "\x1b[0m") << "levels of before attach are not ours";
  EXPECT_EQ(undo_of("\x1b[>1u\x1b[?1049h\x1b[>3u\x1b[>7u"), "\x1b[<2u\x1b[?1049l\x1b[<1u\x1b[0m");
  EXPECT_EQ(undo_of("\x1b[=5u"), "\x1b[=0;1u\x1b[0m");
  EXPECT_EQ(undo_of("\x1b[?1049h\x1b[>3u\x1b[?1049l"), "\x1b[?1049h\x1b[<1u\x1b[?1049l\x1b[0m");
}

// D-116
TEST(TerminalRestorer, UndoesColoursLinksAndPointer) {
  EXPECT_EQ(undo_of("\x1b]4;1;#ff0000\x07\x1b]11;#000\x1b\\"), "\x1b[0m\x1b]104\x1b\\\x1b]111\x1b\\");
  EXPECT_EQ(undo_of("\x1b]10;red;blue;green\x07"), "\x1b[0m\x1b]110\x1b\\\x1b]111\x1b\\\x1b]112\x1b\\");
  EXPECT_EQ(undo_of("\x1b]4;1;#ff0000\x07\x1b]104\x07\x1b]11;#000\x07\x1b]111\x07"), "\x1b[0m");
  EXPECT_EQ(undo_of("\x1b]8;;http://x\x07link"), "\x1b[0m\x1b]8;;\x1b\\");
  EXPECT_EQ(undo_of("\x1b]8;;http://x\x07link\x1b]8;;\x07"), "\x1b[0m");
  EXPECT_EQ(undo_of("\x1b]22;text\x07"), "\x1b[0m\x1b]22;\x1b\\");
  EXPECT_EQ(undo_of("\x1b]0;title\x07\x1b]7;file://h/\x07\x1b]junk\x07"), "\x1b[0m");
}

// D-116
TEST(TerminalRestorer, EndsASequenceThatWasCutOff) {
  EXPECT_EQ(undo_of("\x1b]0;half a tit"), "\x1b\\\x1b[0m");
  EXPECT_EQ(undo_of("\x1b[3"), "\x18\x1b[0m");
}

TEST(TerminalRestorer, AFullResetForgetsEverything) {
  EXPECT_EQ(undo_of("\x1b[?1049h\x1b[>1u\x1b[?25l\x1b]4;1;red\x07\x1b"
                    "c"),
            "\x1b[0m");
}

TEST(TerminalRestorer, SeesTheSameHoweverTheStreamIsCut) {
  const std::string session =
      "\xe2\x82\xac\x1b[?1049h\x1b[>3u\x1b[?1000;1006h\x1b]11;#123456\x1b\\\x1b[3 "
      "q\x1b(0text\x1b]8;;http://x\x07";
  const std::string whole = undo_of(session);
  for (std::size_t cut = 1; cut < session.size(); ++cut) {
    TerminalRestorer restorer;
    restorer.observe(ByteView(session).substr(0, cut));
    restorer.observe(ByteView(session).substr(cut));
    EXPECT_EQ(restorer.undo_all(), whole) << "cut at " << cut;
  }
}

// D-117
TEST(TerminalRestorer, ARepeatedPictureNeverAccumulatesLevelsOrModes) {
  const std::string picture = "\x1b[?1049h\x1b[2Jvi\x1b[?1000h\x1b[>1u\x1b[>3u";
  TerminalRestorer restorer;
  restorer.observe(picture);
  for (int repeat = 0; repeat < 3; ++repeat) {
    const std::string between = restorer.undo_before(picture);
    EXPECT_EQ(between, "\x1b[<2u\x1b[?1000l\x1b[0m") << "without leaving the alternate screen";
    restorer.observe(between);
    restorer.observe(picture);
  }
  EXPECT_EQ(restorer.undo_all(), "\x1b[<2u\x1b[?1049l\x1b[?1000l\x1b[0m");
}

// D-117
TEST(TerminalRestorer, ARepeatedPictureOfThePrimaryScreenLeavesTheAlternateOne) {
  TerminalRestorer restorer;
  restorer.observe("\x1b[?1049h\x1b[?25l");
  EXPECT_EQ(restorer.undo_before("plain"), "\x1b[?1049l\x1b[?25h\x1b[0m");
}

// D-117
TEST(TerminalRestorer, LevelsUnderTheAlternateScreenAreReachedBeforeARepeatedPicture) {
  TerminalRestorer restorer;
  restorer.observe("\x1b[>1u\x1b[?1049h\x1b[>3u");
  EXPECT_EQ(restorer.undo_before("\x1b[?1049h..."), "\x1b[<1u\x1b[?1049l\x1b[<1u\x1b[0m");
}

}  // namespace
}  // namespace pty::attach
