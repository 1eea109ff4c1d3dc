#pragma once
// Starting the session's program in two steps. spawn_on_pty forks a child that owns its session and terminal
// but waits; its pid can be published. release() lets it run the program and reports whether that worked. A
// held child that is never released (destroyed, or our process dies) ends without having run anything.
//
// The program runs as `sh -c 'exec "$@"'` would run it, without the shell: PATH of the *given* environment,
// scripts without
// "#!" by /bin/sh. It gets default signal dispositions, an empty mask, its own session, the slave as
// controlling terminal and descriptors 0-2, and no other descriptor.

#include <sys/types.h>

#include <string>
#include <vector>

#include "pty/base/error.hpp"
#include "pty/os/fd.hpp"

namespace pty::os {

struct ProgramStart {
  std::string program;                   ///< a path, or a name to find on the environment's PATH
  std::vector<std::string> arguments;    ///< argv with argv[0]; empty means {program}
  std::vector<std::string> environment;  ///< "NAME=value", exactly what the program gets
  std::string working_directory;         ///< empty: stay where we are
};

class HeldChild {
 public:
  HeldChild(HeldChild&& other) noexcept;
  HeldChild& operator=(HeldChild&&) = delete;
  /// Ends and reaps a child that was not released.
  ~HeldChild();

  [[nodiscard]] pid_t pid() const { return pid_; }

  /// Runs the program. Call once. Blocks: until exec happened (well under a millisecond unless a file system
  /// hangs). Fails: not_found, denied, system … with the text "cannot run <program>: <reason>" or "cannot
  /// enter <directory>: <reason>"; the child has then been reaped.
  base::Status release();

 private:
  friend base::Result<HeldChild> spawn_on_pty(const ProgramStart& start, Fd slave);
  HeldChild(pid_t pid, Fd channel, std::string program, std::string directory);
  void abandon();

  pid_t pid_ = -1;
  Fd channel_;  ///< one byte lets the child go; a failure comes back; a successful exec closes it
  std::string program_;
  std::string directory_;
};

/// Fails: system (EAGAIN, EMFILE, ENOMEM …). The slave is closed on our side in every case.
base::Result<HeldChild> spawn_on_pty(const ProgramStart& start, Fd slave);

}  // namespace pty::os
