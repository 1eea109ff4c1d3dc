#pragma once
// Test support: a session whose child, emulator, clients and time are scripted. The model keeps the bytes it
// was given as its "screen", so a test sees exactly what a SCREEN contained.

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "pty/daemon/session_core.hpp"
#include "pty/wire/generation_grammar.hpp"

namespace pty::daemon {

class ScriptedModel final : public ScreenModel {
 public:
  void write(base::ByteView bytes, vt::RelaySink& sink) override {
    text.append(bytes);
    if (on_write)
      on_write(bytes, sink);
    else
      sink.relay({bytes, vt::Audience::everyone, false});
  }
  void flush_relay(vt::RelaySink& sink) override { sink.relay({held, vt::Audience::everyone, false}); }
  void resize(base::Size size) override {
    grid = size;
    if (grid.cols < 2) grid.cols = 2;
    ++resizes;
  }
  base::Size size() const override { return grid; }
  base::ByteBuffer take_replies() override { return std::exchange(replies, {}); }
  std::vector<vt::Event> take_events() override { return std::exchange(events, {}); }
  bool take_content_change() override { return std::exchange(content_changed, false); }
  bool in_long_string() const override { return long_string; }
  bool in_long_setting() const override { return long_string && long_setting; }
  bool synchronized_output() const override { return synchronized; }
  bool alternate_active() const override { return alternate; }
  base::ByteBuffer restore_image(vt::Extent extent) const override {
    if (extent == vt::Extent::viewport) return image("screen");
    const std::string small = image("restore");
    return large_image.empty() ? small : large_image;
  }
  std::size_t history_bytes() const override { return history; }
  base::ByteBuffer peek_image(wire::PeekFlags flags) const override {
    return image(flags.plain ? "plain" : "peek");
  }
  base::ByteBuffer primary_repaint() const override { return "<primary>"; }
  std::vector<std::string> last_lines() const override { return {text}; }
  base::ByteBuffer visible_picture() const override { return picture.empty() ? text : picture; }
  InputForm input_form() const override { return form; }
  void describe(registry::StatusDocument& status) const override {
    status.terminal.rows = grid.rows;
    status.terminal.cols = grid.cols;
  }
  void compress_idle() override {}

  std::string image(const std::string& kind) const {
    ++drawn;
    return kind + " " + std::to_string(grid.rows) + "x" + std::to_string(grid.cols) + " " + text;
  }

  base::Size grid{24, 80};
  InputForm form;
  std::string picture;  ///< what is seen; empty: all that was written
  std::string text;
  std::string held;
  std::string replies;
  std::string large_image;
  std::size_t history = 0;
  std::vector<vt::Event> events;
  std::function<void(base::ByteView, vt::RelaySink&)> on_write;
  bool long_string = false;
  bool long_setting = false;
  bool synchronized = false;
  bool alternate = false;
  int resizes = 0;
  mutable int drawn = 0;  ///< images
  bool content_changed = false;
};

class ScriptedPort final : public SessionPort {
 public:
  ChildOutput read_child() override {
    if (pending.empty()) return {{}, ended};
    current = pending.front();
    pending.pop_front();
    return {current, ended && pending.empty()};
  }
  std::optional<std::size_t> unread_input() override {
    ++samples;
    return unread;
  }
  void set_pty_size(base::Size size) override {
    sizes.push_back(size);
    if (on_set_size) on_set_size();
  }
  void signal_family(StopAction action) override { signals.push_back(action); }
  bool family_lives() override { return family; }
  void close_child() override { log.emplace_back("close child"); }
  void close_client(ClientId id, const SendQueue&) override { closed.push_back(id); }
  void stop_listening() override { log.emplace_back("stop listening"); }
  void record_event(const vt::Event& event, base::WallTime) override { events.push_back(event); }
  void stamp_attach(base::WallTime) override { ++attaches; }
  void record_policy(const base::GeometryPolicy& policy) override { policies.push_back(to_text(policy)); }
  void record_exit(ExitRecord record) override {
    log.emplace_back("record exit");
    exits.push_back(std::move(record));
  }
  ProcessFacts process_facts() override { return {}; }
  std::vector<std::string> warnings() override { return {}; }
  void finish(registry::StopCause cause) override {
    log.emplace_back(cause == registry::StopCause::external ? "finish external" : "finish natural");
  }
  void force_end() override { log.emplace_back("force end"); }

  [[nodiscard]] bool has_closed(ClientId id) const {
    return std::find(closed.begin(), closed.end(), id) != closed.end();
  }

