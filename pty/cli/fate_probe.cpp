#include "pty/cli/fate_probe.hpp"

#include <utility>

#include "pty/registry/metadata.hpp"
#include "pty/registry/session_paths.hpp"

namespace pty::cli {

attach::FateProbe watch_fate(const registry::Root& root, std::string id, std::string generation) {
  return [root, id = std::move(id), generation = std::move(generation)] {
    using Kind = attach::Fate::Kind;
    attach::Fate fate;
    base::Result<registry::MetadataSnapshot> now = registry::read_metadata(registry::session_paths(root, id));
    if (!now) {
      // A record that cannot be read says nothing; only its absence is an end.
      fate.kind = now.error().code == base::Errc::not_found ? Kind::removed : Kind::pending;
      return fate;
    }
    const registry::Metadata& record = now->metadata;
    if (!generation.empty() && record.generation != generation) {
      fate.kind = Kind::replaced;
    } else if (record.exit_code || record.exited_at) {
      fate.kind = Kind::exited;
      fate.code = record.exit_code;
      fate.last_lines = record.last_lines.value_or(std::vector<std::string>{});
    }
    return fate;
  };
}

}  // namespace pty::cli
