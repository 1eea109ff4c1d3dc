// One program, two lives: the command, and (by a verb nobody types) the daemon of one session.

#include <cstdlib>
#include <string_view>

#include "pty/cli/run_cli.hpp"
#include "pty/daemon/run_daemon.hpp"
#include "pty/os/fd.hpp"

int main(int argc, char** argv) {
  pty::os::fill_standard_descriptors();
  if (argc == 4 && std::string_view(argv[1]) == "__daemon")
    return pty::daemon::run_daemon(std::atoi(argv[2]), std::atoi(argv[3]));
  return pty::cli::run_cli(argc, argv);
}
