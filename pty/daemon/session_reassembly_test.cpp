// Memory for packets that are still arriving: bounded, and fair.

#include "pty/daemon/scripted_session.hpp"

namespace pty::daemon {
namespace {

class SessionReassembly : public SessionTest {
 protected:
  static constexpr std::size_t kReadBytes = 64 * 1024;

  /// Sends as the shell reads: piece by piece, while the client is listened to.
  void offer(ClientId id, std::string& bytes) {
    std::size_t at = 0;
    for (; at < bytes.size() && core.wants_input(id); at += kReadBytes)
      send(id, bytes.substr(at, kReadBytes));
    bytes.erase(0, std::min(at, bytes.size()));
  }
  /// A client that stops in the middle of a packet of the largest size.
  ClientId hog(std::size_t missing) {
    const ClientId id = connect();
    std::string bytes = wire::encode_data(std::string(wire::kMaxPayload, 'h'));
    bytes.resize(bytes.size() - missing);
    offer(id, bytes);
    return id;
  }
  /// How much of an unfinished packet got in.
  std::size_t taken_of_new_hog() {
    std::string bytes = wire::encode_data(std::string(wire::kMaxPayload - 1, 'h'));
    bytes.pop_back();
    const std::size_t before = bytes.size();
    offer(connect(), bytes);
    return before - bytes.size();
  }
};

// D-094, D-096: whoever stopped in the middle of a packet costs the others a stated time at most.
TEST_F(SessionReassembly, AStalledPacketIsGivenUpWhenOthersWait) {
  const ClientId first = hog(100);
  wait(kStallPatience * 100);
  EXPECT_FALSE(port.has_closed(first)) << "nobody waits";
  const ClientId second = hog(100);
  wait(kStallPatience);
  EXPECT_TRUE(port.has_closed(first));
  EXPECT_FALSE(port.has_closed(second));
  send(second, std::string(wire::kMaxPayload - 3 * kReadBytes, 'h'));
  const ClientId pasting = connect();
  const std::string text(1 << 20, 'p');
  std::string paste = wire::encode_data(text);
  offer(pasting, paste);
  EXPECT_FALSE(paste.empty());
  wait(kStallPatience);
  EXPECT_TRUE(port.has_closed(second));
  offer(pasting, paste);
  EXPECT_TRUE(paste.empty());
  EXPECT_EQ(child_input(), text);
  EXPECT_EQ(core.next_deadline(), std::nullopt);
}

// D-020, D-096: small packets never wait.
TEST_F(SessionReassembly, EveryClientHasAShareOfItsOwn) {
  hog(100);
  hog(100);
  for (int i = 0; i < 20; ++i) {
    const ClientId id = connect();
    std::string paste = wire::encode_data(std::string(100'000, 'p')) + wire::encode_status_request();
    offer(id, paste);
    EXPECT_EQ(received(id).size(), 1U);
    EXPECT_EQ(child_input().size(), 100'000U);
    core.on_client_end(id);
  }
}

TEST_F(SessionReassembly, UnfinishedPacketsAreBoundedOverAllClients) {
  std::size_t taken = 0;
  for (std::size_t i = 0; i < 4; ++i) taken += taken_of_new_hog();
  EXPECT_LE(taken, kMaxReassemblyBytes + wire::kMaxPayload + 4 * 2 * kReadBytes);
}

// D-018: a slow sender is not a stalled one.
TEST_F(SessionReassembly, APacketThatGoesOnIsFinished) {
  const ClientId slow = hog(10 * kLeastProgressBytes);
  const ClientId other = hog(20 * kLeastProgressBytes);
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(child_input(), "");
    wait(kStallPatience - base::Milliseconds(1));
    ASSERT_FALSE(port.has_closed(slow)) << i;
    send(slow, std::string(kLeastProgressBytes, 's'));
  }
  EXPECT_EQ(child_input().size(), wire::kMaxPayload);
  EXPECT_FALSE(port.has_closed(other));
  EXPECT_EQ(core.next_deadline(), std::nullopt) << "it is alone again";
}

// D-018, D-094: a packet that waits for the program is not stalled.
TEST_F(SessionReassembly, APacketThatWaitsForTheChildIsKept) {
  send(connect(), wire::encode_data(std::string(kInputQueueBytes, 'f')));
  const ClientId held = hog(0);
  const ClientId other = hog(100);
  wait(kStallPatience * 10);
  EXPECT_FALSE(port.has_closed(held));
  EXPECT_FALSE(port.has_closed(other));
  EXPECT_EQ(child_input().size(), kInputQueueBytes + wire::kMaxPayload);
}

// D-018: what can never be completed is no burden.
TEST_F(SessionReassembly, AHalfClosedClientGivesItsUnfinishedPacketBack) {
  const ClientId first = hog(100);
  send(first, wire::encode_status_request());
  core.on_client_end(first);
  EXPECT_EQ(taken_of_new_hog(), wire::kMaxPayload - 1 + wire::kHeaderBytes - 1);
  EXPECT_EQ(core.next_deadline(), std::nullopt);
}

}  // namespace
}  // namespace pty::daemon
