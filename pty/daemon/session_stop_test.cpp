// The stop as a machine: every state of the session's life × everything that can happen during a stop.

#include <gtest/gtest.h>

#include "pty/daemon/scripted_session.hpp"

namespace pty::daemon {
namespace {

using base::Milliseconds;
using Log = std::vector<std::string>;
using Actions = std::vector<StopAction>;

const Actions kAllSteps{StopAction::hang_up, StopAction::terminate, StopAction::kill, StopAction::abandon};

class SessionStop : public SessionTest {
 protected:
  void child_is_gone(int code = 129) {
    core.on_child_exit({code, code - 128});
    child_terminal_ends();
  }
  /// A descendant ends; whether others are left is `port.family`.
  void orphan_ends() { core.on_orphan_exit(); }
  void family_is_gone() {
    port.family = false;
    orphan_ends();
  }
  [[nodiscard]] bool finished() const { return !port.log.empty() && port.log.back() == "finish external"; }
};

// D-172: nothing is waited for when nobody is left.
TEST_F(SessionStop, EndsAtOnceWithAChildThatHasNoFamily) {
  core.stop();
  child_is_gone();
  EXPECT_TRUE(finished());
  EXPECT_EQ(port.signals, Actions{StopAction::hang_up});
}

// D-173
TEST_F(SessionStop, GoesOnForTheFamilyAfterTheChildHasDied) {
  port.family = true;
  core.stop();
  child_is_gone();
  EXPECT_FALSE(finished());
  EXPECT_EQ(port.exits.size(), 1U) << "the record does not wait for descendants";
  wait(Milliseconds(1000));
  EXPECT_EQ(port.signals, (Actions{StopAction::hang_up, StopAction::terminate}));
  wait(Milliseconds(1000));
  EXPECT_EQ(port.signals, (Actions{StopAction::hang_up, StopAction::terminate, StopAction::kill}));
  family_is_gone();
  EXPECT_TRUE(finished());
  EXPECT_EQ(port.exits.size(), 1U);
}

TEST_F(SessionStop, AFamilyThatGoesFirstLeavesOnlyTheChildToWaitFor) {
  port.family = true;
  core.stop();
  family_is_gone();
  EXPECT_FALSE(finished());
  child_is_gone();
  EXPECT_TRUE(finished());
}

TEST_F(SessionStop, TheLastOfSeveralDescendantsEndsIt) {
  port.family = true;
  core.stop();
  child_is_gone();
  orphan_ends();
  orphan_ends();
  EXPECT_FALSE(finished());
  family_is_gone();
  EXPECT_TRUE(finished());
  EXPECT_EQ(port.signals, Actions{StopAction::hang_up}) << "an end alone is no reason for a stronger signal";
}

// Whoever forks while it is killed leaves an orphan behind that the first look did not see.
TEST_F(SessionStop, AForkDuringTheKillIsKilledToo) {
  port.family = true;
  core.stop();
  wait(Milliseconds(2000));
  child_is_gone(137);
  orphan_ends();
  EXPECT_EQ(port.signals.back(), StopAction::kill);
  EXPECT_EQ(port.signals.size(), 4U);
  family_is_gone();
  EXPECT_EQ(port.signals.size(), 4U);
  EXPECT_TRUE(finished());
}

// D-174: what cannot be killed does not keep the session from its orderly end.
TEST_F(SessionStop, AFamilyThatNeverGoesIsAbandonedBeforeTheDeadline) {
  port.family = true;
  core.stop();
  child_is_gone();
  wait(Milliseconds(3749));
  EXPECT_FALSE(finished());
  wait(Milliseconds(1));
  EXPECT_TRUE(finished());
  EXPECT_EQ(port.signals, kAllSteps);
}

// D-174
TEST_F(SessionStop, AChildThatNeverGoesMeetsTheDeadline) {
  core.stop();
  wait(Milliseconds(4999));
  EXPECT_EQ(port.log, Log{"stop listening"});
  wait(Milliseconds(1));
  EXPECT_EQ(port.log.back(), "force end");
  EXPECT_EQ(port.signals, kAllSteps);
}

TEST_F(SessionStop, AChildThatGoesAfterItsFamilyWasAbandonedEndsTheSession) {
  port.family = true;
  core.stop();
  wait(Milliseconds(4000));
  EXPECT_FALSE(finished());
  child_is_gone(137);
  EXPECT_TRUE(finished());
}

// The end was decided, but its file work hangs.
TEST_F(SessionStop, AnEndThatDoesNotComeMeetsTheDeadline) {
  core.stop();
  child_is_gone();
  ASSERT_TRUE(finished());
  wait(Milliseconds(5000));
  EXPECT_EQ(port.log.back(), "force end");
  EXPECT_EQ(port.signals, Actions{StopAction::hang_up});
}

// D-153 within a stop: a descendant holds the terminal.
TEST_F(SessionStop, AStopWhileTheLastOutputIsReadEndsWithTheDrain) {
  child_dies(3);
  core.stop();
  EXPECT_EQ(port.signals, Actions{StopAction::hang_up});
  EXPECT_FALSE(finished());
  wait(kExitDrain);
  EXPECT_TRUE(finished());
  EXPECT_EQ(port.exits.at(0).end.code, 3);
}

TEST_F(SessionStop, AStopWhileTheLastOutputIsReadWaitsForTheFamily) {
  port.family = true;
  child_dies(3);
  core.stop();
  wait(kExitDrain);
  EXPECT_EQ(port.exits.size(), 1U);
  EXPECT_FALSE(finished());
  family_is_gone();
  EXPECT_TRUE(finished());
}

// D-175
TEST_F(SessionStop, AStopDuringTheGraceHuntsTheFamily) {
  port.family = true;
  child_dies(0);
  child_terminal_ends();
  wait(Milliseconds(100));
  core.stop();
  EXPECT_EQ(port.signals, Actions{StopAction::hang_up});
  wait(kExitGrace);
  EXPECT_FALSE(finished()) << "the grace of a natural end does not cut a stop short";
  wait(Milliseconds(500));
  EXPECT_EQ(port.signals.back(), StopAction::terminate);
  family_is_gone();
  EXPECT_TRUE(finished());
}

TEST_F(SessionStop, ANaturalEndHuntsNobody) {
  port.family = true;
  child_dies(0);
  child_terminal_ends();
  orphan_ends();
  EXPECT_EQ(port.log.back(), "record exit");
  wait(kExitGrace);
  EXPECT_EQ(port.log.back(), "finish natural");
  EXPECT_TRUE(port.signals.empty());
}

TEST_F(SessionStop, OrphansThatEndWhileTheChildRunsChangeNothing) {
  port.family = true;
  orphan_ends();
  family_is_gone();
  EXPECT_TRUE(port.log.empty());
  EXPECT_TRUE(port.signals.empty());
  EXPECT_FALSE(core.next_deadline());
}

// D-175: the first trigger decides.
TEST_F(SessionStop, AfterTheEndNothingIsSignalled) {
  port.family = true;
  child_dies(0);
  child_terminal_ends();
  wait(kExitGrace);
  core.stop();
  orphan_ends();
  wait(Milliseconds(4999));
  EXPECT_EQ(port.log.back(), "finish natural");
  EXPECT_TRUE(port.signals.empty());
}

// D-172: the clients are let go whatever the family does.
TEST_F(SessionStop, ClientsDoNotWaitForTheFamily) {
  port.family = true;
  const ClientId id = attached({24, 80});
  child_writes("queued");
  core.stop();
  child_is_gone();
  wait(kStopFlush);
  EXPECT_TRUE(port.has_closed(id));
  EXPECT_FALSE(finished());
}

// Every moment at which child and family can go, in either order: one record, one end, never later than it
// must.
TEST_F(SessionStop, EveryOrderOfEndsGivesOneRecordAndOneEnd) {
  const std::vector<int> moments{0, 500, 1000, 1500, 2000, 3000, 3750, 4500};
  for (const int child_at : moments) {
    for (const int family_at : moments) {
      base::ManualClock time;
      ScriptedModel screen;
      ScriptedPort world;
      SessionCore session(settings(), screen, world, time);
      world.family = true;
      session.stop();
      for (int now = 0; now < 4750; now += 250, time.advance(Milliseconds(250))) {
        session.on_time();
        if (now == child_at) {
          session.on_child_exit({137, 9});
          world.ended = true;
          session.on_child_readable();
        }
        if (now == family_at) {
          world.family = false;
          session.on_orphan_exit();
        }
        const bool over = now >= child_at && (now >= family_at || now >= 3750);
        EXPECT_EQ(world.log.back() == "finish external", over)
            << "child " << child_at << ", family " << family_at << ", now " << now;
      }
      EXPECT_EQ(world.exits.size(), 1U);
      EXPECT_EQ(std::count(world.log.begin(), world.log.end(), "finish external"), 1);
    }
  }
}

}  // namespace
}  // namespace pty::daemon
