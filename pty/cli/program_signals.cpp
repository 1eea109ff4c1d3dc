#include "pty/cli/program_signals.hpp"

#include "pty/os/signal_numbers.hpp"
#include "pty/os/signals.hpp"

namespace pty::cli {

void ignore_broken_pipes() {
  os::ignore_signal(SIGPIPE);
}

void give_back_signals() {
  os::default_signal(SIGPIPE);
}

}  // namespace pty::cli
