#include "pty/client/submit.hpp"

#include <gtest/gtest.h>

#include <future>

#include "pty/client/scripted_daemon.hpp"

namespace pty::client {
namespace {

using wire::MessageType;
using wire::SubmitOutcome;

constexpr wire::SubmitRequest kRequest{{.enter = true, .always_mark = false}, "text"};

base::Status answered_with(SubmitOutcome outcome) {
  ScriptedDaemon daemon([outcome](ScriptedPeer& peer) {
    const auto packet = peer.expect(MessageType::submit);
    EXPECT_TRUE(packet && wire::decode_submit(packet->payload).text == "text");
    peer.send(wire::encode_submitted(outcome));
    (void)peer.receive();
  });
  return submit_text(daemon.endpoint(), kRequest);
}

TEST(SubmitText, SaysHowItEnded) {
  EXPECT_TRUE(answered_with(SubmitOutcome::done));
  EXPECT_EQ(answered_with(SubmitOutcome::ended).error().text,
            "Session \"box\": the program ended first; nothing was submitted.");
  EXPECT_EQ(answered_with(SubmitOutcome::unread).error().code, base::Errc::timed_out);
  EXPECT_EQ(answered_with(SubmitOutcome::unconfirmed).error().code, base::Errc::timed_out);
  EXPECT_EQ(answered_with(SubmitOutcome::denied).error().code, base::Errc::denied);
  EXPECT_EQ(answered_with(SubmitOutcome::too_large).error().code, base::Errc::too_large);
  EXPECT_EQ(answered_with(static_cast<SubmitOutcome>(99)).error().code, base::Errc::unsupported);
}

TEST(SubmitText, AnOlderDaemonAnswersOnlyTheStatus) {
  ScriptedDaemon daemon([](ScriptedPeer& peer) {
    (void)peer.expect(MessageType::status);
    peer.send(wire::encode_status_reply("{}"));
    (void)peer.receive();
  });
  const base::Status sent = submit_text(daemon.endpoint(), kRequest);
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().text, "Session \"box\" runs an older daemon, which cannot do this: restart it.");
}

TEST(SubmitText, ASessionThatEndsOrIsNotThereIsAnError) {
  ScriptedDaemon leaving([](ScriptedPeer& peer) { (void)peer.expect(MessageType::submit); });
  EXPECT_EQ(submit_text(leaving.endpoint(), kRequest).error().text,
            "Session \"box\" ended meanwhile; it is not known whether the text was submitted.");
  EXPECT_EQ(submit_text({"ghost", "/tmp/pty-test-ghost.sock"}, kRequest).error().text,
            "Session \"ghost\" not found or not running.");
}

TEST(SubmitText, ASilentDaemonIsNotWaitedForForEver) {
  std::promise<void> done;
  ScriptedDaemon daemon([&done](ScriptedPeer&) { done.get_future().wait(); });
  const base::Status sent = submit_text(daemon.endpoint(), kRequest, base::Milliseconds{50});
  done.set_value();
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().code, base::Errc::timed_out);
}

TEST(SubmitText, AnOverlongTextIsNotSent) {
  const base::ByteBuffer text(wire::kMaxSubmitText + 1, 'x');
  const base::Status sent = submit_text({"ghost", "/tmp/pty-test-ghost.sock"}, {{}, text});
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().code, base::Errc::too_large);
}

}  // namespace
}  // namespace pty::client
