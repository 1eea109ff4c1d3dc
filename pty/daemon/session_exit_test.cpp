#include "pty/daemon/scripted_session.hpp"

namespace pty::daemon {
namespace {

using base::Milliseconds;
using Log = std::vector<std::string>;

class SessionExit : public SessionTest {};

class AwaitedSessionExit : public SessionTest {
 protected:
  static SessionSettings awaiting() {
    SessionSettings result = settings();
    result.awaits_attach = true;
    return result;
  }
  AwaitedSessionExit() : SessionTest(awaiting()) {}
};

// D-029, D-153: every byte, then EXIT, then nothing.
TEST_F(SessionExit, LastOutputPrecedesExit) {
  const ClientId id = attached({24, 80});
  port.pending = {"last "};
  child_dies(7);
  child_writes("words");
  EXPECT_EQ(received(id), (Packets{"DATA last ", "DATA words"}));
  child_terminal_ends();
  EXPECT_EQ(received(id), (Packets{"EXIT 7"}));
  ASSERT_EQ(port.exits.size(), 1U);
  EXPECT_EQ(port.exits[0].last_lines, (std::vector<std::string>{"last words"}));
  EXPECT_EQ(port.log, (Log{"close child", "record exit"}));
}

// D-153: somebody in the background keeps the terminal open.
TEST_F(SessionExit, ABackgroundHolderDelaysExitByTheDrainAtMost) {
  const ClientId id = attached({24, 80});
  child_dies(0);
  for (int i = 0; i < 19; ++i) {
    wait(Milliseconds(10));
    child_writes("noise");
  }
  received(id);
  wait(Milliseconds(9));
  EXPECT_EQ(received(id), Packets{});
  wait(Milliseconds(1));
  EXPECT_EQ(received(id), (Packets{"EXIT 0"}));
}

// D-153: a daemon that got no processor time in between finds it all when the drain is over.
TEST_F(SessionExit, WhatWasWrittenInTimeIsTakenHoweverLate) {
  const ClientId id = attached({24, 80});
  child_dies(0);
  port.pending = {"first page", "second page", "last words"};
  wait(kExitDrain);
  const Packets packets = received(id);
  ASSERT_FALSE(packets.empty());
  EXPECT_EQ(packets.back(), "EXIT 0");
  EXPECT_EQ(model.text, "first pagesecond pagelast words");
  ASSERT_EQ(port.exits.size(), 1U);
  EXPECT_EQ(port.exits[0].last_lines, (std::vector<std::string>{model.text}));
}

// The bytes that were held back as an incomplete sequence still arrive.
TEST_F(SessionExit, HeldBytesAreReleasedBeforeExit) {
  const ClientId id = attached({24, 80});
  model.held = "\x1b[3";
  child_dies(0);
  child_terminal_ends();
  EXPECT_EQ(received(id), (Packets{"DATA \x1b[3", "EXIT 0"}));
}

// D-028
TEST_F(SessionExit, AnExitWhileSettlingGivesScreenThenOneExit) {
  const ClientId id = connect();
  attach(id, {10, 40});
  port.pending = {"bye"};
  child_dies(1);
  child_terminal_ends();
  EXPECT_EQ(received(id), (Packets{"GEOMETRY 10x40", "SCREEN restore 10x40 bye", "EXIT 1"}));
}

// D-030, D-156
TEST_F(SessionExit, LateClientsAreServedDuringTheGrace) {
  child_writes("result");
  child_dies(5);
  child_terminal_ends();
  const ClientId late = connect();
  attach(late, {24, 80});
  EXPECT_EQ(received(late), (Packets{"GEOMETRY 24x80", "SCREEN restore 24x80 result", "EXIT 5"}));
  const ClientId peeking = connect();
  send(peeking, wire::encode_peek({}) + wire::encode_data("ignored"));
  EXPECT_EQ(received(peeking), (Packets{"GEOMETRY 24x80", "SCREEN peek 24x80 result", "EXIT 5"}));
  EXPECT_EQ(child_input(), "");
  const ClientId asking = connect();
  send(asking, wire::encode_status_request());
  const Packets packets = received(asking);
  ASSERT_EQ(packets.size(), 1U);
  const auto status = registry::parse_status(packets[0].substr(sizeof("STATUS")));
  ASSERT_TRUE(status);
  EXPECT_FALSE(status->process.alive);
  EXPECT_EQ(status->process.exit_code, 5);
  EXPECT_FALSE(status->process.pid);
  wait(kExitGrace);
  EXPECT_TRUE(port.has_closed(late));
  EXPECT_EQ(port.log.back(), "finish natural");
}

// `run` of a program that ends at once, on a busy machine: its output and its end are kept for who asked.
TEST_F(AwaitedSessionExit, TheStarterIsWaitedForAndThenHasTheGrace) {
  child_writes("hello");
  child_dies(3);
  child_terminal_ends();
  wait(kAwaitedAttach - Milliseconds(1));
  const ClientId id = connect();
  attach(id, {24, 80});
  EXPECT_EQ(received(id), (Packets{"GEOMETRY 24x80", "SCREEN restore 24x80 hello", "EXIT 3"}));
  wait(kExitGrace - Milliseconds(1));
  EXPECT_NE(port.log.back(), "finish natural");
  wait(Milliseconds(1));
  EXPECT_EQ(port.log.back(), "finish natural");
}

TEST_F(AwaitedSessionExit, NotForEver) {
  child_dies(3);
  child_terminal_ends();
  const ClientId other = connect();
  send(other, wire::encode_peek({}));
  wait(kAwaitedAttach - Milliseconds(1));
  EXPECT_NE(port.log.back(), "finish natural");
  wait(Milliseconds(1));
  EXPECT_EQ(port.log.back(), "finish natural");
}

TEST_F(AwaitedSessionExit, WhoHasComeIsNotWaitedForAgain) {
  (void)attached({24, 80});
  child_dies(3);
  child_terminal_ends();
  wait(kExitGrace + kSlowReaderGrace);
  EXPECT_EQ(port.log.back(), "finish natural");
}

// An attach during the grace starts a new generation with its own EXIT.
TEST_F(SessionExit, AReattachDuringTheGraceGetsExitAgain) {
  const ClientId id = attached({24, 80});
  child_dies(2);
  child_terminal_ends();
  EXPECT_EQ(received(id), (Packets{"EXIT 2"}));
  attach(id, {24, 80});
  EXPECT_EQ(received(id), (Packets{"GEOMETRY 24x80", "SCREEN restore 24x80 ", "EXIT 2"}));
}

// D-154
TEST_F(SessionExit, TheRecordCarriesTheTimeOfDeath) {
  const base::WallTime death = clock.wall_now();
  child_dies(0);
  wait(kExitDrain);
  ASSERT_EQ(port.exits.size(), 1U);
  EXPECT_EQ(port.exits[0].died_at, death);
}

// D-152
TEST_F(SessionExit, ASignalDeathKeepsTheSignal) {
  core.on_child_exit({137, 9});
  child_terminal_ends();
  EXPECT_EQ(port.exits.at(0).end.code, 137);
  EXPECT_EQ(port.exits.at(0).end.signal, 9);
}

// D-172: no EXIT to anybody.
TEST_F(SessionExit, AStopClosesClientsWithoutExit) {
  const ClientId id = attached({24, 80});
  child_writes("queued");
  core.stop();
  EXPECT_FALSE(port.has_closed(id));
  EXPECT_EQ(received(id), (Packets{"DATA queued"}));
  EXPECT_TRUE(port.has_closed(id));
  EXPECT_EQ(port.signals, (std::vector<StopAction>{StopAction::hang_up}));
  core.on_child_exit({129, 1});
  child_terminal_ends();
  EXPECT_EQ(port.log, (Log{"stop listening", "close child", "record exit", "finish external"}));
}

TEST_F(SessionExit, AClientThatDoesNotReadIsClosedSoonAfterTheStop) {
  const ClientId id = attached({24, 80});
  child_writes("queued");
  core.stop();
  wait(kStopFlush);
  EXPECT_TRUE(port.has_closed(id));
}

// D-173, D-174
TEST_F(SessionExit, AStopEscalatesUntilTheChildIsGone) {
  core.stop();
  wait(Milliseconds(999));
  EXPECT_EQ(port.signals.size(), 1U);
  wait(Milliseconds(1));
  EXPECT_EQ(port.signals.back(), StopAction::terminate);
  wait(Milliseconds(1000));
  EXPECT_EQ(port.signals.back(), StopAction::kill);
  wait(Milliseconds(3000));
  EXPECT_EQ(port.log.back(), "force end");
  EXPECT_EQ(port.signals, (std::vector<StopAction>{StopAction::hang_up, StopAction::terminate,
                                                   StopAction::kill, StopAction::abandon}));
}

// D-175
TEST_F(SessionExit, ASecondStopChangesNothing) {
  core.stop();
  wait(Milliseconds(500));
  core.stop();
  wait(Milliseconds(500));
  EXPECT_EQ(port.signals, (std::vector<StopAction>{StopAction::hang_up, StopAction::terminate}));
}

// D-097: a slow client still gets EXIT.
TEST_F(SessionExit, TheEndWaitsForAClientThatIsStillReading) {
  const ClientId slow = attached({24, 80});
  child_writes("ab");
  child_dies(6);
  child_terminal_ends();
  for (int i = 0; i < 4; ++i) {  // one byte now and then
    wait(kExitGrace - Milliseconds(1));
    core.on_client_sent(slow, 1);
  }
  wait(kExitGrace - Milliseconds(1));
  EXPECT_FALSE(port.has_closed(slow));
  received(slow);
  wait(Milliseconds(1));
  EXPECT_TRUE(port.has_closed(slow));
  EXPECT_EQ(port.log.back(), "finish natural");
}

// D-097: and the wait for it is bounded.
TEST_F(SessionExit, AClientThatReadsWithoutEndDoesNotKeepTheSessionForEver) {
  const ClientId slow = attached({24, 80});
  child_writes(std::string(100, 'x'));
  child_dies(6);
  child_terminal_ends();
  for (auto waited = Milliseconds(0); waited < kExitGrace + kSlowReaderGrace; waited += Milliseconds(100)) {
    EXPECT_FALSE(port.has_closed(slow));
    wait(Milliseconds(100));
    core.on_client_sent(slow, 1);
  }
  EXPECT_TRUE(port.has_closed(slow));
  EXPECT_EQ(port.log.back(), "finish natural");
}

// D-156: its name is free after the grace.
TEST_F(SessionExit, AClientThatDoesNotReadDoesNotHoldUpTheEnd) {
  const ClientId stopped = attached({24, 80});
  child_writes("unread");
  child_dies(6);
  child_terminal_ends();
  wait(kExitGrace - Milliseconds(1));
  EXPECT_FALSE(port.has_closed(stopped));
  wait(Milliseconds(1));
  EXPECT_TRUE(port.has_closed(stopped));
  EXPECT_EQ(port.log.back(), "finish natural");
}

// D-175: a stop during the grace ends it, and counts as external.
TEST_F(SessionExit, AStopDuringTheGraceEndsTheSession) {
  child_dies(0);
  child_terminal_ends();
  core.stop();
  EXPECT_EQ(port.log.back(), "finish external");
  EXPECT_TRUE(port.signals.empty());
}

// D-175: a natural end that was decided first stands.
TEST_F(SessionExit, AStopAfterTheEndChangesNothing) {
  child_dies(0);
  child_terminal_ends();
  wait(kExitGrace);
  core.stop();
  EXPECT_EQ(std::count_if(port.log.begin(), port.log.end(),
                          [](const std::string& line) { return line.starts_with("finish"); }),
            1);
}

TEST(ShutdownPlan, TheDeadlineScalesTheSteps) {
  const auto steps = plan_shutdown(Milliseconds(300));
  EXPECT_EQ(steps[1].at, Milliseconds(75));
  EXPECT_EQ(steps[2].at, Milliseconds(150));
  EXPECT_EQ(steps[3].at, Milliseconds(225));
  EXPECT_EQ(steps[4].at, Milliseconds(300));
}

TEST(ShutdownPlan, OnlyAPositiveNumberIsADeadline) {
  EXPECT_EQ(parse_shutdown_deadline("300"), Milliseconds(300));
  EXPECT_EQ(parse_shutdown_deadline("2.5e2"), Milliseconds(250));
  for (const char* text : {"", "0", "-5", "x", "300x", "nan"})
    EXPECT_EQ(parse_shutdown_deadline(text), kDefaultShutdownDeadline) << text;
  EXPECT_EQ(parse_shutdown_deadline(std::nullopt), kDefaultShutdownDeadline);
}

}  // namespace
}  // namespace pty::daemon
