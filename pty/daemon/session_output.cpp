// From the child to everybody: one parse, one shared packet per kind of viewer.

#include <algorithm>

#include "pty/daemon/session_core.hpp"

namespace pty::daemon {

namespace {

/// What one turn takes at most before clients, timers and input have theirs again.
constexpr std::size_t kTurnBytes = 64 * 1024;
/// A terminal hands a flood over page by page. So little is all there was, and to ask for more would wait for
/// the kernel to finish the very work that woke us.
constexpr std::size_t kShortRead = 256;

}  // namespace

/// Applies what the child wrote and broadcasts it; returns how much it was. Each page is applied before the
/// next is read: the kernel, which keeps no more than that ready, prepares the next meanwhile. While somebody
/// watches, a turn takes several of them, so that clients get few packets.
std::size_t SessionCore::take_child_output() {
  if (child_output_ended_ || life_ == Life::exited || life_ == Life::over) return 0;
  const bool watched =
      std::ranges::any_of(clients_.all(), [](const auto& client) { return client->phase == Phase::live; });
  RelayBatch batch([this] { return model_.primary_repaint(); });
  std::size_t taken = 0;
  for (std::size_t last = kTurnBytes; last > kShortRead && taken < kTurnBytes;) {
    const ChildOutput output = port_.read_child();
    last = output.bytes.size();
    taken += last;
    if (last > 0) {
      draw_histories();
      model_.write(output.bytes, batch);
    }
    child_output_ended_ = output.ended;
    if (output.ended || !watched) break;
  }
  if (taken > 0) {
    window_.on_output(clock_.now());
    const base::WallTime now = clock_.wall_now();
    times_.output = now;
    note_change(now);
    if (submission_) note_picture();
    after_model(batch);
  }
  return taken;
}

void SessionCore::note_change(base::WallTime when) {
  if (model_.take_content_change()) times_.change = when;
}

/// Takes in what is already there, so that a picture or a resize sees it. Bounded: a flood waits.
void SessionCore::freshen() {
  for (std::size_t taken = 0; taken < kFreshenBytes;) {
    const std::size_t count = take_child_output();
    if (count == 0) return;
    taken += count;
  }
}

void SessionCore::after_model(RelayBatch& batch) {
  if (life_ == Life::running) input_.push_reply(model_.take_replies());
  for (const vt::Event& event : model_.take_events())
    if (flood_guard_.admits(event.kind, clock_.now())) port_.record_event(event, clock_.wall_now());
  broadcast(batch);
}

void SessionCore::broadcast(RelayBatch& batch) {
  const bool in_string = batch.has_string_tail() || model_.in_long_string();
  for (const auto& entry : clients_.all()) {
    Client& client = *entry;
    if (client.phase != Phase::live || client.gone || client.ending) continue;
    const RelayBatch::Viewer viewer{client.role == wire::Role::readonly, client.joined_in_string,
                                    client.owed_primary};
    if (batch.leaves_string() || !model_.in_long_string()) client.joined_in_string = false;
    if (client.owed_setting && !client.joined_in_string) {
      // It missed the beginning of what has now taken effect. Resynchronisations are paced, so a program that
      // sends nothing but such strings does not make us draw a picture for each.
      client.owed_setting = false;
      await_picture(client);
      continue;
    }
    if (batch.repainted()) client.owed_primary = false;
    client.may_be_in_string = client.may_be_in_string || in_string;
    if (const auto packet = batch.packet_for(viewer)) send_output(client, *packet);
  }
}

/// Past the mark output is dropped, not queued: the client gets a picture when it reads again.
void SessionCore::send_output(Client& client, const SharedPacket& packet) {
  draw_owed_history(client);
  if (client.queue.data_cost() + packet.bytes().size() + kPacketOverheadBytes <= kHighWaterBytes)
    return client.queue.push(packet);
  fall_behind(client);
}

void SessionCore::fall_behind(Client& client) {
  client.queue.drop_data();
  await_picture(client);
}

void SessionCore::await_picture(Client& client) {
  client.phase = Phase::stale;
  client.can_send = false;
  client.pacing.on_stale(clock_.now());
}

void SessionCore::push(Client& client, base::ByteBuffer packet) {
  push(client, SharedPacket(std::move(packet)));
}

void SessionCore::push(Client& client, SharedPacket packet) {
  draw_owed_history(client);
  client.queue.push(std::move(packet));
  if (client.role == wire::Role::command && client.queue.bytes() > kCommandQueueBytes) drop(client);
}

}  // namespace pty::daemon
