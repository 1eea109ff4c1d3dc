#include "pty/attach/screen_wait.hpp"

#include <gtest/gtest.h>

#include <string>

#include "pty/attach/pass_deadlines.hpp"

namespace pty::attach {
namespace {

using base::Milliseconds;

/// A wait on a session of 6x20 at times of our choosing.
class ScreenWaitTest : public testing::Test {
 protected:
  void want_idle(Milliseconds quiet) {
    conditions.idle = quiet;
    conditions.idle_text = std::to_string(quiet.count()) + "m";
  }
  void begin(base::ByteView picture = "$ ") {
    wait.emplace(conditions, wire::PeekFlags{.plain = true, .full = false});
    wait->on_geometry({6, 20}, clock.now());
    wait->on_screen(picture, clock.now());
  }
  void writes(base::ByteView bytes) { wait->on_data(bytes, clock.now()); }
  /// Lets time pass, with a look at every deadline on the way.
  void pass(Milliseconds time) {
    const auto on_time = [this] { wait->on_time(clock.now()); };
    pass_deadlines(clock, time, [this] { return wait->next_deadline(); }, on_time);
    on_time();
  }
  [[nodiscard]] std::string matched() const { return wait->match() ? wait->match()->condition : ""; }
  [[nodiscard]] std::string screen() const { return wait->match() ? wait->match()->screen : ""; }

