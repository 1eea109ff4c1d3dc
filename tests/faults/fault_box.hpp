#pragma once
// A sandbox whose commands run under the tracer.

#include <cstdlib>
#include <string>
#include <vector>

#include "sandbox.hpp"
#include "syscall_tracer.hpp"

namespace pty::faults {

class FaultBox : public scenario::Sandbox {
 public:
  FaultBox() {
    set_env("PTY_REAP_ON_EXIT", "false");
    // The leak check of a sanitizer wants to be the tracer itself.
    const char* given = std::getenv("ASAN_OPTIONS");
    set_env("ASAN_OPTIONS", std::string(given != nullptr ? given : "") + ":detect_leaks=0");
  }

  SyscallTracer tracer(const std::vector<std::string>& args) {
    std::vector<std::string> argv{PTY_BINARY};
    argv.insert(argv.end(), args.begin(), args.end());
    return {argv, environment(), work(), work() + "/traced"};
  }
  /// What the traced command wrote to its standard error.
  [[nodiscard]] std::string said() const { return read_work("traced.err"); }
};

}  // namespace pty::faults
