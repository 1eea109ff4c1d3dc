// Clients that go away while they are not read from, because the child does not take its input or memory for
// unfinished packets is short.

#include "pty/daemon/scripted_session.hpp"

namespace pty::daemon {
namespace {

class SessionDeparture : public SessionTest {
 protected:
  static std::string data(std::size_t size, char fill) { return wire::encode_data(std::string(size, fill)); }
  void fill_input() { send(connect(), data(kInputQueueBytes, 'f')); }
  /// What the child is given behind the filling.
  std::string input_behind_filling() { return child_input().substr(kInputQueueBytes); }
};

// D-037, D-096: the role, the constraint and the STATUS entry end with the peer, whatever waits of it.
TEST_F(SessionDeparture, ADeadClientConstrainsNothingWhileItsInputWaits) {
  const ClientId small = attached({10, 40});
  const ClientId other = attached({20, 60});
  fill_input();
  send(small, wire::encode_data("typed"));
  EXPECT_FALSE(core.wants_input(small));
  core.on_client_lost(small);
  EXPECT_TRUE(port.has_closed(small));
  EXPECT_EQ(received(other), (Packets{"GEOMETRY 20x60"}));
  EXPECT_EQ(status().clients.connections.size(), 1U);
  EXPECT_EQ(input_behind_filling(), "typed");
}

// D-018, D-034: what was handed over arrives, in order, and nothing else of the dead counts.
TEST_F(SessionDeparture, WholePacketsOfTheDeadReachTheChildInOrder) {
  fill_input();
  const ClientId first = connect();
  const ClientId second = connect();
  send(first, wire::encode_data("1a,") + wire::encode_data("1b,"));
  send(second, wire::encode_data("2a,"));
  const std::string attaches = wire::encode_attach({5, 5}) + wire::encode_resize({6, 6});
  core.on_client_lost(second, wire::encode_data("2b,") + attaches + wire::encode_data("2c,"));
  core.on_client_lost(first, wire::encode_data("1c,") + wire::encode_data("unfinished").substr(0, 9));
  EXPECT_EQ(port.attaches, 0);
  EXPECT_EQ(model.size(), (base::Size{24, 80}));
  EXPECT_EQ(input_behind_filling(), "1a,1b,1c,2a,2b,2c,");
}

// D-013, D-017, D-018: the last packets mean what they mean at any other time.
TEST_F(SessionDeparture, TheLastPacketsKeepTheirRules) {
  fill_input();
  const ClientId peeking = connect();
  send(peeking, wire::encode_data("a"));
  core.on_client_lost(peeking, wire::encode_peek({}) + wire::encode_data("dropped") +
                                   wire::encode_attach({5, 5}) + wire::encode_data("b"));
  const ClientId leaving = connect();
  send(leaving, wire::encode_data("c"));
  core.on_client_lost(leaving, wire::encode_data("d") + wire::encode_detach() + wire::encode_data("dropped"));
  const ClientId readonly = watching();
  core.on_client_lost(readonly, wire::encode_data("dropped"));
  const ClientId broken = connect();
  send(broken, wire::encode_data("e"));
  core.on_client_lost(broken, std::string("\0\2\0\0\1", 5) + wire::encode_data("dropped"));
  EXPECT_EQ(input_behind_filling(), "abcde");
}

// D-018: who was paused for another reason loses nothing either.
TEST_F(SessionDeparture, InputBehindUnreadAnswersIsTaken) {
  const ClientId id = watching();
  attach(id, {24, 80});
  while (core.wants_input(id)) send(id, wire::encode_status_request());
  core.on_client_lost(id, wire::encode_status_request() + wire::encode_data("last words"));
  EXPECT_EQ(child_input(), "last words");
}

// D-096: they take nobody's place, and all they leave is their bytes.
TEST_F(SessionDeparture, TheDeadLockNobodyOut) {
  fill_input();
  const ClientId between = connect();
  send(between, wire::encode_data("|"));
  for (int i = 0; i < 2000; ++i) {
    ASSERT_TRUE(core.has_room_for_client());
    const ClientId id = connect();
    send(id, wire::encode_data("y"));
    core.on_client_lost(id, wire::encode_data("z"));
  }
  EXPECT_TRUE(status().warnings.empty());
  std::string expected = "|";
  for (int i = 0; i < 2000; ++i) expected += "yz";
  EXPECT_EQ(input_behind_filling(), expected);
}

// D-094, D-096: bounded, the newest gives way, and it is said.
TEST_F(SessionDeparture, WhatTheDeadLeaveIsBounded) {
  fill_input();
  const std::string half(kMaxLeftBehindBytes / 2, 'h');
  for (int i = 0; i < 2; ++i) {
    const ClientId id = connect();
    send(id, wire::encode_data(half));
    core.on_client_lost(id);
  }
  EXPECT_TRUE(status().warnings.empty());
  for (int i = 0; i < 2; ++i) {
    const ClientId late = connect();
    send(late, wire::encode_data("late"));
    core.on_client_lost(late, wire::encode_data("later"));
  }
  EXPECT_EQ(status().warnings.size(), 1U);
  EXPECT_EQ(input_behind_filling().size(), kMaxLeftBehindBytes);
  fill_input();
  const ClientId id = connect();
  send(id, wire::encode_data("again"));
  core.on_client_lost(id);
  EXPECT_EQ(input_behind_filling(), "again");
}

// D-018: a peer that stopped sending is still there.
TEST_F(SessionDeparture, AHalfClosedSenderWaitsForItsInput) {
  fill_input();
  const ClientId id = connect();
  send(id, wire::encode_data("last words") + wire::encode_status_request());
  core.on_client_end(id);
  EXPECT_FALSE(port.has_closed(id));
  EXPECT_EQ(input_behind_filling(), "last words");
  EXPECT_EQ(received(id).size(), 1U);
  EXPECT_TRUE(port.has_closed(id));
}

TEST_F(SessionDeparture, AnEndOfTheSessionForgetsWhatWasLeft) {
  fill_input();
  for (int i = 0; i < 2; ++i) {
    const ClientId id = connect();
    send(id, wire::encode_data("y"));
    core.on_client_lost(id);
  }
  child_dies(3);
  child_terminal_ends();
  EXPECT_TRUE(core.input().empty());
  wait(kExitGrace);
  EXPECT_EQ(port.log.back(), "finish natural");
}

TEST_F(SessionDeparture, AStopDoesNotWaitForWhatWasLeft) {
  fill_input();
  const ClientId id = connect();
  send(id, wire::encode_data("y"));
  core.on_client_lost(id);
  core.stop();
  child_dies(129);
  child_terminal_ends();
  EXPECT_EQ(port.log.back(), "finish external");
}

}  // namespace
}  // namespace pty::daemon
