#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cmath>
#include <ctime>
#include <string_view>

#include "pty/os/executable.hpp"
#include "pty/os/fd.hpp"
#include "pty/os/fd_io.hpp"
#include "pty/os/process_table.hpp"

namespace pty::os {
namespace {

std::string process_file(pid_t pid, const char* name) {
  return "/proc/" + std::to_string(pid) + "/" + name;
}

/// The fields of /proc/<pid>/stat behind the name, which may itself contain spaces and parentheses.
class StatRecord {
 public:
  static std::optional<StatRecord> read(pid_t pid) {
    if (pid <= 0) return std::nullopt;
    const Fd file(::open(process_file(pid, "stat").c_str(), O_RDONLY | O_CLOEXEC));
    if (!file) return std::nullopt;
    StatRecord record;
    const auto got = read_some(file.get(), record.text_);
    if (!got || got->bytes == 0) return std::nullopt;
    const std::string_view all(record.text_.data(), got->bytes);
    const std::size_t name_end = all.rfind(')');
    if (name_end == std::string_view::npos || name_end + 2 >= all.size()) return std::nullopt;
    record.begin_ = name_end + 2;
    record.end_ = all.size();
    return record;
  }

  /// Numbered as in proc(5); `number` >= 3.
  [[nodiscard]] std::string_view field(int number) const {
    std::string_view rest(text_.data() + begin_, end_ - begin_);
    for (int i = 3; i < number; ++i) {
      const std::size_t space = rest.find(' ');
      if (space == std::string_view::npos) return {};
      rest.remove_prefix(space + 1);
    }
    return rest.substr(0, rest.find_first_of(" \n"));
  }

  [[nodiscard]] std::int64_t count(int number) const {
    const std::string_view text = field(number);
    std::int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
  }

 private:
  std::array<char, 1024> text_{};
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

constexpr int kState = 3;
constexpr int kUserTicks = 14;
constexpr int kSystemTicks = 15;
constexpr int kStartTicks = 22;
constexpr int kResidentPages = 24;

bool is_dead_state(std::string_view state) {
  return state == "Z" || state == "X" || state == "x";
}

double seconds_since_boot() {
  timespec time{};
  ::clock_gettime(CLOCK_BOOTTIME, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

}  // namespace

std::optional<std::string> start_token(pid_t pid) {
  const auto record = StatRecord::read(pid);
  if (!record) return std::nullopt;
  return std::string("linux:").append(record->field(kStartTicks));
}

bool is_alive(pid_t pid) {
  if (pid <= 0) return false;
  if (::kill(pid, 0) != 0 && errno != EPERM) return false;
  const auto record = StatRecord::read(pid);
  // A /proc that hides other users' processes leaves the signal's word.
  return !record || !is_dead_state(record->field(kState));
}

std::optional<std::string> try_live_token(pid_t pid) {
  if (pid <= 0) return std::nullopt;
  if (const auto record = StatRecord::read(pid)) {
    if (is_dead_state(record->field(kState))) return std::nullopt;
    return std::string("linux:").append(record->field(kStartTicks));
  }
  if (::kill(pid, 0) != 0 && errno != EPERM) return std::nullopt;
  return std::string();
}

std::optional<ProcessResources> process_resources(pid_t pid) {
  const auto record = StatRecord::read(pid);
  if (!record || is_dead_state(record->field(kState))) return std::nullopt;
  const auto ticks_per_second = static_cast<double>(::sysconf(_SC_CLK_TCK));
  const double used =
      static_cast<double>(record->count(kUserTicks) + record->count(kSystemTicks)) / ticks_per_second;
  const double lifetime =
      seconds_since_boot() - static_cast<double>(record->count(kStartTicks)) / ticks_per_second;
  ProcessResources resources;
  resources.resident_kib = record->count(kResidentPages) * ::sysconf(_SC_PAGESIZE) / 1024;
  if (lifetime > 0) resources.cpu_percent = std::floor(used / lifetime * 1000.0) / 10.0;
  return resources;
}

std::optional<std::string> process_name(pid_t pid) {
  const Fd file(::open(process_file(pid, "comm").c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return std::nullopt;
  std::array<char, 64> text;
  const auto got = read_some(file.get(), text);
  if (!got || got->bytes == 0) return std::nullopt;
  std::string name(text.data(), got->bytes);
  if (name.ends_with('\n')) name.pop_back();
  return name;
}

std::optional<std::string> process_executable(pid_t pid) {
  std::array<char, PATH_MAX> target;
  const ssize_t length = ::readlink(process_file(pid, "exe").c_str(), target.data(), target.size());
  if (length <= 0) return std::nullopt;
  return std::string(target.data(), static_cast<std::size_t>(length));
}

std::optional<uid_t> process_owner(pid_t pid) {
  struct stat facts{};
  if (pid <= 0 || ::stat(process_file(pid, "").c_str(), &facts) != 0) return std::nullopt;
  return facts.st_uid;
}

void set_process_name(const char* name) {
  ::prctl(PR_SET_NAME, name);
}

base::Result<std::string> own_executable() {
  auto path = process_executable(::getpid());
  if (!path) return base::fail_errno("find own executable", errno);
  return std::move(*path);
}

}  // namespace pty::os
