// From the child to everybody: one parse, one shared packet per kind of viewer.

#include <algorithm>

#include "pty/daemon/session_core.hpp"

namespace pty::daemon {

/// One read of at most 64 KiB, applied and broadcast. Returns how much it was.
std::size_t SessionCore::take_child_output() {
  if (child_output_ended_ || life_ == Life::exited || life_ == Life::over) return 0;
  const ChildOutput output = port_.read_child();
  if (!output.bytes.empty()) {
    RelayBatch batch([this] { return model_.primary_repaint(); });
    model_.write(output.bytes, batch);
    window_.on_output(clock_.now());
    after_model(batch);
  }
  if (output.ended) child_output_ended_ = true;
  return output.bytes.size();
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
    if (batch.leaves_string()) client.joined_in_string = false;
    if (batch.repainted()) client.owed_primary = false;
    client.may_be_in_string = client.may_be_in_string || in_string;
    if (const auto packet = batch.packet_for(viewer)) send_output(client, *packet);
  }
}

/// Past the mark output is dropped, not queued: the client gets a picture when it reads again.
void SessionCore::send_output(Client& client, const SharedPacket& packet) {
  if (client.queue.data_cost() + packet.bytes().size() + kPacketOverheadBytes <= kHighWaterBytes)
    return client.queue.push(packet);
  client.queue.drop_data();
  client.phase = Phase::stale;
  client.can_send = false;
  client.pacing.on_stale(clock_.now());
}

void SessionCore::push(Client& client, base::ByteBuffer packet) {
  client.queue.push(SharedPacket(std::move(packet)));
  if (client.role == wire::Role::command && client.queue.bytes() > kCommandQueueBytes) drop(client);
}

}  // namespace pty::daemon
