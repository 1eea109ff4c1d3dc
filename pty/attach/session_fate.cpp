#include "pty/attach/session_fate.hpp"

#include <utility>

#include "pty/registry/listing.hpp"
#include "pty/registry/metadata.hpp"
#include "pty/registry/root.hpp"
#include "pty/registry/session_paths.hpp"

namespace pty::attach {
namespace {

Fate look_up(const registry::Root& root, const std::string& id, const std::string& generation) {
  Fate fate;
  // Liveness first: a daemon found dead has written all it ever will.
  const auto session = registry::find_session(root, id);
  const auto record = registry::read_metadata(registry::session_paths(root, id));
  if (!record) {
    fate.kind = record.error().code == base::Errc::not_found ? Fate::Kind::removed : Fate::Kind::pending;
    return fate;
  }
  const registry::Metadata& metadata = record->metadata;
  if (!generation.empty() && metadata.generation != generation) {
    fate.kind = Fate::Kind::replaced;
  } else if (metadata.exit_code || metadata.exited_at) {
    fate.kind = Fate::Kind::exited;
    fate.code = metadata.exit_code;
    fate.last_lines = metadata.last_lines.value_or(std::vector<std::string>{});
  } else if (session && *session && (*session)->status == registry::SessionStatus::vanished) {
    fate.kind = Fate::Kind::lost;
  }
  return fate;
}

}  // namespace

FateProbe registry_fate(const registry::Root& root, std::string id, std::string generation) {
  return [root, id = std::move(id), generation = std::move(generation)] {
    return look_up(root, id, generation);
  };
}

}  // namespace pty::attach
