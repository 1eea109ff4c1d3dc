#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cmath>
#include <ctime>
#include <string_view>

#include "pty/os/executable.hpp"
#include "pty/os/fd.hpp"
#include "pty/os/fd_io.hpp"
#include "pty/os/process_stat.hpp"
#include "pty/os/process_table.hpp"

namespace pty::os {
namespace {

std::string process_file(pid_t pid, const char* name) {
  return "/proc/" + std::to_string(pid) + "/" + name;
}

constexpr int kUserTicks = 14;
constexpr int kSystemTicks = 15;
constexpr int kResidentPages = 24;

double seconds_since_boot() {
  timespec time{};
  ::clock_gettime(CLOCK_BOOTTIME, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

}  // namespace

std::optional<std::string> start_token(pid_t pid) {
  const auto record = ProcessStat::read(pid);
  if (!record) return std::nullopt;
  return record->start_token();
}

bool is_alive(pid_t pid) {
  if (pid <= 0) return false;
  if (::kill(pid, 0) != 0 && errno != EPERM) return false;
  const auto record = ProcessStat::read(pid);
  // A /proc that hides other users' processes leaves the signal's word.
  return !record || !record->has_ended();
}

std::optional<std::string> try_live_token(pid_t pid) {
  if (pid <= 0) return std::nullopt;
  if (const auto record = ProcessStat::read(pid)) {
    if (record->has_ended()) return std::nullopt;
    return record->start_token();
  }
  if (::kill(pid, 0) != 0 && errno != EPERM) return std::nullopt;
  return std::string();
}

std::optional<ProcessResources> process_resources(pid_t pid) {
  const auto record = ProcessStat::read(pid);
  if (!record || record->has_ended()) return std::nullopt;
  const auto ticks_per_second = static_cast<double>(::sysconf(_SC_CLK_TCK));
  const double used =
      static_cast<double>(record->count(kUserTicks) + record->count(kSystemTicks)) / ticks_per_second;
  const double lifetime =
      seconds_since_boot() - static_cast<double>(record->count(ProcessStat::kStartTicks)) / ticks_per_second;
  ProcessResources resources;
  resources.resident_kib = record->count(kResidentPages) * ::sysconf(_SC_PAGESIZE) / 1024;
  if (lifetime > 0) resources.cpu_percent = std::floor(used / lifetime * 1000.0) / 10.0;
  return resources;
}

std::optional<std::string> process_name(pid_t pid) {
  const Fd file = open_path(process_file(pid, "comm").c_str(), O_RDONLY | O_CLOEXEC);
  if (!file) return std::nullopt;
  std::array<char, 64> text;
  const auto got = read_some(file.get(), text);
  if (!got || got->bytes == 0) return std::nullopt;
  std::string name(text.data(), got->bytes);
  if (name.ends_with('\n')) name.pop_back();
  return name;
}

std::optional<std::string> process_command(pid_t pid) {
  const Fd file = open_path(process_file(pid, "cmdline").c_str(), O_RDONLY | O_CLOEXEC);
  if (!file) return std::nullopt;
  std::array<char, 4096> text;
  const auto got = read_some(file.get(), text);
  if (!got || got->bytes == 0) return std::nullopt;
  const std::string_view words(text.data(), got->bytes);
  return std::string(words.substr(0, words.find('\0')));
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
