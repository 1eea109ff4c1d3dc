#include "pty/daemon/scripted_session.hpp"

namespace pty::daemon {
namespace {

using namespace std::string_literals;

class SessionRoles : public SessionTest {};

// D-010
TEST_F(SessionRoles, ATruncatedAttachChangesNothing) {
  const ClientId id = connect();
  attach(id, {10, 40});
  received(id);
  send(id, wire::encode_packet(wire::MessageType::attach, "\0\5\0"s));
  wait(kSettle);
  EXPECT_EQ(received(id), (Packets{"SCREEN restore 10x40 "}));
  const ClientId peeking = watching();
  send(peeking, wire::encode_packet(wire::MessageType::attach, "\0"s));
  send(peeking, wire::encode_data("dropped"));
  EXPECT_EQ(child_input(), "");
}

// D-011, D-012
TEST_F(SessionRoles, ACommandSocketCanTypeButNotResize) {
  const ClientId id = connect();
  send(id, wire::encode_resize({5, 5}) + wire::encode_packet(wire::MessageType::resize, "\0"s) +
               wire::encode_data("ls\n"));
  EXPECT_EQ(child_input(), "ls\n");
  EXPECT_EQ(model.size(), (base::Size{24, 80}));
  EXPECT_EQ(received(id), Packets{});
}

// D-100
TEST_F(SessionRoles, ACommandSocketReceivesNoOutput) {
  const ClientId id = connect();
  child_writes("output");
  EXPECT_EQ(received(id), Packets{});
}

// D-013
TEST_F(SessionRoles, PeekThenAttachRestoresInputAndResize) {
  const ClientId id = watching();
  attach(id, {10, 40});
  wait(kSettle);
  EXPECT_EQ(received(id), (Packets{"GEOMETRY 10x40", "SCREEN restore 10x40 "}));
  send(id, wire::encode_data("in") + wire::encode_resize({12, 40}));
  EXPECT_EQ(child_input(), "in");
  EXPECT_EQ(received(id), (Packets{"GEOMETRY 12x40"}));
}

// D-014, D-015
TEST_F(SessionRoles, AttachThenPeekGivesUpInputAndConstraint) {
  const ClientId small = attached({10, 40});
  const ClientId other = attached({20, 60});
  send(small, wire::encode_peek({}));
  EXPECT_EQ(received(other), (Packets{"GEOMETRY 20x60"}));
  EXPECT_EQ(received(small), (Packets{"GEOMETRY 20x60", "SCREEN peek 20x60 "}));
  send(small, wire::encode_data("dropped") + wire::encode_resize({5, 5}));
  EXPECT_EQ(child_input(), "");
  EXPECT_EQ(model.size(), (base::Size{20, 60}));
}

// D-016, D-177, D-178
TEST_F(SessionRoles, StatusIsAnsweredInEveryRoleAndCountsWatchersOnly) {
  const ClientId writable = attached({10, 0});
  const ClientId readonly = watching();
  const ClientId command = connect();
  for (const ClientId id : {writable, readonly, command}) {
    send(id, wire::encode_status_request());
    const Packets packets = received(id);
    ASSERT_EQ(packets.size(), 1U);
    const auto status = registry::parse_status(packets[0].substr(sizeof("STATUS")));
    ASSERT_TRUE(status) << status.error().text;
    EXPECT_EQ(status->clients.total, 2);
    EXPECT_EQ(status->clients.attached, 1);
    EXPECT_EQ(status->clients.read_only, 1);
    EXPECT_EQ(status->process.pid, 42);
    EXPECT_EQ(status->terminal.rows, 10);
    for (const auto& connection : status->clients.connections) {
      if (!connection.writable) continue;
      EXPECT_EQ(connection.rows, 10);
      EXPECT_EQ(connection.cols, 0);
      EXPECT_EQ(connection.last_request_sequence, 1U);
      EXPECT_TRUE(connection.constrains_rows);
      EXPECT_FALSE(connection.constrains_cols);
    }
  }
}

// D-179: neither the uptime nor any deadline follows a clock that is set.
TEST_F(SessionRoles, AClockThatJumpsChangesNothing) {
  const ClientId id = attached({10, 40});
  wait(base::Milliseconds(5000));
  for (const auto jump : {std::chrono::hours(-24 * 365), std::chrono::hours(24 * 365)}) {
    clock.jump(jump);
    send(id, wire::encode_status_request() + wire::encode_resize({11, 40}));
    const Packets packets = received(id);
    const auto status = registry::parse_status(packets.at(0).substr(sizeof("STATUS")));
    ASSERT_TRUE(status);
    EXPECT_GE(status->uptime_seconds, 0);
    EXPECT_EQ(core.next_deadline(), std::nullopt);
  }
  child_dies(0);
  EXPECT_EQ(core.next_deadline(), clock.now() + kExitDrain);
}

// D-017
TEST_F(SessionRoles, DetachClosesAtOnce) {
  const ClientId small = attached({10, 40});
  const ClientId other = attached({20, 60});
  send(small, wire::encode_detach());
  EXPECT_TRUE(port.has_closed(small));
  EXPECT_EQ(received(other), (Packets{"GEOMETRY 20x60"}));
}

// D-018
TEST_F(SessionRoles, InputBeforeTheEndOfStreamReachesTheChildAndThenTheClientIsClosed) {
  const ClientId id = connect();
  send(id, wire::encode_data("last words"));
  core.on_client_end(id);
  EXPECT_EQ(child_input(), "last words");
  EXPECT_TRUE(port.has_closed(id));
}

// D-018: what was asked for is answered first.
TEST_F(SessionRoles, AHalfClosedWatcherStillGetsItsScreen) {
  const ClientId id = connect();
  send(id, wire::encode_peek({}));
  core.on_client_end(id);
  EXPECT_FALSE(port.has_closed(id));
  EXPECT_EQ(received(id), (Packets{"GEOMETRY 24x80", "SCREEN peek 24x80 "}));
  EXPECT_TRUE(port.has_closed(id));
}

// D-034
TEST_F(SessionRoles, InputInTheSameWriteAsAttachReachesTheChild) {
  const ClientId id = connect();
  send(id, wire::encode_attach({10, 40}) + wire::encode_data("now"));
  EXPECT_EQ(child_input(), "now");
}

// D-020
TEST_F(SessionRoles, OnePacketStaysTogether) {
  const ClientId first = connect();
  const ClientId second = connect();
  const std::string packet = wire::encode_data("abcdef");
  send(first, packet.substr(0, 7));
  send(second, wire::encode_data("123"));
  send(first, packet.substr(7));
  EXPECT_EQ(child_input(), "123abcdef");
}

// D-003
TEST_F(SessionRoles, AnOversizeHeaderEndsTheConnection) {
  const ClientId id = connect();
  send(id, "\0\2\0\0\1"s);
  EXPECT_TRUE(port.has_closed(id));
}

// D-005
TEST_F(SessionRoles, UnknownPacketsAreSkipped) {
  const ClientId id = connect();
  send(id, wire::encode_packet(static_cast<wire::MessageType>(99), "?") + wire::encode_data("ok"));
  EXPECT_EQ(child_input(), "ok");
}

TEST_F(SessionRoles, EachAttachIsStamped) {
  attached({24, 80});
  watching();
  EXPECT_EQ(port.attaches, 1);
}

}  // namespace
}  // namespace pty::daemon
