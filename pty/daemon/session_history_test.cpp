// The history of an attaching client: in its picture, behind its screen, or not at all.
#include "pty/daemon/scripted_session.hpp"

namespace pty::daemon {
namespace {

using wire::HistoryWish;

class SessionHistory : public SessionTest {
 protected:
  SessionHistory() { model.history = kShortHistoryBytes + 1; }

  void ask(ClientId id, base::Size size, HistoryWish history) {
    send(id, wire::encode_attach(size, history));
  }
  ClientId asking(base::Size size, HistoryWish history) {
    const ClientId id = connect();
    ask(id, size, history);
    return id;
  }
  /// Makes a client that reads nothing lose output.
  void overflow() {
    const std::string piece(kHighWaterBytes / 2, 'x');
    for (int i = 0; i < 4; ++i) child_writes(piece);
    model.text = "flooded";
  }
};

const base::Size kSize{24, 80};

TEST_F(SessionHistory, WhoDoesNotAskGetsItInThePicture) {
  child_writes("text");
  const ClientId id = asking(kSize, HistoryWish::in_picture);
  EXPECT_EQ(received(id), (Packets{"GEOMETRY 24x80", "SCREEN restore 24x80 text"}));
}

TEST_F(SessionHistory, ItComesOnceRightBehindTheScreen) {
  child_writes("text");
  const ClientId id = asking(kSize, HistoryWish::behind);
  EXPECT_EQ(received(id), (Packets{"GEOMETRY 24x80", "SCREEN screen 24x80 text"}));
  wait(kHistoryDelay);
  EXPECT_EQ(received(id), (Packets{"SCREEN restore 24x80 text"}));
  EXPECT_EQ(core.next_deadline(), std::nullopt);
  child_writes(" more");
  EXPECT_EQ(received(id), (Packets{"DATA  more"}));
}

TEST_F(SessionHistory, ClientsThatWaitForItTogetherShareIt) {
  std::vector<ClientId> clients;
  for (int i = 0; i < 20; ++i) clients.push_back(asking(kSize, HistoryWish::behind));
  for (const ClientId id : clients) (void)received(id);
  model.drawn = 0;
  child_writes("after");
  EXPECT_EQ(model.drawn, 1);
  for (const ClientId id : clients) EXPECT_EQ(received(id), (Packets{"SCREEN restore 24x80 ", "DATA after"}));
}

TEST_F(SessionHistory, TheClientHasTimeToShowTheScreen) {
  const ClientId id = asking(kSize, HistoryWish::behind);
  wait(kHistoryDelay - base::Milliseconds(1));
  EXPECT_EQ(core.output_of(id)->control_packets(), 2U);
  wait(base::Milliseconds(1));
  EXPECT_EQ(core.output_of(id)->control_packets(), 3U);
}

TEST_F(SessionHistory, WhoWantsNoneGetsNone) {
  child_writes("text");
  const ClientId id = asking(kSize, HistoryWish::none);
  child_writes(" more");
  EXPECT_EQ(received(id), (Packets{"GEOMETRY 24x80", "SCREEN screen 24x80 text", "DATA  more"}));
}

TEST_F(SessionHistory, AShortOneComesWithTheScreen) {
  for (const std::size_t bytes : {std::size_t{0}, kShortHistoryBytes}) {
    model.history = bytes;
    const ClientId id = asking(kSize, HistoryWish::behind);
    EXPECT_EQ(received(id), (Packets{"GEOMETRY 24x80", "SCREEN restore 24x80 "}));
  }
}

// Both pictures are of the same moment, whatever happens before the second one is drawn.
TEST_F(SessionHistory, OutputFollowsBothPictures) {
  const ClientId id = asking(kSize, HistoryWish::behind);
  child_writes("after");
  EXPECT_EQ(received(id),
            (Packets{"GEOMETRY 24x80", "SCREEN screen 24x80 ", "SCREEN restore 24x80 ", "DATA after"}));
}

TEST_F(SessionHistory, AChangeOfSizeFollowsBothPictures) {
  const ClientId id = asking(kSize, HistoryWish::behind);
  const ClientId other = asking({10, 40}, HistoryWish::in_picture);
  EXPECT_EQ(received(id),
            (Packets{"GEOMETRY 24x80", "SCREEN screen 24x80 ", "SCREEN restore 24x80 ", "GEOMETRY 10x40"}));
  EXPECT_EQ(received(other), (Packets{"GEOMETRY 10x40"}));
}

TEST_F(SessionHistory, AnAnswerFollowsBothPictures) {
  const ClientId id = asking(kSize, HistoryWish::behind);
  send(id, wire::encode_policy({}));
  const Packets packets = received(id);
  ASSERT_EQ(packets.size(), 4U);
  EXPECT_EQ(packets[2], "SCREEN restore 24x80 ");
  EXPECT_TRUE(packets[3].starts_with("POLICY"));
}

TEST_F(SessionHistory, TheEndFollowsBothPictures) {
  const ClientId id = asking(kSize, HistoryWish::behind);
  child_dies(3);
  child_terminal_ends();
  EXPECT_EQ(received(id),
            (Packets{"GEOMETRY 24x80", "SCREEN screen 24x80 ", "SCREEN restore 24x80 ", "EXIT 3"}));
  const ClientId late = asking(kSize, HistoryWish::behind);
  EXPECT_EQ(received(late),
            (Packets{"GEOMETRY 24x80", "SCREEN screen 24x80 ", "SCREEN restore 24x80 ", "EXIT 3"}));
}

// D-026
TEST_F(SessionHistory, ANewerRequestCancelsOneThatHasNoScreenYet) {
  const ClientId id = asking({10, 40}, HistoryWish::behind);
  ask(id, {10, 40}, HistoryWish::none);
  wait(kSettle);
  EXPECT_EQ(received(id), (Packets{"GEOMETRY 10x40", "GEOMETRY 10x40", "SCREEN screen 10x40 "}));
}

TEST_F(SessionHistory, ANewerRequestComesBehindAHistoryWhoseScreenIsOut) {
  const ClientId id = asking(kSize, HistoryWish::behind);
  ask(id, kSize, HistoryWish::none);
  EXPECT_EQ(received(id), (Packets{"GEOMETRY 24x80", "SCREEN screen 24x80 ", "SCREEN restore 24x80 ",
                                   "GEOMETRY 24x80", "SCREEN screen 24x80 "}));
}

// D-027
TEST_F(SessionHistory, SoDoesAChangeOfRole) {
  const ClientId id = asking(kSize, HistoryWish::behind);
  send(id, wire::encode_peek({}));
  EXPECT_EQ(received(id), (Packets{"GEOMETRY 24x80", "SCREEN screen 24x80 ", "SCREEN restore 24x80 ",
                                   "GEOMETRY 24x80", "SCREEN peek 24x80 "}));
  send(id, wire::encode_attach(kSize));
  EXPECT_EQ(received(id), (Packets{"GEOMETRY 24x80", "SCREEN restore 24x80 "})) << "the wish was not kept";
}

TEST_F(SessionHistory, WhoLeavesIsDrawnNothing) {
  const ClientId id = asking(kSize, HistoryWish::behind);
  send(id, wire::encode_detach());
  child_writes("text");
  EXPECT_EQ(core.output_of(id), nullptr);
  const ClientId lost = asking(kSize, HistoryWish::behind);
  core.on_client_lost(lost);
  child_writes("text");
  EXPECT_EQ(core.output_of(lost), nullptr);
}

TEST_F(SessionHistory, WhoWillAskNothingMoreIsServedToItsEnd) {
  const ClientId id = connect();
  send(id, wire::encode_attach(kSize, HistoryWish::behind));
  core.on_client_end(id);
  EXPECT_EQ(received(id), (Packets{"GEOMETRY 24x80", "SCREEN screen 24x80 "}));
  wait(kHistoryDelay);
  EXPECT_EQ(received(id), (Packets{"SCREEN restore 24x80 "}));
  EXPECT_TRUE(port.has_closed(id));
}

TEST_F(SessionHistory, AStopDrawsNoMorePictures) {
  const ClientId id = asking(kSize, HistoryWish::behind);
  core.stop();
  EXPECT_EQ(core.output_of(id)->control_packets(), 2U);
}

// D-096, D-097: a resynchronisation begins behind both pictures and brings no history.
TEST_F(SessionHistory, ASlowClientIsResynchronisedWithoutIt) {
  for (const HistoryWish history : {HistoryWish::behind, HistoryWish::none}) {
    model.text.clear();
    const ClientId id = asking(kSize, history);
    overflow();
    Packets packets = received(id);
    core.on_client_writable(id);
    wait(kSettleBurst);
    const Packets again = received(id);
    ASSERT_EQ(packets.size(), history == HistoryWish::behind ? 3U : 2U);
    EXPECT_EQ(packets[1], "SCREEN screen 24x80 ");
    EXPECT_EQ(packets.back(), history == HistoryWish::behind ? "SCREEN restore 24x80 " : packets[1]);
    EXPECT_EQ(again, (Packets{"GEOMETRY 24x80", "SCREEN screen 24x80 flooded"}));
    send(id, wire::encode_detach());
  }
}

// A peer that asks without reading gets one history, not a queue of them.
TEST_F(SessionHistory, UnreadHistoriesDoNotPileUp) {
  model.large_image.assign(8 * 1024 * 1024, 'i');
  const ClientId id = connect();
  for (int i = 0; i < 100; ++i) ask(id, kSize, HistoryWish::behind);
  wait(kHistoryDelay);
  EXPECT_LT(core.output_of(id)->bytes(), 9U * 1024 * 1024);
  std::size_t histories = 0;
  for (const std::string& packet : received(id)) histories += packet == "SCREEN of 8388608" ? 1 : 0;
  EXPECT_EQ(histories, 1U);
}

}  // namespace
}  // namespace pty::daemon