  base::ManualClock clock;
  WaitConditions conditions;
  std::optional<ScreenWait> wait;
};

// D-139: put together in pieces, and taken away again in the same packet.
TEST_F(ScreenWaitTest, ALineIsSeenAsItStoodAfterEachPieceOfIt) {
  conditions.texts = {"Build: passed"};
  for (const std::string output : {
           "\x1b[?1049h\x1b[5;1HBuild: \x1b[5;8Hpassed\x1b[?1049l",
           "Build: failed\x1b[6D\x1b[Kpassed\x1b[2J\x1b[H",
           "Build: failed\x1b[6Dpassed\rxxxxxxx",
           "50%\rBuild: \x1b[8Gpassed\x1b[2K",
           "\x1b[3;16HBuild\x1b[4;1Hpassed\x1b[3;16HBuild: passed\x1b[2J",
           "passed\x1b[7GBuild: passed\x1b[M",
           "xBuild: \bpassed\b\b\b\b\b\b passed\r\x1b[K",
       }) {
    for (const std::size_t piece : {output.size(), std::size_t{1}, std::size_t{5}}) {
      begin("");
      for (std::size_t at = 0; at < output.size(); at += piece)
        writes(base::ByteView(output).substr(at, piece));
      EXPECT_EQ(matched(), "\"Build: passed\"") << output << " by " << piece;
      EXPECT_NE(screen().find("passed"), std::string::npos) << screen();
    }
  }
}

TEST_F(ScreenWaitTest, PiecesThatWereNeverTogetherAreNothing) {
  conditions.texts = {"Build: passed"};
  begin("");
  writes("Build: \x1b[2J\x1b[1;8Hpassed\x1b[H\x1b[2J");
  writes("Build: \r\npassed\x1b[2J\x1b[H");
  writes("\x1b[1;8Hpassed\x1b[1;8Hfailed\x1b[1;1HBuild: \x1b[2J");
  EXPECT_EQ(matched(), "");
}

TEST_F(ScreenWaitTest, IdleIsNoVisibleChangeForSoLongFromTheStart) {
  want_idle(Milliseconds{500});
  begin("still");
  pass(Milliseconds{499});
  EXPECT_EQ(matched(), "");
  pass(Milliseconds{1});
  EXPECT_EQ(matched(), "500ms of quiet");
  EXPECT_EQ(screen(), "still\n");
}

TEST_F(ScreenWaitTest, ASpinnerIsAChange) {
  want_idle(Milliseconds{500});
  begin();
  for (int i = 0; i < 20; ++i) {
    pass(Milliseconds{300});
    writes(i % 2 == 0 ? "\r/" : "\r-");
    ASSERT_EQ(matched(), "");
  }
  pass(Milliseconds{500});
  EXPECT_EQ(matched(), "500ms of quiet");
}

TEST_F(ScreenWaitTest, OutputThatChangesNothingVisibleIsNone) {
  want_idle(Milliseconds{500});
  begin("same");
  for (int i = 0; i < 5 && matched().empty(); ++i) {
    writes(i % 2 == 0 ? "\rsame\x1b]0;title\x07" : "\x1b[?1000h\x1b[?2004h");
    pass(Milliseconds{100});
  }
  EXPECT_EQ(matched(), "500ms of quiet");
}

TEST_F(ScreenWaitTest, AScreenFullOfEqualLinesThatScrollsLooksTheSame) {
  want_idle(Milliseconds{500});
  begin("y\r\ny\r\ny\r\ny\r\ny\r\n");
  pass(Milliseconds{300});
  writes("y\r\n");
  EXPECT_EQ(matched(), "");
  pass(Milliseconds{200});
  writes("y\r\n");
  EXPECT_EQ(matched(), "500ms of quiet");
}

TEST_F(ScreenWaitTest, AFlashAndAnotherBackgroundAreChanges) {
  want_idle(Milliseconds{500});
  begin("same");
  for (const std::string_view change : {"\x1b[?5h", "\x1b[?5l", "\x1b]11;#102030\x1b\\", "\x1b]111\x1b\\"}) {
    pass(Milliseconds{400});
    writes(change);
  }
  EXPECT_EQ(matched(), "");
  pass(Milliseconds{500});
  EXPECT_EQ(matched(), "500ms of quiet");
}

TEST_F(ScreenWaitTest, AnOpenUpdateIsNotQuietUntilItWasForgotten) {
  want_idle(Milliseconds{300});
  begin();
  writes("\x1b[?2026h");
  pass(Milliseconds{900});
  EXPECT_EQ(matched(), "") << "the picture is not finished";
  writes("half");
  pass(Milliseconds{999});
  EXPECT_EQ(matched(), "");
  pass(kUpdateLimit);
  EXPECT_EQ(matched(), "300ms of quiet");
}

TEST_F(ScreenWaitTest, AResizeIsAChange) {
  want_idle(Milliseconds{300});
  begin();
  pass(Milliseconds{200});
  wait->on_geometry({6, 30}, clock.now());
  pass(Milliseconds{200});
  EXPECT_EQ(matched(), "");
  pass(Milliseconds{100});
  EXPECT_EQ(matched(), "300ms of quiet");
}

TEST_F(ScreenWaitTest, GoneIsNotOnTheScreenForAMoment) {
  conditions.gone = {"Loading"};
  begin("Loading...");
  EXPECT_EQ(wait->next_deadline(), std::nullopt) << "only output can change it";
  writes("\x1b[2J\x1b[H");
  pass(kGoneHold - Milliseconds{1});
  writes("Loading..");
  pass(kGoneHold * 2);
  EXPECT_EQ(matched(), "") << "it was redrawn";
  writes("\x1b[2J\x1b[Hready");
  EXPECT_EQ(matched(), "");
  pass(kGoneHold);
  EXPECT_EQ(matched(), "the absence of \"Loading\"");
  EXPECT_EQ(screen(), "ready\n");
}

TEST_F(ScreenWaitTest, GoneSeesTextThatWraps) {
  conditions.gone = {"0123456789abcdefghijKLM"};
  begin("0123456789abcdefghijKLM");
  pass(kGoneHold * 2);
  EXPECT_EQ(matched(), "");
}

TEST_F(ScreenWaitTest, GoneWaitsForTheEndOfAnUpdate) {
  conditions.gone = {"Loading"};
  begin("Loading...");
  writes("\x1b[?2026h\x1b[2J");
  pass(kGoneHold * 4);
  EXPECT_EQ(matched(), "");
  writes("\x1b[HLoading\x1b[?2026l");
  pass(kGoneHold * 4);
  EXPECT_EQ(matched(), "");
}

TEST_F(ScreenWaitTest, WhatWasNeverThereIsGone) {
  conditions.gone = {"Loading"};
  begin("$ ");
  pass(kGoneHold);
  EXPECT_EQ(matched(), "the absence of \"Loading\"");
}

TEST_F(ScreenWaitTest, TheEndIsAMatchOnlyIfAskedFor) {
  conditions.texts = {"never"};
  begin("bye");
  wait->on_exit(7, clock.now());
  EXPECT_EQ(matched(), "");
  conditions.exit = true;
  begin("bye");
  wait->on_exit(7, clock.now());
  EXPECT_EQ(matched(), "the end of the program (code 7)");
  EXPECT_EQ(screen(), "bye\n");
}

TEST_F(ScreenWaitTest, TheEndSettlesAnAbsenceAndAnUnfinishedUpdate) {
  conditions.gone = {"Loading"};
  begin("Loading");
  writes("\x1b[?2026h\x1b[2J\x1b[H");
  wait->on_exit(0, clock.now());
  EXPECT_EQ(matched(), "the absence of \"Loading\"");
}

TEST_F(ScreenWaitTest, WhicheverComesFirstEndsIt) {
  conditions.texts = {"ready"};
  conditions.exit = true;
  want_idle(Milliseconds{300});
  begin();
  pass(Milliseconds{200});
  writes("ready");
  EXPECT_EQ(matched(), "\"ready\"");
  begin();
  pass(Milliseconds{300});
  EXPECT_EQ(matched(), "300ms of quiet");
}

// D-139
TEST_F(ScreenWaitTest, ARegexSeesWhatIsGoneInTheSamePieceAndPrintsThatScreen) {
  conditions.regexes.push_back(LineRegex::compile("^[0-9]+ passed$").value());
  begin("");
  writes("12 passed\r\x1b[2J\x1b[Hcleared");
  EXPECT_EQ(matched(), "regex \"^[0-9]+ passed$\"");
  EXPECT_EQ(screen(), "12 passed\n");
}

TEST_F(ScreenWaitTest, ARegexSeesTheLineThatIsBeingWritten) {
  conditions.regexes.push_back(LineRegex::compile("name: $").value());
  begin("");
  writes("your na");
  EXPECT_EQ(matched(), "");
  writes("me: ");
  EXPECT_EQ(matched(), "regex \"name: $\"");
}

}  // namespace
}  // namespace pty::attach
