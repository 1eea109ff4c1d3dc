#include "pty/daemon/scripted_session.hpp"

namespace pty::daemon {
namespace {

/// Here a turn ends only when the test says so.
class SessionTurns : public SessionTest {
 protected:
  void ask(ClientId id, const std::string& packets) { core.on_client_bytes(id, packets); }
  std::string resizes(int from, int count) {
    std::string packets;
    for (int i = 0; i < count; ++i)
      packets += wire::encode_resize({static_cast<std::uint16_t>(from + i), 80});
    return packets;
  }
};

// §5.10: each of them is applied.
TEST_F(SessionTurns, AFloodOfResizesIsAppliedOnePerTurnAndInOrder) {
  const ClientId id = attached({100, 80});
  const auto before = port.sizes.size();
  ask(id, resizes(10, 900) + wire::encode_data("x"));
  EXPECT_EQ(port.sizes.size(), before + 1);
  EXPECT_FALSE(core.wants_input(id));
  for (std::uint16_t turn = 1; turn < 900; ++turn) {
    ASSERT_TRUE(is_due());
    core.on_time();
    received(id);
    EXPECT_EQ(port.sizes.size(), before + 1U + turn);
    EXPECT_EQ(port.sizes.back().rows, 10 + turn);
  }
  EXPECT_EQ(child_input(), "x");
  EXPECT_TRUE(core.wants_input(id));
}

TEST_F(SessionTurns, MeanwhileEverybodyElseIsServed) {
  const ClientId typist = attached({0, 0});
  const ClientId id = attached({100, 80});
  received(typist);
  ask(id, resizes(10, 100));
  ask(typist, wire::encode_data("key"));
  EXPECT_EQ(child_input(), "key");
  child_writes("echo");
  EXPECT_EQ(received(typist), (Packets{"GEOMETRY 10x80", "DATA echo"}));
}

TEST_F(SessionTurns, CostlyRequestsOfSeveralClientsAreTakenInTurn) {
  const ClientId first = attached({100, 80});
  const ClientId second = attached({100, 80});
  const auto before = port.sizes.size();
  ask(first, resizes(10, 3));
  ask(second, resizes(1, 2));
  std::vector<std::uint16_t> rows;
  for (int turn = 0; turn < 10; ++turn) core.on_time();
  for (std::size_t i = before; i < port.sizes.size(); ++i) rows.push_back(port.sizes[i].rows);
  // The second one's are smaller and win.
  EXPECT_EQ(rows, (std::vector<std::uint16_t>{10, 11, 1, 2}));
  EXPECT_FALSE(is_due());
}

TEST_F(SessionTurns, AResizeThatChangesNothingCostsNoTurn) {
  const ClientId id = attached({24, 80});
  core.on_time();
  ask(id, resizes(24, 1) + resizes(24, 1) + wire::encode_data("x"));
  EXPECT_EQ(child_input(), "x");
  EXPECT_FALSE(is_due());
}

TEST_F(SessionTurns, PoliciesPicturesAndStatusTakeTurnsToo) {
  const ClientId id = connect();
  std::string packets;
  for (int i = 0; i < 3; ++i)
    packets += wire::encode_policy({.kind = base::GeometryPolicy::Kind::fixed,
                                    .size = {static_cast<std::uint16_t>(10 + i), 80}}) +
               wire::encode_status_request() + wire::encode_peek({}) + wire::encode_attach({24, 80});
  ask(id, packets);
  for (std::size_t turn = 0; turn < 11; ++turn) {
    EXPECT_LE(port.sizes.size(), turn / 4 + 1);
    EXPECT_TRUE(is_due());
    core.on_time();
  }
  EXPECT_EQ(port.sizes.size(), 3U);
}

TEST_F(SessionTurns, WhoDoesNotReadItsAnswersIsNotGivenTurns) {
  const ClientId id = connect();
  std::string packets;
  for (std::size_t i = 0; i < 2 * kMaxUnreadAnswers; ++i) packets += wire::encode_status_request();
  ask(id, packets);
  for (int turn = 0; turn < kMostTurns && is_due(); ++turn) core.on_time();
  EXPECT_FALSE(is_due());
  const std::size_t unread = received(id).size();
  EXPECT_LE(unread, kMaxUnreadAnswers + 1);
  std::size_t rest = 0;
  for (int turn = 0; turn < kMostTurns && is_due(); ++turn) {
    core.on_time();
    rest += received(id).size();
  }
  EXPECT_EQ(unread + rest, 2 * kMaxUnreadAnswers);
}

TEST_F(SessionTurns, WhatADeadClientTypedBehindAWaitingRequestIsNotLost) {
  const ClientId id = attached({100, 80});
  ask(id, resizes(10, 5) + wire::encode_data("x"));
  core.on_client_lost(id, wire::encode_data("y"));
  EXPECT_EQ(child_input(), "xy");
  core.on_time();
  EXPECT_FALSE(is_due());
}

TEST_F(SessionTurns, AHalfClosedClientIsServedToTheEnd) {
  const ClientId id = connect();
  ask(id, wire::encode_status_request() + wire::encode_status_request() + wire::encode_data("x"));
  core.on_client_end(id);
  EXPECT_FALSE(port.has_closed(id));
  while (is_due()) core.on_time();
  EXPECT_EQ(received(id).size(), 2U);
  EXPECT_EQ(child_input(), "x");
  EXPECT_TRUE(port.has_closed(id));
}

}  // namespace
}  // namespace pty::daemon
