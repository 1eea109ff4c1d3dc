// Attached clients that somebody else tells to leave.

#include "pty/daemon/scripted_session.hpp"

namespace pty::daemon {
namespace {

class SessionDismissal : public SessionTest {
 protected:
  void dismiss(wire::Dismissal who) { send(asker, wire::encode_dismiss(who)); }
  /// "3 attached, 2 left, 1 cut"; empty while it is not answered.
  std::string answer() {
    std::string text;
    for (const std::string& packet : received(asker)) {
      const auto count = wire::decode_dismissal_count(std::string_view(packet).substr(sizeof("DISMISS")));
      text += std::to_string(count.attached) + " attached, " + std::to_string(count.left) + " left, " +
              std::to_string(count.cut) + " cut";
    }
    return text;
  }
  /// What our client does when it is told.
  void say_goodbye(ClientId id) { send(id, wire::encode_detach()); }

  const ClientId asker = connect();
};

const std::vector<std::string> kToldToLeave{"DETACH "};

TEST_F(SessionDismissal, TheOnlyClientIsToldAndTheAnswerWaitsForIt) {
  const ClientId id = attached({10, 40});
  dismiss(wire::Dismissal::only);
  EXPECT_EQ(received(id), kToldToLeave);
  EXPECT_EQ(answer(), "");
  say_goodbye(id);
  EXPECT_TRUE(port.has_closed(id));
  EXPECT_EQ(answer(), "1 attached, 1 left, 0 cut");
}

TEST_F(SessionDismissal, OfSeveralNobodyIsTheOnlyOne) {
  const ClientId first = attached({10, 40});
  const ClientId second = attached({10, 40});
  dismiss(wire::Dismissal::only);
  EXPECT_EQ(answer(), "2 attached, 0 left, 0 cut");
  EXPECT_EQ(received(first), Packets{});
  EXPECT_EQ(received(second), Packets{});
}

TEST_F(SessionDismissal, NobodyIsAnsweredAtOnce) {
  watching();
  for (const auto who : {wire::Dismissal::only, wire::Dismissal::all, wire::Dismissal::latest}) {
    dismiss(who);
    EXPECT_EQ(answer(), "0 attached, 0 left, 0 cut");
  }
}

TEST_F(SessionDismissal, AllLeaveButViewersStay) {
  const ClientId first = attached({10, 40});
  const ClientId viewer = watching();
  const ClientId second = attached({20, 80});
  dismiss(wire::Dismissal::all);
  EXPECT_EQ(received(first), kToldToLeave);
  EXPECT_EQ(received(second), kToldToLeave);
  say_goodbye(first);
  EXPECT_EQ(answer(), "");
  core.on_client_lost(second);  // hung up without a word
  EXPECT_EQ(answer(), "2 attached, 2 left, 0 cut");
  for (const std::string& packet : received(viewer)) EXPECT_FALSE(packet.starts_with("DETACH")) << packet;
}

// What `pty detach` means when it is typed inside.
TEST_F(SessionDismissal, AViewerSendsNobodyAway) {
  const ClientId writer = attached({10, 40});
  send(asker, wire::encode_peek({}));
  received(asker);
  for (const auto who : {wire::Dismissal::only, wire::Dismissal::all, wire::Dismissal::latest}) {
    dismiss(who);
    EXPECT_EQ(answer(), "1 attached, 0 left, 0 cut");
  }
  EXPECT_EQ(received(writer), Packets{});
}

TEST_F(SessionDismissal, TheLatestIsWhoTypedLast) {
  const ClientId first = attached({10, 40});
  const ClientId second = attached({10, 40});
  send(first, wire::encode_data("pty detach\r"));
  dismiss(wire::Dismissal::latest);
  EXPECT_EQ(received(first), kToldToLeave);
  EXPECT_EQ(received(second), Packets{});
}

TEST_F(SessionDismissal, WhatWasTypedBeforeTheGoodbyeStillCounts) {
  const ClientId id = attached({10, 40});
  dismiss(wire::Dismissal::only);
  send(id, wire::encode_data("last words"));
  say_goodbye(id);
  EXPECT_EQ(child_input(), "last words");
}

TEST_F(SessionDismissal, NothingFollowsTheFarewell) {
  const ClientId id = attached({10, 40});
  attached({20, 20});
  received(id);
  child_writes("before");
  dismiss(wire::Dismissal::all);
  child_writes("after");
  send(asker, wire::encode_policy({base::GeometryPolicy::Kind::fixed, {5, 5}}));
  child_dies(0);
  child_terminal_ends();
  EXPECT_EQ(received(id), (Packets{"DATA before", "DETACH "}));
}

TEST_F(SessionDismissal, ASettlingClientIsToldInsteadOfShown) {
  const ClientId id = connect();
  attach(id, {10, 40});
  dismiss(wire::Dismissal::only);
  wait(kSettle);
  EXPECT_EQ(received(id), (Packets{"GEOMETRY 10x40", "DETACH "}));
}

// An older client knows no DETACH from its daemon; a stopped one does not read.
TEST_F(SessionDismissal, WhoDoesNotAnswerIsCutOff) {
  const ClientId deaf = attached({10, 40});
  const ClientId good = attached({20, 80});
  dismiss(wire::Dismissal::all);
  say_goodbye(good);
  wait(kLeavePatience - base::Milliseconds(1));
  EXPECT_FALSE(port.has_closed(deaf));
  EXPECT_EQ(answer(), "");
  wait(base::Milliseconds(1));
  EXPECT_TRUE(port.has_closed(deaf));
  EXPECT_EQ(answer(), "2 attached, 1 left, 1 cut");
  EXPECT_EQ(core.next_deadline(), std::nullopt);
}

TEST_F(SessionDismissal, TheInputOfWhoIsCutOffStillReachesTheProgram) {
  const ClientId id = attached({10, 40});
  const std::string large(1'200'000, 'x');
  send(id, wire::encode_data(large) + wire::encode_data("waits"));
  dismiss(wire::Dismissal::only);
  wait(kLeavePatience);
  EXPECT_TRUE(port.has_closed(id));
  EXPECT_EQ(child_input(), large + "waits");
}

TEST_F(SessionDismissal, WhoBecomesAViewerHasLeft) {
  const ClientId id = attached({10, 40});
  dismiss(wire::Dismissal::only);
  send(id, wire::encode_peek({}));
  EXPECT_EQ(answer(), "1 attached, 1 left, 0 cut");
  wait(kLeavePatience);
  EXPECT_FALSE(port.has_closed(id));
}

TEST_F(SessionDismissal, TwoAskersAreBothAnswered) {
  const ClientId id = attached({10, 40});
  const ClientId other = connect();
  dismiss(wire::Dismissal::all);
  send(other, wire::encode_dismiss(wire::Dismissal::all));
  EXPECT_EQ(received(id), kToldToLeave) << "once";
  say_goodbye(id);
  EXPECT_EQ(answer(), "1 attached, 1 left, 0 cut");
  EXPECT_EQ(received(other).size(), 1U);
}

TEST_F(SessionDismissal, AnAskerThatEndsItsRequestsIsStillAnswered) {
  const ClientId id = attached({10, 40});
  dismiss(wire::Dismissal::only);
  core.on_client_end(asker);
  EXPECT_FALSE(port.has_closed(asker));
  say_goodbye(id);
  EXPECT_EQ(answer(), "1 attached, 1 left, 0 cut");
  EXPECT_TRUE(port.has_closed(asker));
}

TEST_F(SessionDismissal, AnAskerThatLeavesIsNotMissed) {
  const ClientId id = attached({10, 40});
  dismiss(wire::Dismissal::only);
  core.on_client_lost(asker);
  say_goodbye(id);
  EXPECT_TRUE(port.has_closed(id));
}

// `pty detach` of an attached program that asks for itself, over its own connection.
TEST_F(SessionDismissal, AClientMayDismissItself) {
  const ClientId id = attached({10, 40});
  send(id, wire::encode_dismiss(wire::Dismissal::all));
  EXPECT_EQ(received(id), kToldToLeave);
  say_goodbye(id);
  EXPECT_TRUE(port.has_closed(id));
}

}  // namespace
}  // namespace pty::daemon
