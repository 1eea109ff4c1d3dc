#include "pty/attach/stream_core.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "pty/attach/timed_core.hpp"
#include "pty/wire/frame_decoder.hpp"
#include "pty/wire/packet.hpp"

namespace pty::attach {
namespace {

using base::ByteView;
using base::Milliseconds;
using base::Size;
using Deeds = std::vector<std::string>;
using Kind = AttachOutcome::Kind;
using Verdict = wire::GenerationGrammar::Verdict;

/// The shell's twin. Its reader takes everything at once, unless it is stuck.
class StreamRecorder final : public StreamPorts {
 public:
  void request_picture(Size size, wire::HistoryWish history) override {
    EXPECT_EQ(history, wire::HistoryWish::in_picture);
    deeds.push_back("attach " + text(size));
  }
  void send_input(ByteView bytes) override { input.append(bytes); }
  void send_resize(Size size) override { deeds.push_back("resize " + text(size)); }
  void send_detach() override { deeds.emplace_back("detach"); }
  void enter_terminal() override { deeds.emplace_back("raw"); }
  void stop_process() override { deeds.emplace_back("stop"); }
  void start_dial() override { deeds.emplace_back("dial"); }
  void cancel_dial() override { deeds.emplace_back("cancel"); }
  void write_stream(ByteView bytes) override { stream.append(bytes); }
  [[nodiscard]] bool stream_busy() const override { return stuck; }
  void notify(const std::string& line) override { notices.push_back(line); }
  void finish(const AttachOutcome& result, const std::string& text) override {
    EXPECT_FALSE(outcome) << "there is one outcome";
    outcome = result;
    complaint = text;
  }
  /// The packets of the stream so far, in words.
  [[nodiscard]] Deeds packets() const {
    Deeds out;
    wire::FrameDecoder decoder(wire::Receiver::client);
    decoder.feed(stream);
    while (const auto frame = decoder.next()) {
      std::string word(wire::name_of(frame->type));
      if (frame->type == wire::MessageType::geometry) word += " " + text(wire::decode_size(frame->payload));
      if (frame->type == wire::MessageType::exit)
        word += " " + std::to_string(wire::decode_exit(frame->payload));
      if (frame->type == wire::MessageType::data || frame->type == wire::MessageType::screen)
        word.append(" ").append(frame->payload);
      out.push_back(word);
    }
    return out;
  }

  bool stuck = false;
  std::string stream;
  std::string input;
  Deeds deeds;
  Deeds notices;
  std::optional<AttachOutcome> outcome;
  std::string complaint;

 private:
  static std::string text(Size size) { return std::to_string(size.rows) + "x" + std::to_string(size.cols); }
};

class StreamClient {
 public:
  explicit StreamClient(std::optional<Reconnect> reconnect = {}, std::optional<Size> host = Size{27, 91})
      : core(ports, "box", {}, reconnect, host) {
    core.start();
  }
  StreamClient& live() {
    core.on_geometry({27, 91}, clock.now());
    core.on_screen("picture");
    core.on_turn_end(clock.now());
    return *this;
  }
  void type(ByteView bytes) { core.on_input(bytes, clock.now()); }
  void lose(const std::string& problem = {}) { core.on_closed(problem, clock.now()); }
  void pass(Milliseconds time) { pass_time(core, clock, time); }
  void expect_end(Kind kind, int status, const std::string& complaint = {}) const {
    expect_ended(core, ports.outcome, kind, status);
    EXPECT_EQ(ports.complaint, complaint);
  }

