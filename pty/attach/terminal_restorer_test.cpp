#include "pty/attach/terminal_restorer.hpp"

#include <gtest/gtest.h>

#include <string>

#include "pty/vt/terminal.hpp"

namespace pty::attach {
namespace {

using base::ByteView;

std::string undo_of(ByteView session) {
  TerminalRestorer restorer;
  (void)restorer.pass(session);
  return restorer.undo_all();
}

// D-116
TEST(TerminalRestorer, ASessionThatLeftNothingSetLeavesNothingToUndo) {
  EXPECT_EQ(undo_of("hello\r\n\x1b[31mred\x1b[m\x1b[2J\x1b[H"), "");
}

// D-116
TEST(TerminalRestorer, UndoesEachModeThatIsOffItsDefault) {
  EXPECT_EQ(undo_of("\x1b[?1h"), "\x1b[?1l");
  EXPECT_EQ(undo_of("\x1b[?7l\x1b[?25l"), "\x1b[?7h\x1b[?25h");
  EXPECT_EQ(undo_of("\x1b[?1000;1006;2004h\x1b[4h"), "\x1b[4l\x1b[?1000l\x1b[?1006l\x1b[?2004l");
  EXPECT_EQ(undo_of("\x1b[?2004h\x1b[?2004l"), "") << "the program has tidied up itself";
  EXPECT_EQ(undo_of("\x1b[?1003s\x1b[?1003h\x1b[?1003r"), "");
  EXPECT_EQ(undo_of("\x1b[?1003h\x1b[?1003s\x1b[?1003l"), "\x1b[?1003s");
  EXPECT_EQ(undo_of("\x1b[?12h"), "\x1b[0 q") << "as the terminal wants its cursor";
  EXPECT_EQ(undo_of("\x1b[2;5r\x1b[4 q\x1b=\x1b[>4;2m\x1b(0\x1b)0\x0e"),
            "\x1b[r\x1b[0 q\x1b>\x1b[>4;0m\x1b(B\x1b)B\x0f");
  EXPECT_EQ(undo_of("\x1b[1\"q\x1b[2*x"), "\x1b[0\"q\x1b[*x");
  EXPECT_EQ(undo_of("\x1b[1\"q\x1b[0\"q\x1b[2*x\x1b[0*x"), "");
  EXPECT_EQ(undo_of("\x1b[2;5r\x1b[r\x1b[4 q\x1b[ q\x1b=\x1b>\x1b(0\x1b(B"), "");
  EXPECT_EQ(undo_of("\x1b[38;5;0m"), "\x1b[0m") << "a zero that is a colour";
  EXPECT_EQ(undo_of("\x1b[>1;2m\x1b[>4;1m\x1b[>m"), "");
  EXPECT_EQ(undo_of("\x1b[>1;2m\x1b[>2;1m\x1b[>2m"), "\x1b[>1m");
}

// D-116
TEST(TerminalRestorer, WhatWasSavedWithTheCursorComesBackWithIt) {
  EXPECT_EQ(undo_of("\x1b[1\"q\x1b"
                    "7\x1b[0\"q\x1b"
                    "8"),
            "\x1b[0\"q\x1b"
            "7");
  EXPECT_EQ(undo_of("\x1b(0\x1b[s\x1b(B\x1b[u"),
            "\x1b(B\x1b"
            "7");
  EXPECT_EQ(undo_of("\x1b(0\x1b[?1049h\x1b(B"),
            "\x1b[?1049l\x1b(B\x1b"
            "7")
      << "leaving the alternate screen restores the cursor, and the line drawing with it";
  EXPECT_EQ(undo_of("\x1b"
                    "7\x1b[1m\x1b"
                    "8\x1b[m"),
            "");
  EXPECT_EQ(undo_of("\x1b[?69h\x1b(0\x1b[2;9s\x1b(B"), "\x1b[?69l") << "margins, no cursor";
}

// D-116
TEST(TerminalRestorer, LeavesTheAlternateScreenOnlyIfItWasEnteredAndTheWayItWas) {
  EXPECT_EQ(undo_of("\x1b[?1049h\x1b[2J"), "\x1b[?1049l");
  EXPECT_EQ(undo_of("\x1b[?1047h"), "\x1b[?1047l");
  EXPECT_EQ(undo_of("\x1b[?1049h\x1b[?1049l"), "");
}

// D-117
TEST(TerminalRestorer, PopsExactlyTheKeyboardLevelsItSawPushedOnEachScreen) {
  EXPECT_EQ(undo_of("\x1b[>1u\x1b[>5u"), "\x1b[<2u");
  EXPECT_EQ(undo_of("\x1b[>1u\x1b[>5u\x1b[<u"), "\x1b[<1u");
  EXPECT_EQ(undo_of("\x1b[>1u\x1b[<9u\x1b[<u"), "") << "levels of before attach are not ours";
  EXPECT_EQ(undo_of("\x1b[>1u\x1b[?1049h\x1b[>3u\x1b[>7u"), "\x1b[<2u\x1b[?1049l\x1b[<1u");
  EXPECT_EQ(undo_of("\x1b[?1049h\x1b[>3u\x1b[?1049l"), "\x1b[?1049h\x1b[<1u\x1b[?1049l");
}

// D-116
TEST(TerminalRestorer, UndoesColoursLinksAndPointer) {
  EXPECT_EQ(undo_of("\x1b]4;1;#ff0000\x07\x1b]11;#000\x1b\\"), "\x1b]104\x1b\\\x1b]111\x1b\\");
  EXPECT_EQ(undo_of("\x1b]10;red;blue;green\x07"), "\x1b]110\x1b\\\x1b]111\x1b\\\x1b]112\x1b\\");
  EXPECT_EQ(undo_of("\x1b]4;1;#ff0000\x07\x1b]104\x07\x1b]11;#000\x07\x1b]111\x07"), "");
  EXPECT_EQ(undo_of("\x1b]17;red;?;blue\x07"), "\x1b]117\x1b\\\x1b]119\x1b\\");
  EXPECT_EQ(undo_of("\x1b]21;selection_background=red;cursor=?;7=blue;background\x07"),
            "\x1b]104\x1b\\\x1b]117\x1b\\");
  EXPECT_EQ(undo_of("\x1b]8;;http://x\x07link"), "\x1b]8;;\x1b\\");
  EXPECT_EQ(undo_of("\x1b]8;;http://x\x07link\x1b]8;;\x07"), "");
  EXPECT_EQ(undo_of("\x1b]22;text\x07"), "\x1b]22;\x1b\\");
  EXPECT_EQ(undo_of("\x1b]9;4;1;50\x07\x1b]9;hello\x07"), "\x1b]9;4;0\x1b\\");
  EXPECT_EQ(undo_of("\x1b]9;4;1;50\x07\x1b]9;4;0\x07"), "");
  EXPECT_EQ(undo_of("\x1b]7;file://h/\x07\x1b]junk\x07"), "\x1b]7;\x1b\\");
}

// D-116
TEST(TerminalRestorer, TabStopsComeBackForTheWidthThatTheTerminalHas) {
  EXPECT_EQ(undo_of("\x1b[3g"), "\x1b[?5W");
  EXPECT_EQ(undo_of("\x1bH\x1b[?5W"), "");
  TerminalRestorer restorer;
  restorer.set_width(24);
  (void)restorer.pass("\x1b[5G\x1bH");
  EXPECT_EQ(restorer.undo_all(),
            "\x1b"
            "7\x1b[3g\x1b[9G\x1bH\x1b[17G\x1bH\x1b"
            "8");
}

// D-116
TEST(TerminalRestorer, TheEndOfAFrameIsTheLastThing) {
  EXPECT_EQ(undo_of("\x1b[?2026h\x1b[?1049h\x1b[>1u"), "\x1b[<1u\x1b[?1049l\x1b[?2026l");
}

// D-116
TEST(TerminalRestorer, EndsASequenceThatWasCutOff) {
  EXPECT_EQ(undo_of("\x1b]0;half a tit"), "\x1b\\");
  EXPECT_EQ(undo_of("\x1b[3"), "\x18");
}

TEST(TerminalRestorer, SeesTheSameHoweverTheStreamIsCut) {
  const std::string session =
      "\xe2\x82\xac\x1b[?1049h\x1b[>3u\x1b[?1000;1006h\x1b]11;#123456\x1b\\\x1b[3 "
      "q\x1b(0text\x1b]8;;http://x\x07";
  const std::string whole = undo_of(session);
  for (std::size_t cut = 1; cut < session.size(); ++cut) {
    TerminalRestorer restorer;
    (void)restorer.pass(ByteView(session).substr(0, cut));
    (void)restorer.pass(ByteView(session).substr(cut));
    EXPECT_EQ(restorer.undo_all(), whole) << "cut at " << cut;
  }
}

// D-117
TEST(TerminalRestorer, ARepeatedPictureNeverAccumulatesLevelsOrModes) {
  const std::string picture = "\x1b[?1049h\x1b[2Jvi\x1b[?1000h\x1b[>1u\x1b[>3u";
  TerminalRestorer restorer;
  (void)restorer.pass(picture);
  for (int repeat = 0; repeat < 3; ++repeat) {
    EXPECT_EQ(restorer.take_undo_before(picture), "\x1b[?1000l\x1b[<2u")
        << "without leaving the alternate screen";
    (void)restorer.pass(picture);
  }
  EXPECT_EQ(restorer.take_undo_all(), "\x1b[?1000l\x1b[<2u\x1b[?1049l");
  EXPECT_EQ(restorer.undo_all(), "");
}

// D-117
TEST(TerminalRestorer, ARepeatedPictureOfThePrimaryScreenLeavesTheAlternateOne) {
  TerminalRestorer restorer;
  (void)restorer.pass("\x1b[?1049h\x1b[?25l");
  EXPECT_EQ(restorer.take_undo_before("plain"), "\x1b[?25h\x1b[?1049l");
}

// D-117
TEST(TerminalRestorer, LevelsUnderTheAlternateScreenAreReachedBeforeARepeatedPicture) {
  TerminalRestorer restorer;
  (void)restorer.pass("\x1b[>1u\x1b[?1049h\x1b[>3u");
  EXPECT_EQ(restorer.take_undo_before("\x1b[?1049h..."), "\x1b[<1u\x1b[?1049l\x1b[<1u");
}

std::string passed(ByteView session) {
  TerminalRestorer restorer;
  return std::string(restorer.pass(session));
}

// D-116
TEST(RestorerProtection, TheTitleOfBeforeIsSavedBeforeTheFirstOneAndComesBack) {
  EXPECT_EQ(passed("text\x1b]2;mine\x07more\x1b]0;next\x07"),
            "text\x1b[22;0t\x1b]2;mine\x07more\x1b]0;next\x07");
  EXPECT_EQ(undo_of("\x1b]2;mine\x07\x1b]1;icon\x07"), "\x1b[23;0t");
  EXPECT_EQ(undo_of("\x1b[22;2t\x1b]2;vim\x07"), "\x1b[23;0t");
  EXPECT_EQ(passed("\x1b[22;2t\x1b]2;vim\x07\x1b[23;2t"), "\x1b[22;0t\x1b]2;vim\x07\x1b[23;0t");
  EXPECT_EQ(undo_of("\x1b[22;2t\x1b]2;vim\x07\x1b[23;2t"), "");
  EXPECT_EQ(passed("a\x1b[23;0tb\x1b]2;x\x07\x1b[23;0tc"),
            "ab\x1b[22;0t\x1b]2;x\x07"
            "c")
      << "a pop takes nothing that the session has not pushed";
  EXPECT_EQ(passed("\x1b[8;24;80t"), "\x1b[8;24;80t");
}

// D-116: terminals disagree about which of the two a push or pop is about.
TEST(RestorerProtection, TheSessionsTitleStackIsNoneOfTheTerminals) {
  const std::string vim = "\x1b[22;2t\x1b[22;1t\x1b]2;vim\x07\x1b]1;vim\x07";
  EXPECT_EQ(passed(vim), "\x1b[22;0t\x1b]2;vim\x07\x1b]1;vim\x07");
  EXPECT_EQ(undo_of(vim), "\x1b[23;0t");
  EXPECT_EQ(undo_of(vim + "\x1b[23;2t\x1b[23;1t"), "");
  EXPECT_EQ(passed("\x1b]2;sh\x07" + vim + "\x1b[23;2t")
                .substr(std::string_view("\x1b[22;0t\x1b]2;sh\x07\x1b]2;vim\x07\x1b]1;vim\x07").size()),
            "\x1b]2;sh\x1b\\");
  EXPECT_EQ(undo_of("\x1b]2;sh\x07" + vim + "\x1b[23;2t\x1b[23;1t"), "\x1b[23;0t");
}

// D-116
TEST(RestorerProtection, ATitleThatBeganBeforeItCouldBeSavedIsNotOursToBringBack) {
  TerminalRestorer restorer;
  EXPECT_EQ(restorer.pass("\x1b]2;ti"), "\x1b]2;ti");
  EXPECT_EQ(restorer.pass("tle\x07"), "tle\x07");
  EXPECT_EQ(restorer.undo_all(), "");
}

// D-116
TEST(RestorerProtection, ModesThatNobodyCouldPutBackDoNotGetThere) {
  EXPECT_EQ(passed("a\x1b[?1001hb\x1b[?1036lc"), "abc");
  EXPECT_EQ(passed("\x1b[?1007h\x1b[?1007l\x1b[?1007s\x1b[?1007r"), "");
  EXPECT_EQ(passed("\x1b[?25;1034;1000h"), "\x1b[?25;1000h");
  EXPECT_EQ(passed("\x1b[?1049;80l\x1b[?2004h"), "\x1b[?1049l\x1b[?2004h");
  EXPECT_EQ(undo_of("\x1b[?1007h\x1b[?9001h\x1b[?8h"), "");
  EXPECT_EQ(passed("\x1b[3\x1b[?80h"), "\x1b[3\x18") << "what it would have ended is ended";
}

// D-116: some terminals have it on from the start, others cannot save it.
TEST(RestorerProtection, GraphemeClusteringIsSavedBeforeItIsChanged) {
  EXPECT_EQ(passed("a\x1b[?2027lb\x1b[?2027hc"), "a\x1b[?2027s\x1b[?2027lb\x1b[?2027hc");
  EXPECT_EQ(undo_of("\x1b[?2027l"), "\x1b[?2027l\x1b[?2027r");
  EXPECT_EQ(passed("\x1b[?2027s\x1b[?25;2027r"), "\x1b[?25r") << "the saved value is ours";
  EXPECT_EQ(undo_of("\x1b[?2027s\x1b[?2027r"), "");
  for (const ByteView before : {"\x1b[?2027h", "\x1b[?2027l"}) {
    vt::Terminal outer({24, 80});
    outer.write(before);
    TerminalRestorer restorer;
    const bool was = outer.mode(term::Mode::grapheme_clusters);
    outer.write(restorer.pass("\x1b[?2027l\x1b[?2027h\x1b[?2027l"));
    EXPECT_FALSE(outer.mode(term::Mode::grapheme_clusters));
    outer.write(restorer.undo_all());
    EXPECT_EQ(outer.mode(term::Mode::grapheme_clusters), was);
  }
}

// D-117
TEST(RestorerProtection, APopTakesNoLevelOfBeforeAttach) {
  EXPECT_EQ(passed("\x1b[<99u"), "");
  EXPECT_EQ(passed("\x1b[>1u\x1b[>3u\x1b[<99u\x1b[<u"), "\x1b[>1u\x1b[>3u\x1b[<2u");
  EXPECT_EQ(passed("\x1b[>1u\x1b[>3u\x1b[<u"), "\x1b[>1u\x1b[>3u\x1b[<u");
  EXPECT_EQ(passed("\x1b[3\x1b[<u"), "\x1b[3\x18") << "what it would have ended is ended";
}

// D-117
TEST(RestorerProtection, FlagsChangeInALevelOfTheSession) {
  EXPECT_EQ(passed("\x1b[=5;1u\x1b[=1;2u"), "\x1b[>0u\x1b[=5;1u\x1b[=1;2u");
  EXPECT_EQ(undo_of("\x1b[=5;1u"), "\x1b[<1u");
  EXPECT_EQ(passed("\x1b[>3u\x1b[=5u"), "\x1b[>3u\x1b[=5u");
  EXPECT_EQ(passed("\x1b[=5u\x1b[>1u\x1b[<1u"), "\x1b[>0u\x1b[=5u\x1b[>1u\x1b[<2u")
      << "popping the last level takes the flags below it along";
}

// D-116
TEST(RestorerProtection, AResetUndoesWhatTheSessionDidAndNothingElse) {
  EXPECT_EQ(passed("\x1b[?1049h\x1b[>1u\x1b[?25l\x1b]4;1;red\x07\x1b"
                   "c!"),
            "\x1b[?1049h\x1b[>1u\x1b[?25l\x1b]4;1;red\x07"
            "\x1b[?25h\x1b]104\x1b\\\x1b[<1u\x1b[?1049l\x1b[H\x1b[2J!");
  EXPECT_EQ(undo_of("\x1b[?1049h\x1b[>1u\x1b[?25l\x1b]4;1;red\x07\x1b"
                    "c"),
            "");
  EXPECT_EQ(passed("\x1b[>1u\x1b[?25l\x1b]4;1;red\x07\x1b[!p!"),
            "\x1b[>1u\x1b[?25l\x1b]4;1;red\x07\x1b[?25h\x1b[<1u!");
  EXPECT_EQ(undo_of("\x1b[>1u\x1b[?25l\x1b]4;1;red\x07\x1b[!p"), "\x1b]104\x1b\\");
  EXPECT_EQ(passed("\x1b[2;5r\x1b(0\x1b[!p"),
            "\x1b[2;5r\x1b(0\x1b"
            "7\x1b[r\x1b"
            "8\x1b(B\x1b"
            "7")
      << "the cursor does not move";
  EXPECT_EQ(passed("\x1b[?6h\x1b[!p"), "\x1b[?6h\x1b[!p");
}

TEST(RestorerProtection, WhatIsInsertedOnReturnStandsBehindTheSequenceOnce) {
  TerminalRestorer restorer;
  (void)restorer.pass("\x1b[?1049h");
  restorer.insert_on_return("ROOM");
  EXPECT_EQ(restorer.pass("a\x1b[?25h\x1b[?1049lb\x1b[?1049h\x1b[?1049l"),
            "a\x1b[?25h\x1b[?1049lROOMb\x1b[?1049h\x1b[?1049l");
  EXPECT_FALSE(restorer.owes_return());
}

}  // namespace
}  // namespace pty::attach
