#include "pty/daemon/submission.hpp"

#include <gtest/gtest.h>

#include <deque>

namespace pty::daemon {
namespace {

using base::Milliseconds;
using wire::SubmitOutcome;

/// A submission whose program reads and paints as told, at times of our choosing.
class SubmissionTest : public testing::Test {
 protected:
  void begin(bool enter = true) { submission.emplace(wire::SubmitFlags{enter, false}, clock.now()); }
  void begin_written() {
    begin();
    submission->on_written(clock.now());
  }
  /// Lets time pass in steps of a millisecond; samples are answered with `unread`. Stops when Enter is due.
  void pass(Milliseconds time) {
    const base::TimePoint end = clock.now() + time;
    while (true) {
      if (submission->wants_sample(clock.now())) submission->on_unread(unread, clock.now());
      last = submission->advance(clock.now());
      if (last != Submission::Next::wait || clock.now() >= end) return;
      clock.advance(Milliseconds{1});
    }
  }
  [[nodiscard]] bool pressed() const { return last == Submission::Next::press_enter; }
  [[nodiscard]] std::optional<SubmitOutcome> outcome() const {
    if (last != Submission::Next::finished) return std::nullopt;
    return submission->outcome();
  }

  base::ManualClock clock;
  std::optional<Submission> submission;
  std::optional<std::size_t> unread = 0;
  Submission::Next last = Submission::Next::wait;
};

TEST_F(SubmissionTest, EnterComesWhenTheTextWasReadAndShownAndAllIsQuiet) {
  begin_written();
  unread = 10;
  pass(Milliseconds{400});
  ASSERT_FALSE(pressed()) << "not read";
  unread = 0;
  pass(Milliseconds{20});
  submission->on_change(clock.now());
  pass(kSubmitQuiet - Milliseconds{1});
  ASSERT_FALSE(pressed()) << "not quiet for long enough";
  pass(Milliseconds{1});
  ASSERT_TRUE(pressed());
  submission->on_written(clock.now());
  unread = 1;
  pass(Milliseconds{100});
  EXPECT_EQ(outcome(), std::nullopt);
  unread = 0;
  pass(Milliseconds{100});
  EXPECT_EQ(outcome(), SubmitOutcome::done);
}

// Others wait behind it: a program that takes a little now and then does not prolong that for ever.
TEST_F(SubmissionTest, TheWritingCountsForTheLimit) {
  begin();
  Milliseconds passed{0};
  for (; passed < kSubmitLimit; passed += kReadPatience / 2) {
    pass(kReadPatience / 2 - Milliseconds{1});
    ASSERT_EQ(outcome(), std::nullopt) << passed.count();
    clock.advance(Milliseconds{1});
    submission->on_progress(clock.now());
  }
  EXPECT_LE(submission->next_deadline(), clock.now());
  pass(Milliseconds{0});
  EXPECT_EQ(outcome(), SubmitOutcome::unread);
}

TEST_F(SubmissionTest, TheQuietCountsFromTheReadingNotFromTheWriting) {
  begin_written();
  submission->on_change(clock.now());  // the terminal's echo, for example
  unread = 3;
  pass(Milliseconds{500});
  unread = 0;
  const base::TimePoint read_from = clock.now();
  pass(Milliseconds{1000});
  ASSERT_TRUE(pressed());
  EXPECT_GE(clock.now() - read_from, kSubmitQuiet);
}

// The kernel hands over what was written a moment later: the first zero is no proof.
TEST_F(SubmissionTest, InputThatComesToLightLateIsWaitedFor) {
  begin_written();
  pass(kSubmitSample * 4);
  submission->on_change(clock.now());
  unread = 4000;
  pass(Milliseconds{500});
  EXPECT_FALSE(pressed());
  unread = 0;
  const base::TimePoint read_from = clock.now();
  pass(Milliseconds{1000});
  ASSERT_TRUE(pressed());
  EXPECT_GE(clock.now() - read_from, kSubmitQuiet);
}

TEST_F(SubmissionTest, AProgramThatShowsNothingGetsItsEnterAfterAWhile) {
  begin_written();
  pass(kShowPatience - Milliseconds{1});
  EXPECT_FALSE(pressed());
  pass(kSubmitSample * 3);
  EXPECT_TRUE(pressed());
}

TEST_F(SubmissionTest, AProgramThatKeepsDrawingGetsItAfterAWhile) {
  begin_written();
  int frames = 0;
  while (!pressed() && frames < 100) {
    submission->on_change(clock.now());
    pass(Milliseconds{80});
    ++frames;
  }
  EXPECT_TRUE(pressed());
  EXPECT_GE(frames * Milliseconds{80}, kQuietPatience);
}

TEST_F(SubmissionTest, AnOpenUpdateIsWaitedForButNotForEver) {
  begin_written();
  submission->on_change(clock.now());
  submission->on_update_open(true);
  pass(kQuietPatience - Milliseconds{1});
  EXPECT_FALSE(pressed());
  pass(kSubmitSample * 3);
  EXPECT_TRUE(pressed());
}

TEST_F(SubmissionTest, WhatChangedBeforeTheTextWasInTheTerminalSaysNothing) {
  begin();
  submission->on_change(clock.now());
  submission->on_written(clock.now());
  pass(kSubmitQuiet * 3);
  EXPECT_FALSE(pressed()) << "it has shown nothing since";
}

TEST_F(SubmissionTest, AProgramThatNeverReadsGetsNoEnter) {
  begin_written();
  unread = 5;
  submission->on_change(clock.now());
  pass(kReadPatience * 2);
  EXPECT_EQ(outcome(), SubmitOutcome::unread);
}

TEST_F(SubmissionTest, WhatCannotBeKnownIsNotTakenForRead) {
  begin_written();
  unread.reset();
  submission->on_change(clock.now());
  pass(kReadPatience * 2);
  EXPECT_EQ(outcome(), SubmitOutcome::unread);
}

TEST_F(SubmissionTest, ATerminalThatTakesNothingEndsItToo) {
  begin();
  pass(kReadPatience - Milliseconds{1});
  submission->on_progress(clock.now());
  pass(kReadPatience - Milliseconds{1});
  EXPECT_EQ(outcome(), std::nullopt) << "it took some meanwhile";
  pass(Milliseconds{1});
  EXPECT_EQ(outcome(), SubmitOutcome::unread);
}

TEST_F(SubmissionTest, ASlowReaderIsWaitedForWhileItReads) {
  begin_written();
  for (std::size_t left = 30; left > 0; --left) {
    unread = left;
    pass(kReadPatience / 10);
    ASSERT_EQ(last, Submission::Next::wait);
  }
  unread = 0;
  pass(kShowPatience * 2);
  EXPECT_TRUE(pressed());
}

TEST_F(SubmissionTest, NothingKeepsTheOthersWaitingForEver) {
  begin_written();
  base::Milliseconds passed{0};
  for (std::size_t i = 0; last == Submission::Next::wait && passed < kSubmitLimit * 2; ++i) {
    unread = i % 2 == 0 ? 1000 - i % 1000 : 0;  // always some progress, never done
    pass(kSubmitSample * 2);
    passed += kSubmitSample * 2;
  }
  EXPECT_LE(passed, kSubmitLimit + kSubmitSample * 4);
}

TEST_F(SubmissionTest, AnEnterThatIsNotReadIsNotConfirmed) {
  begin_written();
  submission->on_change(clock.now());
  pass(Milliseconds{1000});
  ASSERT_TRUE(pressed());
  submission->on_written(clock.now());
  unread = 1;
  pass(kEnterPatience * 2);
  EXPECT_EQ(outcome(), SubmitOutcome::unconfirmed);
}

TEST_F(SubmissionTest, TheEndOfTheProgramEndsItAtEveryStage) {
  begin();
  submission->on_child_end();
  pass(Milliseconds{0});
  EXPECT_EQ(outcome(), SubmitOutcome::ended) << "writing";
  begin_written();
  pass(Milliseconds{50});
  submission->on_child_end();
  pass(Milliseconds{0});
  EXPECT_EQ(outcome(), SubmitOutcome::ended) << "settling";
  begin_written();
  submission->on_change(clock.now());
  pass(Milliseconds{1000});
  ASSERT_TRUE(pressed());
  submission->on_child_end();
  pass(Milliseconds{0});
  EXPECT_EQ(outcome(), SubmitOutcome::ended) << "Enter was not in the terminal yet";
  begin_written();
  submission->on_change(clock.now());
  pass(Milliseconds{1000});
  submission->on_written(clock.now());
  submission->on_child_end();
  pass(Milliseconds{0});
  EXPECT_EQ(outcome(), SubmitOutcome::done) << "it ended on Enter";
}

TEST_F(SubmissionTest, WithoutEnterItIsDoneWhenTheTextIsInTheTerminal) {
  begin(false);
  pass(Milliseconds{10});
  EXPECT_EQ(outcome(), std::nullopt);
  submission->on_written(clock.now());
  pass(Milliseconds{0});
  EXPECT_EQ(outcome(), SubmitOutcome::done);
}

}  // namespace
}  // namespace pty::daemon
