#pragma once
// What the session could not write under its root: of each kind the first failure only, however often it is
// tried again. The file worker notes, the event loop reads it out in STATUS. A note stays when writing works
// again, since what is missing stays missing.

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "pty/base/error.hpp"

namespace pty::daemon {

class Unrecorded {
 public:
  enum class What : std::uint8_t { events, attach, exit, policy };

  void note(What what, const base::Error& cause);
  /// One sentence each; empty when everything was written.
  [[nodiscard]] std::vector<std::string> warnings() const;

 private:
  mutable std::mutex mutex_;
  std::array<std::optional<std::string>, 4> first_causes_;
};

}  // namespace pty::daemon