  std::deque<std::string> pending;
  std::string current;
  bool ended = false;
  std::optional<std::size_t> unread = 0;  ///< input that the child has not read
  int samples = 0;                        ///< how often that was asked
  bool family = false;                    ///< whether descendants of the child live
  std::vector<base::Size> sizes;
  std::vector<StopAction> signals;
  std::vector<ClientId> closed;
  std::vector<vt::Event> events;
  std::vector<ExitRecord> exits;
  std::vector<std::string> log;
  std::function<void()> on_set_size;
  std::vector<std::string> policies;  ///< as recorded
  int attaches = 0;
};

class SessionTest : public testing::Test {
 protected:
  using Packets = std::vector<std::string>;

  ClientId connect() { return core.on_client_connected(); }
  /// What it asks for is carried out before this returns, however many turns that takes.
  void send(ClientId id, const std::string& packets) {
    core.on_client_bytes(id, packets);
    for (int turns = 0; turns < kMostTurns && waits_for_turn(id); ++turns) core.on_time();
  }
  void attach(ClientId id, base::Size size) { send(id, wire::encode_attach(size)); }
  ClientId attached(base::Size size) {
    const ClientId id = connect();
    attach(id, size);
    wait(kSettle);
    received(id);
    return id;
  }
  ClientId watching() {
    const ClientId id = connect();
    send(id, wire::encode_peek({}));
    received(id);
    return id;
  }

  /// The child writes.
  void child_writes(const std::string& bytes) {
    port.pending.push_back(bytes);
    core.on_child_readable();
  }
  void child_dies(int code) { core.on_child_exit({code, std::nullopt}); }
  void child_terminal_ends() {
    port.ended = true;
    core.on_child_readable();
  }

  bool waits_for_turn(ClientId id) const { return core.output_of(id) && !core.wants_input(id) && is_due(); }
  /// The shell's timer would go off in the next turn.
  bool is_due() const {
    const auto deadline = core.next_deadline();
    return deadline && *deadline <= clock.now();
  }
  /// A deadline that is never met must not hang a test.
  static constexpr int kMostTurns = 10'000;

  /// Lets time pass, stopping at every deadline on the way as the shell's timer would.
  void wait(base::Milliseconds time) {
    const base::TimePoint until = clock.now() + time;
    for (int turns = 0; turns < kMostTurns; ++turns) {
      const auto deadline = core.next_deadline();
      if (!deadline || *deadline > until) break;
      if (*deadline > clock.now())
        clock.advance(std::chrono::ceil<base::Milliseconds>(*deadline - clock.now()));
      core.on_time();
    }
    if (until > clock.now()) clock.advance(std::chrono::ceil<base::Milliseconds>(until - clock.now()));
    core.on_time();
  }

  /// What a client that asks is told.
  registry::StatusDocument status() {
    const ClientId id = connect();
    send(id, wire::encode_status_request());
    const Packets packets = received(id);
    core.on_client_end(id);
    return registry::parse_status(packets.at(0).substr(sizeof("STATUS"))).value();
  }

  /// Reads everything queued for a client, as readable packets: "GEOMETRY 24x80", "DATA abc".
  Packets received(ClientId id) {
    Packets packets;
    while (const SendQueue* queue = core.output_of(id)) {
      if (queue->empty()) break;
      base::ByteView piece;
      queue->gather({&piece, 1});
      const std::string bytes(piece);
      core.on_client_sent(id, bytes.size());
      wire::FrameDecoder& decoder = decoders.try_emplace(id, wire::Receiver::client).first->second;
      decoder.feed(bytes);
      while (const auto frame = decoder.next()) packets.push_back(describe(*frame));
    }
    return packets;
  }

  static std::string describe(const wire::Frame& frame) {
    std::string text(wire::name_of(frame.type));
    if (frame.type == wire::MessageType::geometry) {
      const base::Size size = wire::decode_size(frame.payload);
      return text + " " + std::to_string(size.rows) + "x" + std::to_string(size.cols);
    }
    if (frame.type == wire::MessageType::exit)
      return text + " " + std::to_string(wire::decode_exit(frame.payload));
    if (frame.payload.size() > 4096) return text + " of " + std::to_string(frame.payload.size());
    return text + " " + std::string(frame.payload);
  }

  std::string child_input() {
    std::string input;
    while (!core.input().empty()) {
      const std::string piece(core.input().front());
      input += piece;
      core.on_input_written(piece.size());
    }
    return input;
  }

  static SessionSettings settings() {
    SessionSettings result;
    result.id = "s";
    result.child_pid = 42;
    result.daemon_pid = 41;
    return result;
  }
  explicit SessionTest(SessionSettings settings = SessionTest::settings())
      : core(std::move(settings), model, port, clock) {}

  base::ManualClock clock;
  ScriptedModel model;
  ScriptedPort port;
  SessionCore core;
  std::map<ClientId, wire::FrameDecoder> decoders;
};

}  // namespace pty::daemon
