#pragma once
// The metadata record <id>.json: a public format shared with other tools and implementations.
//
// Known fields are typed; everything else (unknown fields, and known names carrying an unexpected type)
// survives every update in `other_fields`, an opaque JSON object. JSON text can only hold Unicode: bytes that
// are not UTF-8 are stored as U+FFFD. A launch refuses such values before that, see recordable.hpp.
//
// `recovery` is not understood yet: it is kept, and `mutate_metadata` refuses to change a record that carries
// it, because the signed revision could not be advanced with it. We never publish one.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pty/base/error.hpp"
#include "pty/base/geometry_policy.hpp"
#include "pty/registry/environment_policy.hpp"
#include "pty/registry/session_paths.hpp"
#include "pty/registry/tags.hpp"

namespace pty::registry {

inline constexpr std::size_t kMaxMetadataBytes = 16U << 20U;
inline constexpr std::size_t kMaxLastLines = 200;

struct Metadata {
  std::string generation;            ///< empty in old records
  std::optional<int> daemon_pid;     ///< stays after exit
  std::string daemon_start_token;    ///< ours: proves that daemon_pid is still that daemon; may be empty
  std::string recovery_start_token;  ///< read from `recovery`, never written on its own
  std::string command;               ///< resolved absolute program path
  std::vector<std::string> args;
  std::string display_command;
  std::string cwd;
  std::optional<std::uint16_t> rows;
  std::optional<std::uint16_t> cols;
  base::GeometryPolicy geometry_policy;  ///< in force; survives a restart
  bool ephemeral = false;
  std::string created_at;  ///< ISO 8601 UTC, milliseconds
  Tags tags;
  std::optional<std::string> display_name;
  EnvironmentPolicy environment;
  std::optional<std::string> last_attach_at;
  std::optional<int> exit_code;
  std::optional<std::string> exited_at;
  std::optional<std::vector<std::string>> last_lines;
  std::string other_fields;  ///< JSON object text of everything else; empty when there is nothing
  bool has_recovery = false;

  friend bool operator==(const Metadata&, const Metadata&) = default;

  /// The start token that goes with daemon_pid, from either source; empty when nobody recorded one.
  [[nodiscard]] const std::string& start_token() const {
    return daemon_start_token.empty() ? recovery_start_token : daemon_start_token;
  }
};

/// Fails: corrupt (not a JSON object).
base::Result<Metadata> parse_metadata(std::string_view text);

/// Two-space JSON with a final newline.
std::string encode_metadata(const Metadata& metadata);

/// The other fields that a replacement inherits: all but `recovery`, which belongs to one incarnation.
std::string inherited_fields(const Metadata& metadata);

/// A record together with the exact bytes it was read from: the fence for records without a generation.
struct MetadataSnapshot {
  Metadata metadata;
  std::string text;
};

/// Fails: not_found, corrupt, too_large, system.
base::Result<MetadataSnapshot> read_metadata(const SessionPaths& paths);

/// Atomically replaces the record (mode 0600, temporary name then rename). The caller holds the metadata
/// lock.
base::Status publish_metadata(const SessionPaths& paths, const Metadata& metadata);

/// What somebody saw and now wants to change or remove: the generation, or for records without one, the
/// exact content.
struct Observation {
  std::string generation;
  std::string text;  ///< consulted only when generation is empty
};
Observation observe(const MetadataSnapshot& snapshot);
bool still_observed(const Observation& observation, const MetadataSnapshot& now);

}  // namespace pty::registry
