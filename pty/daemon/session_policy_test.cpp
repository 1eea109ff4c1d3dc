// Which size a session has under each geometry policy, and every way in which that changes.

#include "pty/daemon/effective_geometry.hpp"
#include "pty/daemon/scripted_session.hpp"

namespace pty::daemon {
namespace {

using Kind = base::GeometryPolicy::Kind;
using Sizes = std::vector<base::Size>;
using Texts = std::vector<std::string>;

constexpr base::GeometryPolicy kLatest{Kind::latest, {0, 0}};
constexpr base::GeometryPolicy kSmallest{};

constexpr base::GeometryPolicy fixed_at(base::Size size) {
  return {Kind::fixed, size};
}

class SessionPolicy : public SessionTest {
 protected:
  /// Asks as `pty resize` does; what was answered.
  std::string set(const base::GeometryPolicy& policy) {
    const ClientId id = connect();
    send(id, wire::encode_policy(policy));
    const Packets packets = received(id);
    core.on_client_end(id);
    EXPECT_EQ(packets.size(), 1U);
    const auto answer = packets.empty()
                            ? std::nullopt
                            : wire::try_decode_policy(std::string_view(packets[0]).substr(sizeof("POLICY")));
    return answer ? to_text(*answer) : "no answer";
  }
  void type(ClientId id, const std::string& text) { send(id, wire::encode_data(text)); }
};

TEST_F(SessionPolicy, ATypingClientTakesTheSizeUnderLatest) {
  const ClientId laptop = attached({24, 80});
  const ClientId desktop = attached({50, 200});
  EXPECT_EQ(model.size(), (base::Size{24, 80}));
  EXPECT_EQ(set(kLatest), "latest");
  EXPECT_EQ(model.size(), (base::Size{50, 200})) << "who attached last was active last";
  type(laptop, "l");
  EXPECT_EQ(model.size(), (base::Size{24, 80}));
  type(laptop, "s");
  type(desktop, "x");
  EXPECT_EQ(port.sizes, (Sizes{{50, 200}, {24, 80}, {50, 200}})) << "once per change of hands";
  EXPECT_EQ(child_input(), "lsx");
}

TEST_F(SessionPolicy, AttachingAndResizingAreActivity) {
  set(kLatest);
  const ClientId laptop = attached({24, 80});
  attached({50, 200});
  EXPECT_EQ(model.size(), (base::Size{50, 200}));
  send(laptop, wire::encode_resize({30, 90}));
  EXPECT_EQ(model.size(), (base::Size{30, 90}));
}

// A client that shows another size asks for a picture after each change of the grid, by a second ATTACH. If
// that counted, two of them would never come to rest.
TEST_F(SessionPolicy, ARepeatedRequestTakesNothing) {
  set(kLatest);
  const ClientId laptop = attached({24, 80});
  const ClientId desktop = attached({50, 200});
  const std::size_t changes = port.sizes.size();
  for (int turn = 0; turn < 3; ++turn) {
    send(laptop, wire::encode_attach({24, 80}));
    send(laptop, wire::encode_resize({24, 80}));
  }
  EXPECT_EQ(port.sizes.size(), changes);
  EXPECT_EQ(model.size(), (base::Size{50, 200}));
  wait(kSettle);
  EXPECT_EQ(received(laptop).back(), "SCREEN restore 50x200 ");
  EXPECT_EQ(received(desktop), Packets{});
}

TEST_F(SessionPolicy, ALostFocusIsNoActivityButAnyKeyIs) {
  set(kLatest);
  const ClientId laptop = attached({24, 80});
  attached({50, 200});
  type(laptop, "\x1b[O");
  type(laptop, "");
  EXPECT_EQ(model.size(), (base::Size{50, 200}));
  EXPECT_EQ(child_input(), "\x1b[O") << "the program is told all the same";
  type(laptop, "\x1b[I");
  EXPECT_EQ(model.size(), (base::Size{24, 80}));
}

TEST_F(SessionPolicy, WhenTheLatestLeavesTheOneBeforeItDecides) {
  set(kLatest);
  const ClientId first = attached({24, 80});
  const ClientId second = attached({30, 90});
  const ClientId third = attached({50, 200});
  type(first, "x");
  core.on_client_lost(first);
  EXPECT_EQ(model.size(), (base::Size{50, 200}));
  send(third, wire::encode_detach());
  EXPECT_EQ(model.size(), (base::Size{30, 90}));
  send(second, wire::encode_detach());
  EXPECT_EQ(model.size(), (base::Size{30, 90})) << "nobody is left: it stays";
}

TEST_F(SessionPolicy, WhoOnlyWatchesOrSendsDecidesNothing) {
  set(kLatest);
  attached({50, 200});
  const ClientId laptop = attached({24, 80});
  EXPECT_EQ(model.size(), (base::Size{24, 80}));
  send(laptop, wire::encode_peek({}));
  EXPECT_EQ(model.size(), (base::Size{50, 200})) << "the latest gave up its place";
  type(laptop, "dropped");
  type(connect(), "sent");
  EXPECT_EQ(model.size(), (base::Size{50, 200}));
  send(laptop, wire::encode_attach({24, 80}));
  EXPECT_EQ(model.size(), (base::Size{24, 80})) << "and takes it again";
}

TEST_F(SessionPolicy, AnAxisTheLatestLeavesOpenIsTheOneBeforeIts) {
  set(kLatest);
  attached({24, 80});
  attached({0, 100});
  EXPECT_EQ(model.size(), (base::Size{24, 100}));
}

TEST_F(SessionPolicy, FixedIsWhateverClientsAskFor) {
  EXPECT_EQ(set(fixed_at({50, 200})), "fixed 50x200");
  EXPECT_EQ(model.size(), (base::Size{50, 200})) << "without any client, at once";
  EXPECT_EQ(port.sizes, (Sizes{{50, 200}}));
  wait(kSettle);
  const ClientId id = connect();
  attach(id, {24, 80});
  EXPECT_EQ(received(id), (Packets{"GEOMETRY 50x200", "SCREEN restore 50x200 "}));
  send(id, wire::encode_resize({10, 10}));
  type(id, "x");
  EXPECT_EQ(received(id), Packets{});
  EXPECT_EQ(port.sizes.size(), 1U);
}

TEST_F(SessionPolicy, ALiveClientIsToldBeforeTheChild) {
  const ClientId id = attached({24, 80});
  const ClientId watcher = watching();
  port.on_set_size = [&] {
    EXPECT_EQ(received(id), Packets{"GEOMETRY 50x200"});
    EXPECT_EQ(received(watcher), Packets{"GEOMETRY 50x200"});
  };
  set(fixed_at({50, 200}));
  EXPECT_EQ(port.sizes.size(), 1U);
}

TEST_F(SessionPolicy, AChangeOfPolicyTakesEffectAtOnce) {
  attached({24, 200});
  attached({50, 80});
  EXPECT_EQ(model.size(), (base::Size{24, 80}));
  set(kLatest);
  EXPECT_EQ(model.size(), (base::Size{50, 80}));
  set(fixed_at({10, 20}));
  EXPECT_EQ(model.size(), (base::Size{10, 20}));
  set(kSmallest);
  EXPECT_EQ(model.size(), (base::Size{24, 80}));
  EXPECT_EQ(port.policies, (Texts{"latest", "fixed 10x20", "smallest"}));
}

TEST_F(SessionPolicy, WithoutClientsALiftedFixedSizeStays) {
  set(fixed_at({10, 20}));
  EXPECT_EQ(set(kSmallest), "smallest");
  EXPECT_EQ(model.size(), (base::Size{10, 20}));
  attached({40, 100});
  EXPECT_EQ(model.size(), (base::Size{40, 100}));
}

TEST_F(SessionPolicy, TheSamePolicyAgainChangesAndRecordsNothing) {
  set(kSmallest);
  EXPECT_EQ(port.policies, Texts{});
  set(fixed_at({24, 80}));
  set(fixed_at({24, 80}));
  EXPECT_EQ(port.policies, Texts{"fixed 24x80"});
  EXPECT_TRUE(port.sizes.empty());
}

TEST_F(SessionPolicy, AFixedSizeIsClampedAndAnsweredAsItWasApplied) {
  EXPECT_EQ(set(fixed_at({65535, 65535})), "fixed 1024x4096");
  EXPECT_EQ(set(fixed_at({5, 1})), "fixed 5x2") << "the emulator's minimum";
  EXPECT_EQ(set(fixed_at({0, 40})), "fixed 5x40") << "zero: as it is now";
  EXPECT_EQ(port.policies.back(), "fixed 5x40");
  EXPECT_EQ(model.size(), (base::Size{5, 40}));
}

TEST_F(SessionPolicy, OfAViewerItHasNoEffectAndIsAnsweredWithTheOneInForce) {
  const ClientId writer = attached({24, 80});
  const ClientId viewer = watching();
  send(viewer, wire::encode_policy({.kind = base::GeometryPolicy::Kind::fixed, .size = {3, 9}}));
  EXPECT_EQ(received(viewer), (Packets{"POLICY " + std::string(5, '\0')}));
  EXPECT_EQ(received(writer), Packets{});
  EXPECT_EQ(model.size(), (base::Size{24, 80}));
  EXPECT_TRUE(port.policies.empty());
  attach(viewer, {24, 80});  // as a writer it may
  send(viewer, wire::encode_policy({.kind = base::GeometryPolicy::Kind::fixed, .size = {3, 9}}));
  EXPECT_EQ(model.size(), (base::Size{3, 9}));
}

TEST_F(SessionPolicy, ARequestThatMeansNothingIsNotAnswered) {
  const ClientId id = connect();
  send(id, wire::encode_packet(wire::MessageType::policy, "") +
               wire::encode_packet(wire::MessageType::policy, std::string("\x03\x00\x05\x00\x05", 5)) +
               wire::encode_status_request());
  const Packets packets = received(id);
  ASSERT_EQ(packets.size(), 1U);
  EXPECT_TRUE(packets[0].starts_with("STATUS "));
}

// A slow client is told the size of its new generation when it reads again, whatever happened meanwhile.
TEST_F(SessionPolicy, ASlowClientIsResynchronisedAtTheSizeOfThen) {
  const ClientId slow = attached({24, 80});
  while (!core.awaits_writable(slow)) child_writes(std::string(60'000, 'x'));
  set(fixed_at({10, 20}));
  received(slow);
  core.on_client_writable(slow);
  wait(kSettle);
  const Packets packets = received(slow);
  ASSERT_EQ(packets.size(), 2U);
  EXPECT_EQ(packets[0], "GEOMETRY 10x20");
  EXPECT_TRUE(packets[1].starts_with("SCREEN")) << packets[1].substr(0, 40);
}

TEST_F(SessionPolicy, StatusTellsThePolicyAndWhoDecides) {
  EXPECT_EQ(status().terminal.geometry_policy, kSmallest);
  const ClientId first = attached({24, 80});
  attached({24, 200});
  set(kLatest);
  type(first, "x");
  registry::StatusDocument now = status();
  EXPECT_EQ(now.terminal.geometry_policy, kLatest);
  ASSERT_EQ(now.clients.connections.size(), 2U);
  EXPECT_TRUE(now.clients.connections[0].constrains_rows && now.clients.connections[0].constrains_cols);
  EXPECT_FALSE(now.clients.connections[1].constrains_rows || now.clients.connections[1].constrains_cols);
  set(fixed_at({24, 200}));
  now = status();
  EXPECT_EQ(now.terminal.geometry_policy, fixed_at({24, 200}));
  EXPECT_FALSE(now.clients.connections[1].constrains_cols) << "nobody's request does";
}

TEST_F(SessionPolicy, NothingIsResizedWhileTheSessionIsStopped) {
  const ClientId id = connect();
  core.stop();
  send(id, wire::encode_policy(fixed_at({10, 20})));
  EXPECT_EQ(model.size(), (base::Size{24, 80}));
  EXPECT_EQ(port.policies, Texts{});
}

}  // namespace
}  // namespace pty::daemon
