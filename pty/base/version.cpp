#include "pty/base/version.hpp"

// PTY_VERSION and PTY_COMMIT ("+1a2b3c4" or "") come from CMake, for this file alone.

namespace pty::base {

std::string_view version() {
  return PTY_VERSION;
}

std::string_view version_with_commit() {
  return PTY_VERSION PTY_COMMIT;
}

}  // namespace pty::base
