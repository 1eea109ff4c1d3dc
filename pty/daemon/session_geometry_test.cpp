#include "pty/daemon/effective_geometry.hpp"
#include "pty/daemon/scripted_session.hpp"

namespace pty::daemon {
namespace {

class SessionGeometry : public SessionTest {};

// D-036, D-037
TEST_F(SessionGeometry, TheSmallestRequestPerAxisWins) {
  const ClientId first = attached({30, 60});
  const ClientId second = attached({20, 100});
  watching();
  EXPECT_EQ(model.size(), (base::Size{20, 60}));
  core.on_client_lost(second);
  EXPECT_EQ(model.size(), (base::Size{30, 60}));
  send(first, wire::encode_detach());
  EXPECT_EQ(model.size(), (base::Size{30, 60}));
}

// D-038, D-040, D-041, D-043
TEST_F(SessionGeometry, AnUnchangedSizeDisturbsNobody) {
  const ClientId first = attached({24, 80});
  const ClientId second = connect();
  attach(second, {50, 200});
  EXPECT_EQ(received(second), (Packets{"GEOMETRY 24x80", "SCREEN restore 24x80 "}));
  send(second, wire::encode_resize({60, 210}));
  EXPECT_EQ(received(second), Packets{});
  EXPECT_EQ(received(first), Packets{});
  EXPECT_TRUE(port.sizes.empty());
  EXPECT_EQ(model.resizes, 0);
}

// D-039, D-042: emulator, then GEOMETRY for everybody, then the child.
TEST_F(SessionGeometry, EverybodyIsToldBeforeTheChild) {
  const ClientId writable = attached({24, 80});
  const ClientId readonly = watching();
  port.on_set_size = [&] {
    EXPECT_EQ(model.size(), (base::Size{10, 80}));
    EXPECT_EQ(received(writable), (Packets{"GEOMETRY 10x80"}));
    EXPECT_EQ(received(readonly), (Packets{"GEOMETRY 10x80"}));
  };
  send(writable, wire::encode_resize({10, 80}));
  EXPECT_EQ(port.sizes, (std::vector<base::Size>{{10, 80}}));
}

// Output for the old size is parsed at the old size.
TEST_F(SessionGeometry, PendingOutputIsTakenInBeforeTheResize) {
  const ClientId id = attached({24, 80});
  port.pending = {"old"};
  base::Size size_at_write{};
  model.on_write = [&](base::ByteView bytes, vt::RelaySink& sink) {
    size_at_write = model.size();
    sink.relay({bytes, vt::Audience::everyone, false});
  };
  send(id, wire::encode_resize({10, 40}));
  EXPECT_EQ(size_at_write, (base::Size{24, 80}));
  EXPECT_EQ(received(id), (Packets{"DATA old", "GEOMETRY 10x40"}));
}

// D-044
TEST_F(SessionGeometry, ZeroIsNoConstraint) {
  attached({0, 0});
  EXPECT_EQ(model.size(), (base::Size{24, 80}));
  attached({0, 40});
  EXPECT_EQ(model.size(), (base::Size{24, 40}));
}

// D-045: what the emulator made of the request is what everybody is told, once.
TEST_F(SessionGeometry, TheAppliedSizeIsTheAnnouncedOne) {
  const ClientId id = connect();
  attach(id, {5, 1});
  wait(kSettle);
  EXPECT_EQ(received(id), (Packets{"GEOMETRY 5x2", "SCREEN restore 5x2 "}));
  EXPECT_EQ(port.sizes, (std::vector<base::Size>{{5, 2}}));
  attached({50, 50});
  EXPECT_EQ(model.resizes, 1);
}

// D-136
TEST_F(SessionGeometry, WatchersNeverConstrainAndAreNotAttached) {
  const ClientId writable = attached({24, 80});
  const ClientId watcher = watching();
  send(watcher, wire::encode_peek({.plain = true, .full = true}) + wire::encode_resize({5, 5}));
  core.on_client_lost(watcher);
  EXPECT_EQ(model.size(), (base::Size{24, 80}));
  EXPECT_TRUE(port.sizes.empty());
  EXPECT_EQ(received(writable), Packets{});
  EXPECT_EQ(port.attaches, 1) << "the writable one's";
}

// D-048
TEST_F(SessionGeometry, ABurstOfResizesEndsAtTheLast) {
  const ClientId id = attached({24, 80});
  std::string burst;
  for (std::uint16_t rows = 10; rows < 15; ++rows) burst += wire::encode_resize({rows, 80});
  send(id, burst);
  EXPECT_EQ(received(id).back(), "GEOMETRY 14x80");
  EXPECT_EQ(port.sizes.size(), 5U);
}

// D-045
TEST(EffectiveGeometry, RequestsAreClamped) {
  EXPECT_EQ(base::clamp_size({0, 0}), (base::Size{1, 1}));
  EXPECT_EQ(base::clamp_size({65535, 65535}), (base::Size{1024, 4096}));
  EXPECT_EQ(base::clamp_size({65535, 10}), (base::Size{4096, 10}));
  const SizeRequest huge{{65535, 65535}};
  EXPECT_EQ(effective_size({}, {&huge, 1}, {24, 80}), (base::Size{1024, 4096}));
  EXPECT_EQ(effective_size({}, {}, {24, 80}), (base::Size{24, 80}));
}

// D-096
TEST_F(SessionGeometry, UnreadSizesNeverStopAClientsInput) {
  const ClientId id = attached({0, 0});
  const ClientId other = attached({24, 80});
  received(id);
  std::uint16_t rows = 0;
  for (std::size_t i = 0; i < 3 * kMaxUnreadAnswers; ++i) {
    rows = static_cast<std::uint16_t>(10 + i % 2);
    send(other, wire::encode_resize({rows, 80}));
    received(other);
    child_writes("x");
    EXPECT_TRUE(core.wants_input(id));
  }
  EXPECT_LE(core.output_of(id)->control_packets(), kMaxUnreadSizes);
  received(id);
  core.on_client_writable(id);
  wait(kSettleBurst);
  const Packets packets = received(id);
  EXPECT_EQ(packets.front(), "GEOMETRY " + std::to_string(rows) + "x80");
  EXPECT_TRUE(packets.back().starts_with("SCREEN"));
}

}  // namespace
}  // namespace pty::daemon
