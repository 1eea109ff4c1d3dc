#include "pty/attach/attach_core.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pty/attach/timed_core.hpp"

namespace pty::attach {
namespace {

using base::ByteView;
using base::Milliseconds;
using base::Size;
using Kind = AttachOutcome::Kind;

/// The shell's twin: writes down what the core wants, and answers as told.
class Recorder final : public AttachPorts {
 public:
  void write_host(ByteView bytes) override { host.append(bytes); }
  void request_picture(Size size, wire::HistoryWish /*history*/) override { note("attach " + text(size)); }
  void send_input(ByteView bytes) override { input.append(bytes); }
  void send_resize(Size size) override { note("resize " + text(size)); }
  void send_detach() override { note("detach"); }
  void enter_terminal() override { note("raw"); }
  void stop_process() override { note("stop"); }
  void start_dial() override { note("dial"); }
  void cancel_dial() override { note("cancel"); }
  Fate probe_fate() override {
    ++probes;
    return fate;
  }
  void finish(const AttachOutcome& result, const std::string& text) override {
    EXPECT_FALSE(outcome) << "there is one outcome";
    outcome = result;
    complaint = text;
  }

  std::string take_host() { return std::exchange(host, {}); }
  std::vector<std::string> take_deeds() { return std::exchange(deeds, {}); }

  std::string host;
  std::string input;
  std::vector<std::string> deeds;
  std::optional<AttachOutcome> outcome;
  std::string complaint;
  Fate fate;
  int probes = 0;

 private:
  static std::string text(Size size) { return std::to_string(size.rows) + "x" + std::to_string(size.cols); }
  void note(std::string deed) { deeds.push_back(std::move(deed)); }
};

class Client {
 public:
  explicit Client(std::optional<Size> host = Size{24, 80}, AttachRole role = {},
                  std::optional<Reconnect> reconnect = {})
      : core(ports, "box", role, host, reconnect) {
    core.start();
  }
  /// The state of a client that has its first picture.
  Client& live(ByteView picture = "hello", Size grid = {24, 80}) {
    core.on_geometry(grid, clock.now());
    core.on_screen(picture);
    core.on_turn_end(clock.now());
    ports.take_host();
    ports.take_deeds();
    return *this;
  }
  void type(ByteView bytes) { core.on_input(bytes, clock.now()); }
  void pass(Milliseconds time) { pass_time(core, clock, time); }
  void expect_end(Kind kind, int status) const { expect_ended(core, ports.outcome, kind, status); }

