// A client that dials again, over real sockets, against a scripted daemon and a scripted dialler.
#include <gtest/gtest.h>

#include <future>

#include "pty/attach/piped_client.hpp"

namespace pty::attach {
namespace {

using client::ScriptedDaemon;
using client::ScriptedPeer;
using wire::MessageType;

PipedRun attach_with(const ScriptedDaemon& daemon, Dialer& dialer, const TypedInput& input,
                     Reconnect reconnect = {}) {
  return run_piped(daemon, input, &dialer, reconnect, run_attach);
}

/// Drops its first connections, the last one ends with 6.
ScriptedDaemon::Script dropping(int drops) {
  return [drops, connection = 0](ScriptedPeer& peer) mutable {
    (void)peer.expect(MessageType::attach);
    ++connection;
    peer.send_picture({24, 80}, "picture " + std::to_string(connection) + ".");
    if (connection > drops) peer.send(wire::encode_data("bye") + wire::encode_exit(6));
  };
}

constexpr base::ByteView kNotice = "\r\n[reconnecting… — Ctrl-\\ or Ctrl-C to stop]\r\n";

// §9.7
TEST(Reconnecting, ADropResumesWithoutAnExit) {
  ScriptedDaemon daemon(dropping(1));
  ScriptedDialer dialer({ScriptedDialer::to(daemon.endpoint())});
  const PipedRun result = attach_with(daemon, dialer, {});
  EXPECT_EQ(result.status, 6);
  EXPECT_EQ(result.out,
            "picture 1." + std::string(kNotice) + "picture 2.bye\r\n[box exited with code 6]\r\n");
  EXPECT_EQ(result.err, "");
}

// §9.7
TEST(Reconnecting, AnOutageIsTriedThrough) {
  ScriptedDaemon daemon(dropping(2));
  const auto unreachable = ScriptedDialer::says(Dialled::Kind::unreachable);
  ScriptedDialer dialer({unreachable, unreachable, ScriptedDialer::to(daemon.endpoint()), unreachable,
                         ScriptedDialer::to(daemon.endpoint())});
  const PipedRun result = attach_with(daemon, dialer, {});
  EXPECT_EQ(result.status, 6);
  EXPECT_EQ(dialer.attempts, 5);
  EXPECT_NE(result.out.find("picture 3.bye"), std::string::npos);
}

// §9.7
TEST(Reconnecting, APeerThatSaysTheSessionIsGoneEndsIt) {
  ScriptedDaemon daemon(dropping(9));
  ScriptedDialer dialer(
      {ScriptedDialer::says(Dialled::Kind::unreachable), ScriptedDialer::says(Dialled::Kind::refused)});
  const PipedRun result = attach_with(daemon, dialer, {});
  EXPECT_EQ(result.status, 0);
  EXPECT_TRUE(result.out.ends_with("\r\n[box session ended]\r\n")) << result.out;
  EXPECT_EQ(dialer.attempts, 2) << "no attempt after that";
}

// §9.7
TEST(Reconnecting, TheBoundIsSaid) {
  ScriptedDaemon daemon(dropping(9));
  const auto unreachable = ScriptedDialer::says(Dialled::Kind::unreachable);
  ScriptedDialer dialer({unreachable, unreachable, unreachable});
  const PipedRun result = attach_with(daemon, dialer, {}, Reconnect{2});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(dialer.attempts, 2);
  EXPECT_EQ(result.err, "[box: connection lost — re-run `pty attach --remote` to reconnect]\n");
}

// §9.7
TEST(Reconnecting, AnAttemptThatHangsHoldsUpNoKey) {
  const TypedInput input;
  ScriptedDaemon daemon(dropping(9));
  ScriptedDialer dialer(std::deque<ScriptedDialer::Step>{});
  dialer.on_silence = [&input] { input.type("lost\x03"); };
  const PipedRun result = attach_with(daemon, dialer, input);
  EXPECT_EQ(result.status, 0);
  EXPECT_TRUE(result.out.ends_with("\r\n[detached]\r\n")) << result.out;
  EXPECT_EQ(dialer.attempts, 1);
  EXPECT_GE(dialer.cancels, 1);
}

// §9.7
TEST(Reconnecting, AConnectionThatIsThereAlreadyIsUsedFirst) {
  ScriptedDaemon daemon(dropping(0));
  auto socket = client::dial(daemon.endpoint());
  ASSERT_TRUE(socket);
  Collected out;
  const TypedInput input;
  AttachRequest request;
  request.endpoint = {"far", "/nowhere"};
  request.input_fd = input.fd();
  request.output_fd = out.fd();
  request.connected = &*socket;
  const auto outcome = run_attach(request);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->exit_status, 6);
  EXPECT_TRUE(out.finish().ends_with("[far exited with code 6]\r\n"));
}

}  // namespace
}  // namespace pty::attach