  base::ManualClock clock;
  StreamRecorder ports;
  StreamCore core;
};

// D-123
TEST(StreamCore, HandsOnTheSessionAsPacketsAndNothingElse) {
  StreamClient client;
  EXPECT_EQ(client.ports.deeds, (Deeds{"raw", "attach 27x91"}));
  client.live();
  client.core.on_data("one");
  client.core.on_geometry({20, 80}, client.clock.now());
  client.core.on_screen("resync");
  client.core.on_data("two");
  client.core.on_exit(300);
  client.expect_end(Kind::exited, 300 % 256);
  EXPECT_EQ(client.ports.packets(), (Deeds{"GEOMETRY 27x91", "SCREEN picture", "DATA one", "GEOMETRY 20x80",
                                           "SCREEN resync", "DATA two", "EXIT 300"}));
  EXPECT_EQ(client.ports.notices, Deeds{});
}

// D-124
TEST(StreamCore, ADetachIsTheLastPacket) {
  StreamClient client;
  client.live();
  client.type("ls\x1c");
  client.pass(Milliseconds{300});
  client.expect_end(Kind::detached, 0);
  EXPECT_EQ(client.ports.input, "ls");
  EXPECT_EQ(client.ports.packets(), (Deeds{"GEOMETRY 27x91", "SCREEN picture", "DETACH"}));
  client.core.on_data("late");
  client.core.on_exit(1);
  EXPECT_EQ(client.ports.packets().size(), 3U);
}

// D-124
TEST(StreamCore, ADetachMayComeBeforeAnything) {
  StreamClient client;
  client.type("\x1c");
  client.pass(Milliseconds{300});
  client.expect_end(Kind::detached, 0);
  EXPECT_EQ(client.ports.packets(), (Deeds{"DETACH"}));
}

// D-124
TEST(StreamCore, ADoubleTapIsTypedAndTheEndOfATerminalDetaches) {
  StreamClient client;
  client.live();
  client.type("\x1c\x1c");
  client.pass(Milliseconds{1000});
  EXPECT_EQ(client.ports.input, "\x1c");
  client.core.on_input_end(ClientCore::InputEnd::stream);
  EXPECT_FALSE(client.ports.outcome) << "a pipe that ends changes nothing";
  client.core.on_input_end(ClientCore::InputEnd::terminal);
  client.expect_end(Kind::detached, 0);
}

// D-125
TEST(StreamCore, AnExitInsideTheDetachWindowIsTheOnlyOutcome) {
  StreamClient client;
  client.live();
  client.type("\x1c");
  client.core.on_exit(7);
  client.lose();
  client.pass(Milliseconds{1000});
  client.expect_end(Kind::exited, 7);
  EXPECT_EQ(client.ports.packets(), (Deeds{"GEOMETRY 27x91", "SCREEN picture", "EXIT 7"}));
}

// D-126
TEST(StreamCore, ALossWithoutExitIsATruncation) {
  for (const auto& [problem, reason] : std::vector<std::pair<std::string, std::string>>{
           {"", "connection closed"}, {"read: bad\n", "read: bad\\n"}}) {
    for (const bool pictured : {false, true}) {
      StreamClient client;
      if (pictured) client.live();
      client.type("\x1c");
      client.lose(problem);
      client.pass(Milliseconds{1000});
      client.expect_end(Kind::lost, 1, "machine stream truncated before EXIT: " + reason + "\n");
      EXPECT_EQ(client.ports.packets().size(), pictured ? 2U : 0U) << "no outcome";
    }
  }
}

// D-127
TEST(StreamCore, PacketsOutOfOrderAreRejectedAndNotHandedOn) {
  using Step = void (*)(StreamClient&);
  const Step data = [](StreamClient& c) { c.core.on_data("x"); };
  const Step exit = [](StreamClient& c) { c.core.on_exit(0); };
  const Step screen = [](StreamClient& c) { c.core.on_screen("x"); };
  for (const Step step : {data, exit, screen}) {
    StreamClient client;
    step(client);
    client.expect_end(
        Kind::lost, 1,
        "daemon does not support attach stream v1 (expected GEOMETRY before terminal events)\n");
    EXPECT_EQ(client.ports.packets(), Deeds{});
    EXPECT_EQ(client.ports.deeds.back(), "detach");
  }
  for (const Step step : {data, exit}) {
    StreamClient client;
    client.core.on_geometry({27, 91}, client.clock.now());
    step(client);
    client.expect_end(Kind::lost, 1,
                      "daemon does not support attach stream v1 (expected SCREEN before DATA|EXIT)\n");
    EXPECT_EQ(client.ports.packets(), (Deeds{"GEOMETRY 27x91"})) << "what came before was in order";
  }
}

// D-127
TEST(StreamCore, ABreachThatTheConnectionSawIsTheSame) {
  StreamClient client;
  client.ports.stuck = true;
  client.core.on_geometry({27, 91}, client.clock.now());
  client.core.on_breach(Verdict::expected_screen, "protocol violation", client.clock.now());
  client.expect_end(Kind::lost, 1,
                    "daemon does not support attach stream v1 (expected SCREEN before DATA|EXIT)\n");
  EXPECT_EQ(client.ports.packets(), (Deeds{"GEOMETRY 27x91"}));
}

// D-131
TEST(StreamCore, AStuckReaderPausesTheSessionAndLosesNothing) {
  StreamClient client;
  client.live();
  client.ports.stuck = true;
  const std::string kilobyte(1024, 'x');
  int sent = 0;
  for (; !client.core.congested(); ++sent) {
    ASSERT_LT(sent, 1000);
    client.core.on_data(kilobyte);
  }
  EXPECT_GT(sent, 100);
  EXPECT_EQ(client.ports.packets().size(), 2U);
  client.ports.stuck = false;
  client.core.on_turn_end(client.clock.now());
  EXPECT_FALSE(client.core.congested());
  EXPECT_EQ(client.ports.packets().size(), 2U + static_cast<unsigned>(sent));
  client.core.on_exit(0);
  EXPECT_EQ(client.ports.packets().back(), "EXIT 0");
}

// D-131
TEST(StreamCore, AnExitBehindAStuckReaderComesAfterEverythingBeforeIt) {
  StreamClient client;
  client.live();
  client.ports.stuck = true;
  client.core.on_data("a");
  client.core.on_data("b");
  client.core.on_exit(3);
  client.expect_end(Kind::exited, 3);
  EXPECT_EQ(client.ports.packets(),
            (Deeds{"GEOMETRY 27x91", "SCREEN picture", "DATA a", "DATA b", "EXIT 3"}));
}

// D-124, D-131
TEST(StreamCore, ADetachBehindAStuckReaderDropsWhatHasNotBegun) {
  StreamClient client;
  client.live();
  client.ports.stuck = true;
  client.core.on_data("never seen");
  client.type("\x1c");
  client.pass(Milliseconds{300});
  client.expect_end(Kind::detached, 0);
  EXPECT_EQ(client.ports.packets(), (Deeds{"GEOMETRY 27x91", "SCREEN picture", "DETACH"}));
}

// D-129
TEST(StreamCore, AReaderThatIsGoneEndsItInAnyState) {
  for (const bool lost : {false, true}) {
    StreamClient client(Reconnect{});
    client.live();
    if (lost) client.lose();
    client.core.on_output_failure({base::Errc::closed, 32, "machine stream descriptor 3 failed: EPIPE"});
    client.expect_end(Kind::unwritten, 1, "machine stream descriptor 3 failed: EPIPE\n");
    EXPECT_EQ(client.ports.deeds.back(), lost ? "cancel" : "detach");
  }
}

TEST(StreamCore, ASignalLeavesTheStreamTruncated) {
  StreamClient client;
  client.live();
  client.core.on_end_signal(15);
  client.expect_end(Kind::signalled, 143, "machine stream truncated before EXIT: SIGTERM\n");
  EXPECT_EQ(client.ports.packets().back(), "SCREEN picture");
  EXPECT_EQ(client.ports.deeds.back(), "detach");
}

TEST(StreamCore, AStopGivesUpTheSessionAndContinuingBeginsANewSegment) {
  StreamClient client;
  client.live();
  client.ports.deeds.clear();
  client.core.on_stop_signal();
  client.core.on_host_resize({30, 90}, client.clock.now());
  client.core.on_data("not for us any more");
  client.core.on_continued();
  EXPECT_EQ(client.ports.deeds, (Deeds{"detach", "stop", "raw", "attach 30x90"}));
  client.core.on_data("too early");
  client.expect_end(Kind::lost, 1,
                    "daemon does not support attach stream v1 (expected GEOMETRY before terminal events)\n");
}

TEST(StreamCore, ResizesAreCoalesced) {
  StreamClient client;
  client.live();
  client.ports.deeds.clear();
  for (std::uint16_t cols = 92; cols <= 95; ++cols)
    client.core.on_host_resize({27, cols}, client.clock.now());
  client.pass(Milliseconds{20});
  EXPECT_EQ(client.ports.deeds, (Deeds{"resize 27x92", "resize 27x95"}));
}

// D-128
TEST(StreamCore, AReconnectIsANewSegmentOfTheSameStream) {
  StreamClient client(Reconnect{});
  client.live();
  client.ports.deeds.clear();
  client.lose();
  EXPECT_EQ(client.ports.notices, (Deeds{"[reconnecting… — Ctrl-\\ or Ctrl-C to stop]"}));
  client.core.on_host_resize({40, 100}, client.clock.now());
  client.type("not for the session");
  client.pass(Milliseconds{100});
  EXPECT_EQ(client.ports.deeds, (Deeds{"dial"}));
  client.core.on_dialled(Dialled::Kind::connected, client.clock.now());
  EXPECT_EQ(client.ports.deeds, (Deeds{"dial", "attach 40x100"}));
  client.core.on_geometry({40, 100}, client.clock.now());
  client.core.on_screen("again");
  client.core.on_exit(5);
  client.expect_end(Kind::exited, 5);
  EXPECT_EQ(client.ports.input, "");
  EXPECT_EQ(client.ports.packets(),
            (Deeds{"GEOMETRY 27x91", "SCREEN picture", "GEOMETRY 40x100", "SCREEN again", "EXIT 5"}));
}

// D-128
TEST(StreamCore, EachSegmentIsUnderTheSameChecks) {
  StreamClient client(Reconnect{});
  client.live();
  client.lose();
  client.pass(Milliseconds{100});
  client.core.on_dialled(Dialled::Kind::connected, client.clock.now());
  client.core.on_screen("without geometry");
  client.expect_end(Kind::lost, 1,
                    "daemon does not support attach stream v1 (expected GEOMETRY before terminal events)\n");
  EXPECT_EQ(client.ports.packets(), (Deeds{"GEOMETRY 27x91", "SCREEN picture"}));
}

// D-128, §9.7
TEST(StreamCore, AnOutageEndsByTheKeyByRefusalOrByTheBound) {
  for (const ByteView key : {"\x1c", "\x03", "\x1b[99;5u", "\x1b[27;5;92~"}) {
    StreamClient client(Reconnect{});
    client.live();
    client.lose();
    client.type(key);
    client.expect_end(Kind::detached, 0);
    EXPECT_EQ(client.ports.packets().back(), "DETACH");
  }
  StreamClient refused(Reconnect{});
  refused.live();
  refused.lose();
  refused.pass(Milliseconds{100});
  refused.core.on_dialled(Dialled::Kind::refused, refused.clock.now());
  refused.expect_end(Kind::ended, 1,
                     "[box session ended]\nmachine stream truncated before EXIT: session ended\n");
  EXPECT_EQ(refused.ports.packets().back(), "SCREEN picture") << "no outcome: truncated";

  StreamClient bounded(Reconnect{2});
  bounded.live();
  bounded.lose();
  for (int attempt = 0; attempt < 2; ++attempt) {
    bounded.pass(Milliseconds{15'000});
    bounded.core.on_dialled(Dialled::Kind::unreachable, bounded.clock.now());
  }
  bounded.expect_end(Kind::lost, 1,
                     "[box: connection lost — re-run `pty attach --remote` to reconnect]\n"
                     "machine stream truncated before EXIT: connection lost\n");
}

}  // namespace
}  // namespace pty::attach
