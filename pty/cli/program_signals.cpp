#include "pty/cli/program_signals.hpp"

#include "pty/os/signal_numbers.hpp"
#include "pty/os/signals.hpp"

namespace pty::cli {

void ignore_write_signals() {
  os::ignore_signal(SIGPIPE);
  os::ignore_signal(SIGXFSZ);
}

void give_back_signals() {
  os::default_signal(SIGPIPE);
  os::default_signal(SIGXFSZ);
}

}  // namespace pty::cli
