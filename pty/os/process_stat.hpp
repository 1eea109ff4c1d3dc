#pragma once
// One look at /proc/<pid>/stat, Linux's record of a process; not for other rooms.

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pty::os {

class ProcessStat {
 public:
  /// The field that says when it started, in clock ticks since boot; see field().
  static constexpr int kStartTicks = 22;

  /// Nothing if the process does not exist or is hidden. `proc` is "/proc" but in tests.
  static std::optional<ProcessStat> read(pid_t pid, std::string_view proc = "/proc");

  /// The name as it is: spaces, parentheses, control characters and all.
  [[nodiscard]] std::string_view name() const;
  /// Whether it has ended and only waits to be reaped. A process whose first thread has ended alone still
  /// runs.
  [[nodiscard]] bool has_ended() const;
  [[nodiscard]] std::string start_token() const;
  [[nodiscard]] pid_t parent() const { return static_cast<pid_t>(count(4)); }
  [[nodiscard]] pid_t group() const { return static_cast<pid_t>(count(5)); }
  [[nodiscard]] pid_t session() const { return static_cast<pid_t>(count(6)); }
  /// The controlling terminal's device; 0 without one.
  [[nodiscard]] std::int64_t terminal() const { return count(7); }

  /// A field behind the name, numbered as in proc(5): `number` >= 3.
  [[nodiscard]] std::string_view field(int number) const;
  [[nodiscard]] std::int64_t count(int number) const;

 private:
  std::array<char, 1024> text_{};
  std::size_t name_begin_ = 0;
  std::size_t name_end_ = 0;
  std::size_t end_ = 0;
};

}  // namespace pty::os
