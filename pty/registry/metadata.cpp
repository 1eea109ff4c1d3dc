#include "pty/registry/metadata.hpp"

#include "pty/os/file_io.hpp"

namespace pty::registry {

base::Result<MetadataSnapshot> read_metadata(const SessionPaths& paths) {
  base::Result<std::string> text = os::read_file(paths.metadata, kMaxMetadataBytes);
  if (!text) return base::fail(std::move(text.error()));
  base::Result<Metadata> metadata = parse_metadata(*text);
  if (!metadata) return base::fail(std::move(metadata.error()).with(paths.metadata));
  return MetadataSnapshot{std::move(*metadata), std::move(*text)};
}

base::Status publish_metadata(const SessionPaths& paths, const Metadata& metadata) {
  return os::write_file_atomic(paths.metadata, encode_metadata(metadata), os::kPrivateFile);
}

Observation observe(const MetadataSnapshot& snapshot) {
  if (!snapshot.metadata.generation.empty()) return {snapshot.metadata.generation, {}};
  return {{}, snapshot.text};
}

bool still_observed(const Observation& observation, const MetadataSnapshot& now) {
  if (!observation.generation.empty()) return observation.generation == now.metadata.generation;
  return now.metadata.generation.empty() && observation.text == now.text;
}

}  // namespace pty::registry
