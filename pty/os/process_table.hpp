#pragma once
// Facts about processes, read without starting any. A pid alone proves nothing: it may have been reused. A
// pid together with its start token is evidence. Everything here is a momentary look and may be outdated when
// it returns.

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

namespace pty::os {

/// When this process incarnation began: "linux:<ticks since boot>" or "darwin:<start time>"; nothing if it
/// does not exist or hides it.
std::optional<std::string> start_token(pid_t pid);

/// True if the process exists and is not a zombie; also when we may not signal it. False for pid <= 0.
bool is_alive(pid_t pid);

/// The start token of a process that exists and is no zombie, in one look; empty when it lives but hides its
/// token. Nothing when it does not live.
std::optional<std::string> try_live_token(pid_t pid);

struct ProcessResources {
  std::int64_t resident_kib = 0;
  double cpu_percent = 0;  ///< CPU time over lifetime, as `ps -o pcpu`; one decimal

  friend bool operator==(const ProcessResources&, const ProcessResources&) = default;
};
std::optional<ProcessResources> process_resources(pid_t pid);

/// The short name of a process (`comm`), as it is: untrusted text.
std::optional<std::string> process_name(pid_t pid);
/// The first word of its command line (argv[0]), as it is: untrusted text. Nothing if it has none (a kernel
/// thread, a zombie) or hides it; cut after 4096 bytes.
std::optional<std::string> process_command(pid_t pid);
/// The executable that a process runs; nothing if unknown or not ours to see.
std::optional<std::string> process_executable(pid_t pid);
/// The uid a process runs as.
std::optional<uid_t> process_owner(pid_t pid);

/// Names this process in process lists (15 bytes are kept). argv[0] comes from whoever launched us.
void set_process_name(const char* name);

}  // namespace pty::os
