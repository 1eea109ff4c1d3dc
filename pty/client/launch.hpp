#pragma once
// Starting a session: locks, a dead predecessor, the daemon, and its word that everything is published.
//
// The creation lock is held from before the predecessor is looked at until the daemon reports ready (or
// failed), and released exactly once. Readiness is a message on an inherited pipe; nothing is polled. On any
// failure the daemon is ended, no artifact stays, and a predecessor's record is as it was, byte for byte.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/registry/launch_record.hpp"
#include "pty/registry/root.hpp"

namespace pty::client {

inline constexpr base::Milliseconds kStartTimeout{30'000};
inline constexpr base::Milliseconds kPredecessorWait{7'000};

/// What to do when the id is taken.
enum class IfTaken {
  fail,           ///< `run --id`: any session of that id, running or gone, refuses
  use_or_renew,   ///< `run -a`: report a running one, re-create a gone one
  replace_exact,  ///< restart: only the observed dead record may be replaced
};

/// What the caller of `run -a` said explicitly; everything else is carried over from the predecessor. A
/// directory that was said must be one that a record can keep.
struct Given {
  bool cwd = false;
  bool tags = false;
  bool geometry_policy = false;
  bool extra_env = false;
  bool unset_env = false;
  bool isolate = false;
  bool display_name = false;  ///< --name or --no-display-name
};

struct LaunchRequest {
  registry::LaunchRecord record;  ///< root, id, command, cwd, ... ; generation is filled in by launch
  IfTaken if_taken = IfTaken::fail;
  Given given;                                    ///< use_or_renew only, but `cwd` for each launch
  std::optional<registry::Observation> replaces;  ///< replace_exact only
  std::vector<std::string> scrub_environment;     ///< names removed from the daemon's inherited environment
  /// The program to run as daemon, called as {"pty-daemon", "__daemon", "<config fd>", "<ready fd>"}.
  /// Default: the running executable.
  std::optional<std::string> daemon_executable;
  base::Milliseconds start_timeout = kStartTimeout;
};

enum class LaunchOutcome { created, already_running };

struct Launched {
  LaunchOutcome outcome = LaunchOutcome::created;
  std::string id;
  std::string generation;
  int daemon_pid = 0;
  int child_pid = 0;  ///< created only
};

/// Blocks: until published, failed, or `start_timeout`.
/// Fails: already_exists, busy (texts of `run`), invalid (working directory, environment, what a
/// record cannot keep: see registry/recordable), timed_out, system,
/// and whatever the daemon reported.
base::Result<Launched> launch(const LaunchRequest& request);

/// The command as the launcher will run it: an absolute path is kept, a path with "/" is joined to `cwd`,
/// anything else is searched on `path`. Fails: not_found (`Command not found: <command>`).
base::Result<std::string> resolve_command(std::string_view command, std::string_view cwd,
                                          std::string_view path);

}  // namespace pty::client
