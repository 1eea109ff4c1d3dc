#include "pty/daemon/picture_batch.hpp"

namespace pty::daemon {
namespace {

std::size_t variant_of(wire::PeekFlags flags) {
  return (flags.plain ? 1U : 0U) + (flags.full ? 2U : 0U) + (flags.cursor ? 4U : 0U);
}

}  // namespace

SharedPacket PictureBatch::restored(vt::Extent extent) {
  std::optional<SharedPacket>& packet = restored_.at(extent == vt::Extent::full ? 1 : 0);
  if (!packet) packet.emplace(wire::encode_screen(model_.restore_image(extent)));
  return *packet;
}

SharedPacket PictureBatch::peeked(wire::PeekFlags flags) {
  std::optional<SharedPacket>& packet = peeked_.at(variant_of(flags));
  if (!packet) packet.emplace(wire::encode_screen(model_.peek_image(flags)));
  return *packet;
}

}  // namespace pty::daemon
