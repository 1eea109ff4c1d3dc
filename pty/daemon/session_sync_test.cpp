#include "pty/daemon/scripted_session.hpp"

namespace pty::daemon {
namespace {

using base::Milliseconds;

class SessionSync : public SessionTest {};

// D-021, D-023
TEST_F(SessionSync, APeekGetsGeometryAndScreenAtOnce) {
  child_writes("hello");
  const ClientId id = connect();
  send(id, wire::encode_peek({.plain = true, .full = false}));
  EXPECT_EQ(received(id), (Packets{"GEOMETRY 24x80", "SCREEN plain 24x80 hello"}));
}

// D-021
TEST_F(SessionSync, AnAttachAtTheCurrentSizeIsCutAtOnce) {
  const ClientId id = connect();
  attach(id, {24, 80});
  EXPECT_EQ(received(id), (Packets{"GEOMETRY 24x80", "SCREEN restore 24x80 "}));
}

// D-022, D-024: output while settling is in the SCREEN and not again as DATA.
TEST_F(SessionSync, OutputWhileSettlingIsInTheScreenOnly) {
  const ClientId id = connect();
  attach(id, {10, 40});
  EXPECT_EQ(received(id), (Packets{"GEOMETRY 10x40"}));
  child_writes("redrawn");
  EXPECT_EQ(received(id), Packets{});
  wait(kSettleSilence);
  EXPECT_EQ(received(id), (Packets{"SCREEN restore 10x40 redrawn"}));
  child_writes("after");
  EXPECT_EQ(received(id), (Packets{"DATA after"}));
}

// What many clients are to see at once is drawn once, whatever their number.
TEST_F(SessionSync, ClientsThatSettleTogetherShareOnePicture) {
  std::vector<ClientId> writers;
  for (int i = 0; i < 20; ++i) {
    writers.push_back(connect());
    attach(writers.back(), {24, 80});
  }
  for (const ClientId id : writers) (void)received(id);
  model.drawn = 0;
  send(writers.front(), wire::encode_resize({10, 40}));
  for (const ClientId id : writers) attach(id, {10, 40});
  wait(kSettle);
  EXPECT_EQ(model.drawn, 1);
  for (const ClientId id : writers) EXPECT_EQ(received(id).back(), "SCREEN restore 10x40 ");
}

// D-046: a program that draws 50 ms after the resize is in the picture.
TEST_F(SessionSync, ALateRedrawIsAwaited) {
  const ClientId id = connect();
  attach(id, {10, 40});
  wait(Milliseconds(50));
  EXPECT_EQ(received(id), (Packets{"GEOMETRY 10x40"}));
  child_writes("late");
  wait(Milliseconds(15));
  EXPECT_EQ(received(id), (Packets{"SCREEN restore 10x40 late"}));
}

// D-046: also when another client did the resize just before.
TEST_F(SessionSync, AReconnectAtTheNewSizeWaitsForTheRestOfTheWindow) {
  const ClientId first = connect();
  attach(first, {10, 40});
  send(first, wire::encode_detach());
  wait(Milliseconds(10));
  const ClientId second = connect();
  attach(second, {10, 40});
  EXPECT_EQ(received(second), (Packets{"GEOMETRY 10x40"}));
  wait(Milliseconds(69));
  EXPECT_EQ(received(second), Packets{});
  wait(Milliseconds(1));
  EXPECT_EQ(received(second), (Packets{"SCREEN restore 10x40 "}));
}

// D-047: continuous output does not postpone the SCREEN beyond the window.
TEST_F(SessionSync, ContinuousOutputIsCutAtTheEndOfTheWindow) {
  const ClientId id = connect();
  attach(id, {10, 40});
  received(id);
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(received(id), Packets{});
    child_writes(".");
    wait(Milliseconds(10));
  }
  EXPECT_EQ(received(id), (Packets{"SCREEN restore 10x40 ........"}));
}

TEST_F(SessionSync, FurtherResizesExtendTheWindowOnlyOnce) {
  const ClientId id = connect();
  attach(id, {10, 40});
  for (int i = 0; i < 15; ++i) {
    wait(Milliseconds(10));
    send(id, wire::encode_resize({static_cast<std::uint16_t>(11 + i), 40}));
  }
  for (const std::string& packet : received(id)) EXPECT_TRUE(packet.starts_with("GEOMETRY")) << packet;
  wait(Milliseconds(10));
  EXPECT_EQ(received(id), (Packets{"SCREEN restore 25x40 "}));
}

// D-022: the last GEOMETRY before SCREEN is its grid.
TEST_F(SessionSync, ASizeChangeWhileSettlingIsAnnouncedBeforeTheScreen) {
  const ClientId first = connect();
  attach(first, {20, 60});
  const ClientId second = connect();
  attach(second, {10, 70});
  wait(kSettleBurst);
  EXPECT_EQ(received(first), (Packets{"GEOMETRY 20x60", "GEOMETRY 10x60", "SCREEN restore 10x60 "}));
  EXPECT_EQ(received(second), (Packets{"GEOMETRY 10x60", "SCREEN restore 10x60 "}));
}

// D-026
TEST_F(SessionSync, AnAttachSupersedesAnUnfinishedOne) {
  const ClientId id = connect();
  attach(id, {10, 40});
  attach(id, {10, 40});
  wait(kSettle);
  EXPECT_EQ(received(id), (Packets{"GEOMETRY 10x40", "GEOMETRY 10x40", "SCREEN restore 10x40 "}));
}

// D-027
TEST_F(SessionSync, APeekSupersedesAnUnfinishedAttachAndIsLive) {
  const ClientId id = connect();
  attach(id, {10, 40});
  send(id, wire::encode_peek({}));
  EXPECT_EQ(received(id), (Packets{"GEOMETRY 10x40", "GEOMETRY 10x40", "SCREEN peek 10x40 "}));
  child_writes("live");
  EXPECT_EQ(received(id), (Packets{"DATA live"}));
  wait(kSettle);
  EXPECT_EQ(received(id), Packets{});
}

// Packets queued while live stay ahead of the next generation's GEOMETRY.
TEST_F(SessionSync, QueuedOutputStaysAheadOfANewGeneration) {
  const ClientId id = attached({24, 80});
  child_writes("old");
  attach(id, {24, 80});
  EXPECT_EQ(received(id), (Packets{"DATA old", "GEOMETRY 24x80", "SCREEN restore 24x80 old"}));
}

// Pending output is taken in before the cut, so the picture is fresh.
TEST_F(SessionSync, UnreadOutputIsInTheScreen) {
  port.pending = {"a", "b"};
  const ClientId id = connect();
  send(id, wire::encode_peek({}));
  EXPECT_EQ(received(id), (Packets{"GEOMETRY 24x80", "SCREEN peek 24x80 ab"}));
}

TEST_F(SessionSync, TakingInOutputBeforeTheCutIsBounded) {
  for (int i = 0; i < 100; ++i) port.pending.emplace_back(64 * 1024, 'x');
  const ClientId id = connect();
  send(id, wire::encode_peek({}));
  EXPECT_EQ(received(id).size(), 2U);
  EXPECT_GT(port.pending.size(), 90U);
}

TEST_F(SessionSync, ASynchronizedUpdateIsAwaitedForALittle) {
  model.synchronized = true;
  const ClientId id = connect();
  send(id, wire::encode_peek({}));
  EXPECT_EQ(received(id), (Packets{"GEOMETRY 24x80"}));
  wait(kSynchronizedDefer - Milliseconds(1));
  EXPECT_EQ(received(id), Packets{});
  wait(Milliseconds(1));
  EXPECT_EQ(received(id), (Packets{"SCREEN peek 24x80 "}));
}

TEST_F(SessionSync, TheEndOfASynchronizedUpdateIsCutAtOnce) {
  model.synchronized = true;
  const ClientId id = connect();
  send(id, wire::encode_peek({}));
  received(id);
  model.on_write = [this](base::ByteView, vt::RelaySink&) { model.synchronized = false; };
  child_writes("frame");
  EXPECT_EQ(received(id), (Packets{"SCREEN peek 24x80 frame"}));
}

// D-033: the tail of a long string is not for a client that joined inside it.
TEST_F(SessionSync, ALateClientIsMutedUntilTheLongStringEnds) {
  const ClientId early = attached({24, 80});
  model.long_string = true;
  model.on_write = [](base::ByteView bytes, vt::RelaySink& sink) {
    sink.relay({bytes, vt::Audience::everyone, bytes.starts_with("tail")});
  };
  child_writes("start");
  const ClientId late = watching();
  child_writes("tail 1");
  EXPECT_EQ(received(late), Packets{});
  model.on_write = [this](base::ByteView bytes, vt::RelaySink& sink) {
    sink.relay({bytes.substr(0, 6), vt::Audience::everyone, true});
    sink.relay({bytes.substr(6), vt::Audience::everyone, false});
    model.long_string = false;
  };
  child_writes("tail 2text");
  EXPECT_EQ(received(late), (Packets{"DATA text"}));
  EXPECT_EQ(received(early), (Packets{"DATA start", "DATA tail 1", "DATA tail 2text"}));
}

// D-066: who joined during the alternate screen gets the primary right after the leaving sequence.
TEST_F(SessionSync, AClientThatJoinedDuringAlternateIsRepaintedWhenItIsLeft) {
  const ClientId early = attached({24, 80});
  model.alternate = true;
  const ClientId late = attached({24, 80});
  const ClientId plain = connect();
  send(plain, wire::encode_peek({.plain = true, .full = false}));
  received(plain);
  model.on_write = [this](base::ByteView, vt::RelaySink& sink) {
    sink.relay({"leave", vt::Audience::everyone, false});
    model.alternate = false;
    sink.left_alternate();
    sink.relay({" then", vt::Audience::everyone, false});
  };
  child_writes("x");
  EXPECT_EQ(received(late), (Packets{"DATA leave<primary> then"}));
  EXPECT_EQ(received(early), (Packets{"DATA leave then"}));
  EXPECT_EQ(received(plain), (Packets{"DATA leave then"}));
  child_writes("x");
  EXPECT_EQ(received(late), (Packets{"DATA leave then"}));
}

// D-035: lines that come back from the history when the grid grows are none of its terminal's.
TEST_F(SessionSync, AClientThatJoinedDuringAlternateGetsAPictureWhenTheGridGrows) {
  const ClientId early = attached({24, 80});
  model.alternate = true;
  const ClientId late = attached({24, 80});
  send(early, wire::encode_resize({20, 80}));
  wait(kSettle);
  EXPECT_EQ(received(late), (Packets{"GEOMETRY 20x80"})) << "the alternate screen has no history";
  received(early);
  model.alternate = false;
  child_writes("x");
  received(late);
  received(early);
  send(early, wire::encode_resize({24, 80}));
  wait(kSettle);
  EXPECT_EQ(received(late), (Packets{"GEOMETRY 24x80", "SCREEN restore 24x80 x"}));
  EXPECT_EQ(received(early), (Packets{"GEOMETRY 24x80"}));
  send(early, wire::encode_resize({20, 80}));
  wait(kSettle);
  EXPECT_EQ(received(late), (Packets{"GEOMETRY 20x80"})) << "it has the history now";
}

// A peer that asks without reading gets one SCREEN, not a queue of them.
TEST_F(SessionSync, UnreadScreensDoNotPileUp) {
  model.large_image.assign(8 * 1024 * 1024, 'i');
  const ClientId id = connect();
  for (int i = 0; i < 100; ++i) attach(id, {24, 80});
  EXPECT_LT(core.output_of(id)->bytes(), 9U * 1024 * 1024);
  const Packets packets = received(id);
  EXPECT_EQ(packets.back(), "SCREEN of 8388608");
}

}  // namespace
}  // namespace pty::daemon
