#pragma once
// What a launcher tells the daemon (over a memfd, never the environment), and what the daemon answers (one
// line of JSON on the ready pipe). Command, arguments and environment are bytes and pass unchanged: the
// record is encoded as CBOR, which does not insist on Unicode.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pty/base/error.hpp"
#include "pty/base/geometry_policy.hpp"
#include "pty/base/size.hpp"
#include "pty/registry/environment_policy.hpp"
#include "pty/registry/metadata.hpp"
#include "pty/registry/tags.hpp"

namespace pty::registry {

inline constexpr std::size_t kMaxLaunchRecordBytes = 16U << 20U;
inline constexpr std::size_t kMaxLaunchReportBytes = 64U << 10U;

struct LaunchRecord {
  std::string root;  ///< absolute
  std::string id;
  std::string generation;  ///< 32 hex
  std::string command;     ///< resolved absolute path
  std::vector<std::string> args;
  std::string display_command;
  std::string cwd;  ///< absolute
  base::Size size;
  base::GeometryPolicy geometry_policy;
  bool ephemeral = false;
  Tags tags;
  std::optional<std::string> display_name;
  EnvironmentPolicy environment;
  std::string other_fields;  ///< unknown metadata fields carried over by a restart; JSON object or empty
  bool replaces = false;     ///< a record of a dead predecessor is on disk, to be published over
  bool will_attach = false;  ///< an attach follows at once: an early end waits for it

  friend bool operator==(const LaunchRecord&, const LaunchRecord&) = default;
};

std::string encode_launch_record(const LaunchRecord& record);
/// Fails: corrupt, invalid ("mutually exclusive").
base::Result<LaunchRecord> parse_launch_record(std::string_view bytes);

/// The record's metadata as the daemon publishes it.
struct Incarnation {
  int daemon_pid = 0;
  std::string start_token;
  std::string created_at;
};
Metadata initial_metadata(const LaunchRecord& record, const Incarnation& incarnation);

struct LaunchReport {
  bool ok = false;
  int daemon_pid = 0;
  int child_pid = 0;
  std::string generation;
  base::Error error;  ///< when not ok
};

/// One line with its newline.
std::string encode_launch_report(const LaunchReport& report);
/// Fails: corrupt.
base::Result<LaunchReport> parse_launch_report(std::string_view line);

}  // namespace pty::registry
