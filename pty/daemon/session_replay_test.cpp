// Whatever the child writes, however its output is cut, whenever a client joins, leaves or resizes: the
// client's terminal ends up as the daemon's. With the real emulator on both sides.

#include <memory>
#include <random>

#include "pty/daemon/scripted_session.hpp"
#include "pty/daemon/terminal_model.hpp"
#include "pty/vt/dump_plain.hpp"

namespace pty::daemon {
namespace {

/// A viewer with a terminal of its own, fed as an attach client feeds the host terminal.
struct Viewer {
  ClientId id = 0;
  bool open = true;
  base::Size size;
  wire::FrameDecoder decoder{wire::Receiver::client};
  wire::GenerationGrammar grammar;
  std::unique_ptr<vt::Terminal> terminal;
};

class SessionReplay : public testing::TestWithParam<unsigned> {
 protected:
  // A client that joined during the alternate screen has no primary history; a resize would show that. So a
  // run has either alternate screens or resizes.
  [[nodiscard]] bool resizes() const { return GetParam() % 2 == 0; }

  unsigned pick(unsigned below) { return std::uniform_int_distribution<unsigned>(0, below - 1)(random); }

  std::string fragment() {
    static const std::vector<std::string> kFragments{"hello ",
                                                     "\r\n",
                                                     "\x1b[31mred\x1b[0m",
                                                     "\x1b[1;4mstrong\x1b[m",
                                                     "\xE2\x82\xAC",
                                                     "\xF0\x9F\x8E\x89",
                                                     "e\xCC\x81",
                                                     "\x1b[H",
                                                     "\x1b[5;10H",
                                                     "\x1b[K",
                                                     "\x1b[2J",
                                                     "\x1b[?1049h",
                                                     "\x1b[?1049l",
                                                     "\x1b[2;6r",
                                                     "\x1b[r",
                                                     "\x1b[c",
                                                     "\x1b[6n",
                                                     "\x1b]0;title\a",
                                                     "\x1b]11;?\x1b\\",
                                                     "\x1b[3L",
                                                     "\x1b[2P",
                                                     "\x1b[?25l",
                                                     "\x1b[?25h",
                                                     "\x1b[38;2;1;2;3mrgb",
                                                     "\x1b[48;5;99m \x1b[m",
                                                     "\t",
                                                     "\b",
                                                     "\x1b[?6h",
                                                     "\x1b[?6l",
                                                     "\x1b(0lqk\x1b(B",
                                                     "\x1b[4h",
                                                     "\x1b[4l",
                                                     "\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\",
                                                     "\xFF\xC0",
                                                     "\x1bM",
                                                     "\x1b[>1u",
                                                     "\x1b[<u",
                                                     "\x1b[?7l",
                                                     "\x1b[?7h",
                                                     "a long line that wraps around the edge "};
    if (pick(60) == 0) return "\x1b]52;c;" + std::string(6000, 'Q') + "\a";
    if (pick(40) == 0) return "\x1b]2;title " + std::to_string(pick(100)) + std::string(6000, 'T') + "\a";
    const std::string& fragment = kFragments.at(pick(static_cast<unsigned>(kFragments.size())));
    return resizes() && fragment.starts_with("\x1b[?1049") ? "" : fragment;
  }

  void act() {
    switch (pick(12)) {
      case 0:
        viewers.push_back(std::make_unique<Viewer>());
        viewers.back()->id = core.on_client_connected();
        return attach(*viewers.back());
      case 1:
        if (!viewers.empty()) attach(*viewers[pick(static_cast<unsigned>(viewers.size()))]);
        return;
      case 2:
        if (viewers.size() > 3) {
          core.on_client_bytes(viewers.front()->id, wire::encode_detach());
          viewers.erase(viewers.begin());
        }
        return;
      case 3:
        clock.advance(base::Milliseconds(pick(100)));
        return core.on_time();
      default: {
        pending += fragment();
        const std::size_t cut = pick(static_cast<unsigned>(pending.size()) + 1);
        if (cut == 0) return;
        port.pending.push_back(pending.substr(0, cut));
        pending.erase(0, cut);
        if (pick(4) != 0) core.on_child_readable();
      }
    }
  }