  base::ManualClock clock;
  Recorder ports;
  AttachCore core;
};

using Deeds = std::vector<std::string>;

// D-102
TEST(AttachCore, StartsInRawModeWithTheSizeOfItsOutput) {
  EXPECT_EQ(Client(Size{40, 120}).ports.deeds, (Deeds{"raw", "attach 40x120"}));
  EXPECT_EQ(Client(std::nullopt).ports.deeds, (Deeds{"raw", "attach 24x80"}));
  EXPECT_EQ(Client(Size{0, 0}).ports.deeds, (Deeds{"raw", "attach 0x0"})) << "no constraint";
}

TEST(AttachCore, MakesRoomForThePictureAndPassesDataAsItIs) {
  // What stands above the cursor goes into the history: a line begun is ended, then all but one line feeds.
  const std::string kRoom =
      "\x1b[0m\x1b"
      "7\x1b[r\x1b"
      "8" +
      std::string(80, ' ') + "\r" + std::string(23, '\n');
  Client client;
  client.core.on_geometry({24, 80}, client.clock.now());
  client.core.on_screen("$ ");
  EXPECT_EQ(client.ports.take_host(), kRoom + "\x1b[0m\x1b[r\x1b[?6l\x1b[2J\x1b[H$ ");
  client.core.on_data("ls\r\n\xff\x1b[31");
  EXPECT_EQ(client.ports.take_host(), "ls\r\n\xff\x1b[31");
}

TEST(AttachCore, WhoIsSentAwayLeavesAsByTheDetachKey) {
  Client client;
  client.live("\x1b[?25l\x1b[>1uhello");
  client.core.on_sent_away();
  client.expect_end(Kind::detached, 0);
  EXPECT_EQ(client.ports.deeds, (Deeds{"detach"}));
  EXPECT_TRUE(client.ports.host.ends_with("\r\n[detached]\r\n")) << client.ports.host;
  EXPECT_NE(client.ports.host.find("\x1b[?25h"), std::string::npos);
  Client early;
  early.core.on_sent_away();
  early.expect_end(Kind::detached, 0);
}

TEST(AttachCore, TypesBeforeThePictureIsThere) {
  Client client;
  client.type("ls\r");
  EXPECT_EQ(client.ports.input, "ls\r");
}

// D-103
TEST(AttachCore, TheDetachKeyRestoresTheTerminalAndSaysSo) {
  Client client;
  client.live("\x1b[?1049h\x1b[?25l\x1b[>1u");
  client.type("\x1c");
  client.pass(Milliseconds{300});
  client.expect_end(Kind::detached, 0);
  EXPECT_EQ(client.ports.host, "\x1b[?25h\x1b[<1u\x1b[?1049l\r\n[detached]\r\n");
  EXPECT_EQ(client.ports.deeds, (Deeds{"detach"}));
  EXPECT_EQ(client.ports.complaint, "");
}

// D-104, D-109
TEST(AttachCore, ADoubleTapReachesTheProgram) {
  Client client;
  client.live();
  client.type("\x1cx\x1cy");
  client.pass(Milliseconds{1000});
  EXPECT_EQ(client.ports.input, "x\x1cy");
  EXPECT_FALSE(client.ports.outcome);
}

// D-110
TEST(AttachCore, AnExitInsideTheDetachWindowWins) {
  Client client;
  client.live();
  client.type("\x1c");
  client.core.on_exit(7);
  client.core.on_closed("", client.clock.now());
  client.pass(Milliseconds{1000});
  client.expect_end(Kind::exited, 7);
  EXPECT_EQ(client.ports.deeds, Deeds{});
}

// D-111
TEST(AttachCore, AnExitIsAnnouncedAfterTheResetAndBecomesTheStatus) {
  Client client;
  client.live("\x1b[?2004h");
  client.core.on_exit(300);
  client.expect_end(Kind::exited, 300 % 256);
  EXPECT_EQ(client.ports.host, "\x1b[?2004l\x1b[999;1H\r\n[box exited with code 300]\r\n");
}

// D-112
TEST(AttachCore, TheEndOfPipedInputChangesNothing) {
  Client client;
  client.live();
  client.core.on_input_end(AttachCore::InputEnd::stream);
  EXPECT_FALSE(client.ports.outcome);
  client.core.on_data("still here");
  EXPECT_EQ(client.ports.host, "still here");
  client.core.on_exit(0);
  client.expect_end(Kind::exited, 0);
}

TEST(AttachCore, TheHangUpOfTheTerminalDetachesQuietly) {
  Client client;
  client.live();
  client.core.on_input_end(AttachCore::InputEnd::terminal);
  client.expect_end(Kind::detached, 0);
  EXPECT_EQ(client.ports.deeds, (Deeds{"detach"}));
  EXPECT_EQ(client.ports.host.find("detached"), std::string::npos);
}

// D-113
TEST(AttachCore, ALossWithARecordedExitIsThatExit) {
  Client client;
  client.live("\x1b[?25l");
  client.core.on_closed("", client.clock.now());
  EXPECT_EQ(client.ports.take_host(), "\x1b[?25h\x1b[999;1H") << "the terminal is usable at once";
  client.pass(Milliseconds{1000});
  EXPECT_FALSE(client.ports.outcome);
  client.ports.fate.kind = Fate::Kind::exited;
  client.ports.fate.code = 129;
  client.pass(Milliseconds{100});
  client.expect_end(Kind::exited, 129);
  EXPECT_EQ(client.ports.host, "\r\n[box exited with code 129]\r\n");
}

// D-113
TEST(AttachCore, ALossOfARemovedSessionIsItsEnd) {
  Client client;
  client.live();
  client.ports.fate.kind = Fate::Kind::removed;
  client.core.on_closed("", client.clock.now());
  client.expect_end(Kind::ended, 1);
  EXPECT_TRUE(client.ports.host.ends_with("\r\n[box ended]\r\n"));
}

// D-113
TEST(AttachCore, ALossThatNobodyExplainsIsReportedInThreeSeconds) {
  Client client;
  client.live();
  client.core.on_closed("protocol violation: oversize packet", client.clock.now());
  client.pass(Milliseconds{2900});
  EXPECT_FALSE(client.ports.outcome);
  client.pass(Milliseconds{200});
  client.expect_end(Kind::lost, 1);
  EXPECT_EQ(client.ports.complaint, "protocol violation: oversize packet\n[box: connection lost]\n");
}

// D-113
TEST(AttachCore, ADeadDaemonWithoutRecordIsNotWaitedFor) {
  Client client;
  client.live();
  client.ports.fate.kind = Fate::Kind::lost;
  client.core.on_closed("", client.clock.now());
  client.expect_end(Kind::lost, 1);
}

TEST(AttachCore, WaitingForTheRegistryCanBeCutShort) {
  Client client;
  client.live();
  client.core.on_closed("", client.clock.now());
  client.type("x");
  EXPECT_FALSE(client.ports.outcome);
  client.type("\x03");
  client.expect_end(Kind::lost, 1);
}

// D-114
TEST(AttachCore, SignalsRestoreTheTerminalAndBecomeTheStatus) {
  Client client;
  client.live("\x1b[?1000h");
  client.core.on_end_signal(15);
  client.expect_end(Kind::signalled, 143);
  EXPECT_EQ(client.ports.host, "\x1b[?1000l\x1b[999;1H");
  EXPECT_EQ(client.ports.deeds, (Deeds{"detach"}));
}

// D-115
TEST(AttachCore, AStopGivesUpTheSessionAndContinuingStartsAfresh) {
  Client client;
  client.live("\x1b[?25l");
  client.core.on_stop_signal();
  EXPECT_EQ(client.ports.take_host(), "\x1b[?25h\x1b[999;1H");
  EXPECT_EQ(client.ports.take_deeds(), (Deeds{"detach", "stop"}));
  client.core.on_host_resize({30, 90}, client.clock.now());
  EXPECT_EQ(client.ports.take_deeds(), Deeds{});
  client.core.on_continued();
  EXPECT_EQ(client.ports.take_deeds(), (Deeds{"raw", "attach 30x90"}));
  client.core.on_geometry({30, 90}, client.clock.now());
  client.core.on_screen("again");
  EXPECT_NE(client.ports.host.find("\x1b[2J\x1b[H"), std::string::npos);
  EXPECT_NE(client.ports.host.find("again"), std::string::npos);
}

// D-115, D-117
TEST(AttachCore, ContinuingAfterAStopThatNobodySawComingDoesNotAccumulateModes) {
  Client client;
  client.live("\x1b[?25l\x1b[>1u");
  client.core.on_continued();
  EXPECT_EQ(client.ports.take_deeds(), (Deeds{"raw", "attach 24x80"}));
  client.core.on_data("late output");
  EXPECT_EQ(client.ports.take_host(), "");
  client.core.on_geometry({24, 80}, client.clock.now());
  client.core.on_screen("again");
  const std::string again = client.ports.take_host();
  EXPECT_TRUE(again.starts_with("\x1b[?2026h\x1b[?25h\x1b[<1u")) << again;
  EXPECT_NE(again.find("again"), std::string::npos);
}

// D-102
TEST(AttachCore, ResizesAreCoalescedAndTheLastOneAlwaysGoesOut) {
  Client client;
  client.live();
  for (std::uint16_t cols = 81; cols <= 90; ++cols)
    client.core.on_host_resize({24, cols}, client.clock.now());
  EXPECT_EQ(client.ports.take_deeds(), (Deeds{"resize 24x81"}));
  client.pass(Milliseconds{15});
  EXPECT_EQ(client.ports.take_deeds(), Deeds{});
  client.pass(Milliseconds{1});
  EXPECT_EQ(client.ports.take_deeds(), (Deeds{"resize 24x90"}));
  client.core.on_host_resize({24, 90}, client.clock.now());
  client.pass(Milliseconds{20});
  EXPECT_EQ(client.ports.take_deeds(), Deeds{}) << "the same size again is no resize";
}

// D-101
TEST(AttachCore, AnOutputThatFailsIsSaidAndIsNoSuccess) {
  Client client;
  client.live();
  client.ports.take_deeds();
  client.core.on_output_failure({base::Errc::system, 28, "cannot write"});
  client.expect_end(Kind::unwritten, 1);
  EXPECT_EQ(client.ports.complaint, "cannot write\n");
  EXPECT_EQ(client.ports.deeds, (Deeds{"detach"}));
}

//
TEST(AttachCore, AReaderThatLeavesEndsItQuietlyInAnyState) {
  for (const bool lost : {false, true}) {
    Client client;
    client.live();
    client.ports.take_deeds();
    if (lost) client.core.on_closed({}, client.clock.now());
    client.core.on_output_failure({base::Errc::closed, 32, "gone"});
    client.expect_end(Kind::detached, 0);
    EXPECT_EQ(client.ports.complaint, "");
    EXPECT_EQ(client.ports.deeds, lost ? Deeds{} : Deeds{"detach"});
  }
}

// D-117
TEST(AttachCore, ARepeatedScreenUndoesStaleModesFirst) {
  Client client;
  client.live("\x1b[?1049h\x1b[?1000h");
  client.core.on_geometry({24, 80}, client.clock.now());
  client.core.on_screen("\x1b[?1049hvi");
  EXPECT_TRUE(client.ports.host.starts_with("\x1b[?2026h\x1b[?1000l")) << client.ports.host;
  EXPECT_TRUE(client.ports.host.ends_with("\x1b[2J\x1b[Hvi\x1b[?2026l"));
  EXPECT_EQ(client.ports.host.find("?1049"), std::string::npos) << "it stays on the alternate screen";
}

// D-135
TEST(AttachCore, AWatcherTypesNothingAndLeavesOnOneTap) {
  AttachRole role;
  role.part = AttachRole::Part::watcher;
  Client client(Size{24, 80}, role);
  client.live();
  client.type("rm -rf\r");
  client.core.on_host_resize({24, 90}, client.clock.now());
  client.pass(Milliseconds{100});
  EXPECT_EQ(client.ports.input, "");
  for (const std::string& deed : client.ports.deeds) EXPECT_FALSE(deed.starts_with("resize"));
  client.type("\x1c");
  client.expect_end(Kind::detached, 0);
}

// D-118
TEST(AttachCore, ASmallerGridAsksForAPictureToDrawFrom) {
  Client client;
  client.live("big");
  client.core.on_geometry({10, 40}, client.clock.now());
  client.core.on_turn_end(client.clock.now());
  EXPECT_EQ(client.ports.take_deeds(), (Deeds{"attach 24x80"}));
  client.core.on_data("output for the smaller size");
  EXPECT_EQ(client.ports.take_host(), "") << "raw output would wrap in the wrong place";
  client.core.on_geometry({10, 40}, client.clock.now());
  client.core.on_screen("small");
  client.core.on_turn_end(client.clock.now());
  EXPECT_NE(client.ports.take_host().find("small"), std::string::npos);
}

// D-118
TEST(AttachCore, TheSessionMayFollowAResizeBeforeALetterboxIsBuilt) {
  Client client;
  client.live();
  client.core.on_host_resize({24, 100}, client.clock.now());
  client.core.on_host_resize({24, 120}, client.clock.now());
  client.core.on_geometry({24, 100}, client.clock.now());
  client.pass(Milliseconds{16});
  client.core.on_geometry({24, 120}, client.clock.now());
  client.pass(Milliseconds{1000});
  EXPECT_EQ(client.ports.deeds, (Deeds{"resize 24x100", "resize 24x120", "attach 24x120"}))
      << "one picture was asked for, when the size had settled";
}

/// A client that dials again, with its connection just lost.
class CutOff : public Client {
 public:
  explicit CutOff(Reconnect reconnect = {}, AttachRole role = {}) : Client(Size{24, 80}, role, reconnect) {
    live("\x1b[?25lhello");
    core.on_closed("", clock.now());
  }
  void dialled(Dialled::Kind kind) { core.on_dialled(kind, clock.now()); }
};

// §9.7
TEST(AttachCore, ALossIsAnnouncedAndTheSessionComesBackAfresh) {
  CutOff client;
  EXPECT_EQ(client.ports.take_host(),
            "\x1b[?25h\x1b[999;1H\r\n[reconnecting… — Ctrl-\\ or Ctrl-C to stop]\r\n");
  EXPECT_TRUE(client.core.reconnecting());
  client.pass(Milliseconds{99});
  EXPECT_EQ(client.ports.take_deeds(), Deeds{});
  client.core.on_host_resize({30, 90}, client.clock.now());
  client.pass(Milliseconds{1});
  EXPECT_EQ(client.ports.take_deeds(), (Deeds{"dial"}));
  client.dialled(Dialled::Kind::connected);
  EXPECT_EQ(client.ports.take_deeds(), (Deeds{"attach 30x90"})) << "in the size of now";
  client.core.on_geometry({30, 90}, client.clock.now());
  client.core.on_screen("again");
  client.core.on_turn_end(client.clock.now());
  const std::string afresh = client.ports.take_host();
  EXPECT_LT(afresh.find("\x1b[2J\x1b[H"), afresh.find("again")) << afresh;
  EXPECT_NE(afresh.find("again"), std::string::npos);
  client.type("x");
  EXPECT_EQ(client.ports.input, "x");
  EXPECT_EQ(client.ports.probes, 0) << "the registry of this machine knows nothing about it";
}

// §9.7
TEST(AttachCore, ALongOutageIsTriedThroughAndAnnouncedOnce) {
  CutOff client;
  client.ports.take_host();
  for (int attempt = 0; attempt < 50; ++attempt) {
    client.pass(Milliseconds{15'000});
    EXPECT_EQ(client.ports.take_deeds(), (Deeds{"dial"}));
    client.dialled(attempt % 3 == 2 ? Dialled::Kind::connected : Dialled::Kind::unreachable);
    if (attempt % 3 == 2) client.core.on_closed("", client.clock.now());
    client.ports.take_deeds();
  }
  EXPECT_EQ(client.ports.take_host().find("reconnecting"), std::string::npos);
  client.pass(Milliseconds{15'000});
  client.dialled(Dialled::Kind::connected);
  client.live();
  client.core.on_closed("", client.clock.now());
  EXPECT_NE(client.ports.take_host().find("reconnecting"), std::string::npos) << "a new outage is told";
}

// §9.7
TEST(AttachCore, WhileDisconnectedKeysStayHereAndTwoOfThemStop) {
  AttachRole role;
  role.key = *parse_detach_key("f12");
  for (const ByteView key : {"\x03", "\x1b[99;5u", "\x1b[27;5;99~", "\x1b[24~", "\x1b[24;1:1~"}) {
    for (const bool dialling : {false, true}) {
      CutOff client({}, role);
      EXPECT_NE(client.ports.take_host().find("F12 or Ctrl-C to stop"), std::string::npos);
      if (dialling) client.pass(Milliseconds{100});
      client.type("rm -rf /\r\x1c");
      EXPECT_FALSE(client.ports.outcome);
      client.type(key.substr(0, key.size() / 2));
      client.type(key.substr(key.size() / 2));
      client.expect_end(Kind::detached, 0);
      EXPECT_EQ(client.ports.host, "\r\n[detached]\r\n");
      EXPECT_EQ(client.ports.input, "") << "nothing is kept for later";
      EXPECT_EQ(client.ports.take_deeds().back(), "cancel");
    }
  }
}

// §9.7
TEST(AttachCore, ARefusalIsTheEndOfTheSession) {
  CutOff client;
  client.pass(Milliseconds{100});
  client.ports.take_host();
  client.dialled(Dialled::Kind::refused);
  client.expect_end(Kind::ended, 0);
  EXPECT_EQ(client.ports.host, "\r\n[box session ended]\r\n");
}

// §9.7
TEST(AttachCore, TheBoundOfAttemptsEndsItAndSaysHowToGoOn) {
  CutOff client(Reconnect{3});
  for (int attempt = 0; attempt < 3; ++attempt) {
    EXPECT_FALSE(client.ports.outcome);
    client.pass(Milliseconds{1000});
    client.dialled(Dialled::Kind::unreachable);
  }
  client.expect_end(Kind::lost, 1);
  EXPECT_EQ(client.ports.complaint, "[box: connection lost — re-run `pty attach --remote` to reconnect]\n");
}

// §9.7
TEST(AttachCore, AWakeOrAContinuationTriesAtOnce) {
  CutOff client;
  for (int attempt = 0; attempt < 9; ++attempt) {
    client.pass(Milliseconds{15'000});
    client.dialled(Dialled::Kind::unreachable);
  }
  client.ports.take_deeds();
  client.core.on_wake();
  client.pass(Milliseconds{0});
  EXPECT_EQ(client.ports.take_deeds(), (Deeds{"dial"}));
  client.core.on_wake();
  client.pass(Milliseconds{10'000});
  EXPECT_EQ(client.ports.take_deeds(), Deeds{}) << "one is running";
  client.dialled(Dialled::Kind::unreachable);
  client.core.on_stop_signal();
  EXPECT_EQ(client.ports.take_deeds(), (Deeds{"cancel", "stop"}));
  client.core.on_continued();
  client.pass(Milliseconds{0});
  EXPECT_EQ(client.ports.take_deeds(), (Deeds{"raw", "dial"}));
}

// §9.7, D-115
TEST(AttachCore, AStopOfALiveClientThatDialsLeavesAndDialsAgain) {
  Client client(Size{24, 80}, {}, Reconnect{1});
  client.live().core.on_stop_signal();
  EXPECT_EQ(client.ports.take_deeds(), (Deeds{"detach", "stop"}));
  client.core.on_continued();
  client.pass(Milliseconds{0});
  EXPECT_EQ(client.ports.take_deeds(), (Deeds{"raw", "dial"})) << "not a failed attempt";
  client.core.on_dialled(Dialled::Kind::connected, client.clock.now());
  EXPECT_EQ(client.ports.take_deeds(), (Deeds{"attach 24x80"}));
}

// §9.7
TEST(AttachCore, NeitherAnExitNorADetachIsDialledAgain) {
  for (const bool exits : {false, true}) {
    Client client(Size{24, 80}, {}, Reconnect{});
    client.live();
    if (exits) {
      client.core.on_exit(3);
    } else {
      client.type("\x1c");
      client.pass(Milliseconds{300});
    }
    client.core.on_closed("", client.clock.now());
    client.pass(Milliseconds{60'000});
    client.expect_end(exits ? Kind::exited : Kind::detached, exits ? 3 : 0);
    for (const std::string& deed : client.ports.deeds) EXPECT_NE(deed, "dial");
  }
}

/// Every event in every state: nothing but the listed things may happen twice, and nothing after the end.
TEST(AttachCore, SurvivesEveryEventInEveryState) {
  using Step = void (*)(Client&);
  const std::vector<Step> to_state{
      [](Client&) {},
      [](Client& c) { c.live(); },
      [](Client& c) { c.live().core.on_stop_signal(); },
      [](Client& c) { c.live().core.on_closed("", c.clock.now()); },
      [](Client& c) { c.live().core.on_exit(0); },
  };
  const std::vector<std::optional<Reconnect>> ways{std::nullopt, Reconnect{}, Reconnect{1}};
  const std::vector<Step> events{
      [](Client& c) { c.type("x\x1c\x1b"); },
      [](Client& c) { c.core.on_input_end(AttachCore::InputEnd::terminal); },
      [](Client& c) { c.core.on_input_end(AttachCore::InputEnd::stream); },
      [](Client& c) { c.core.on_geometry({5, 5}, c.clock.now()); },
      [](Client& c) { c.core.on_screen("s"); },
      [](Client& c) { c.core.on_data("d"); },
      [](Client& c) { c.core.on_exit(1); },
      [](Client& c) { c.core.on_closed("why", c.clock.now()); },
      [](Client& c) { c.core.on_end_signal(1); },
      [](Client& c) { c.core.on_stop_signal(); },
      [](Client& c) { c.core.on_continued(); },
      [](Client& c) { c.core.on_wake(); },
      [](Client& c) { c.core.on_dialled(Dialled::Kind::connected, c.clock.now()); },
      [](Client& c) { c.core.on_dialled(Dialled::Kind::unreachable, c.clock.now()); },
      [](Client& c) { c.core.on_dialled(Dialled::Kind::refused, c.clock.now()); },
      [](Client& c) { c.core.on_host_resize({9, 9}, c.clock.now()); },
      [](Client& c) { c.core.on_turn_end(c.clock.now()); },
      [](Client& c) { c.pass(Milliseconds{4000}); },
  };
  const auto walk = [](const std::optional<Reconnect>& way, Step state, Step first, Step second) {
    Client client(Size{24, 80}, {}, way);
    for (const Step step : {state, first, second}) step(client);
    client.pass(Milliseconds{4000});
    EXPECT_EQ(client.ports.outcome.has_value(), client.core.ended());
  };
  for (const auto& way : ways)
    for (const Step state : to_state)
      for (const Step first : events)
        for (const Step second : events) walk(way, state, first, second);
}

}  // namespace
}  // namespace pty::attach