  void attach(Viewer& viewer) {
    viewer.size = {24, 80};
    if (resizes())
      viewer.size = {static_cast<std::uint16_t>(5 + pick(15)), static_cast<std::uint16_t>(10 + pick(60))};
    core.on_client_bytes(viewer.id, wire::encode_attach(viewer.size));
  }

  void deliver(Viewer& viewer) {
    while (const SendQueue* queue = core.output_of(viewer.id)) {
      if (queue->empty()) break;
      base::ByteView piece;
      queue->gather({&piece, 1});
      const std::string bytes(piece.substr(0, 1 + pick(4000)));
      core.on_client_sent(viewer.id, bytes.size());
      viewer.decoder.feed(bytes);
      while (const auto frame = viewer.decoder.next()) apply(viewer, *frame);
    }
    if (core.awaits_writable(viewer.id)) core.on_client_writable(viewer.id);
  }

  void apply(Viewer& viewer, const wire::Frame& frame) {
    switch (frame.type) {
      case wire::MessageType::geometry:
        viewer.size = wire::decode_size(frame.payload);
        if (viewer.terminal) viewer.terminal->resize(viewer.size);
        break;
      case wire::MessageType::screen:
        viewer.terminal = std::make_unique<vt::Terminal>(viewer.size);
        viewer.terminal->write(frame.payload);
        break;
      case wire::MessageType::data:
        ASSERT_TRUE(viewer.terminal);
        viewer.terminal->write(frame.payload);
        break;
      default:
        break;
    }
  }

  /// Requests that were made in one turn are carried out in as many.
  void let_turns_pass() {
    for (int turn = 0; turn < 1000 && core.next_deadline() && *core.next_deadline() <= clock.now(); ++turn)
      core.on_time();
  }

  std::mt19937 random{GetParam()};
  base::ManualClock clock;
  TerminalModel model{base::Size{24, 80}};
  ScriptedPort port;
  SessionCore core{SessionSettings{}, model, port, clock};
  std::vector<std::unique_ptr<Viewer>> viewers;
  std::string pending;
};

// D-025, D-031, D-032, D-033, D-035, D-066
TEST_P(SessionReplay, EveryViewerEndsWithTheSessionsScreen) {
  for (int step = 0; step < 400; ++step) {
    act();
    for (const auto& viewer : viewers)
      if (pick(3) == 0) deliver(*viewer);
    if (pick(2) == 0) let_turns_pass();
  }
  port.pending.push_back(pending);
  while (!port.pending.empty()) core.on_child_readable();
  let_turns_pass();
  clock.advance(kSettleBurst + kSynchronizedDefer);
  core.on_time();
  for (int round = 0; round < 3; ++round) {  // who is owed a picture gets it
    for (const auto& viewer : viewers) deliver(*viewer);
    clock.advance(std::chrono::seconds(1));
    core.on_time();
  }
  const std::string expected = vt::plain_text(model.terminal(), vt::Extent::viewport);
  for (const auto& viewer : viewers) {
    deliver(*viewer);
    ASSERT_TRUE(viewer->terminal);
    EXPECT_EQ(viewer->terminal->size(), model.size());
    EXPECT_EQ(vt::plain_text(*viewer->terminal, vt::Extent::viewport), expected);
    EXPECT_EQ(viewer->terminal->cursor(), model.terminal().cursor());
    EXPECT_EQ(viewer->terminal->on_alternate(), model.alternate_active());
    EXPECT_EQ(viewer->terminal->title(), model.terminal().title());
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, SessionReplay, testing::Range(1U, 41U));

}  // namespace
}  // namespace pty::daemon
