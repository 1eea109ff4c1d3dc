#include "e2e_process.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

extern char** environ;

namespace pty::bench {
namespace {

std::vector<char*> pointers(const Argv& argv) {
  std::vector<char*> out;
  for (const auto& word : argv) out.push_back(const_cast<char*>(word.c_str()));
  out.push_back(nullptr);
  return out;
}

std::string slurp(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

std::optional<Seconds> time_command(const Argv& argv) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  auto words = pointers(argv);
  const auto start = std::chrono::steady_clock::now();
  pid_t pid = -1;
  const int failed = posix_spawnp(&pid, words[0], &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return std::nullopt;
  int status = 0;
  waitpid(pid, &status, 0);
  const auto end = std::chrono::steady_clock::now();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return std::nullopt;
  return Seconds(end - start);
}

std::string output_of(const Argv& argv) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  auto words = pointers(argv);
  pid_t pid = -1;
  const int failed = posix_spawnp(&pid, words[0], &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string out;
  std::array<char, 65536> buffer{};
  for (ssize_t n = 0; failed == 0 && (n = read(ends[0], buffer.data(), buffer.size())) > 0;)
    out.append(buffer.data(), static_cast<std::size_t>(n));
  close(ends[0]);
  if (failed == 0) waitpid(pid, nullptr, 0);
  return out;
}

OnPty::OnPty(const Argv& argv, unsigned short rows, unsigned short cols) {
  winsize size{rows, cols, 0, 0};
  auto words = pointers(argv);
  pid_ = forkpty(&master_, nullptr, nullptr, &size);
  if (pid_ == 0) {
    execvp(words[0], words.data());
    _exit(127);
  }
  fcntl(master_, F_SETFD, FD_CLOEXEC);
}

OnPty::~OnPty() {
  if (master_ >= 0) close(master_);
  if (pid_ > 0) {
    kill(pid_, SIGHUP);
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
}

void OnPty::type(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t n = write(master_, bytes.data(), bytes.size());
    if (n <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

bool OnPty::read_until(std::string_view wanted, std::chrono::milliseconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  std::string seen;
  std::array<char, 65536> buffer{};
  while (seen.find(wanted) == std::string::npos) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    pollfd fd{master_, POLLIN, 0};
    if (left.count() <= 0 || poll(&fd, 1, static_cast<int>(left.count())) <= 0) return false;
    const ssize_t n = read(master_, buffer.data(), buffer.size());
    if (n <= 0) return false;
    seen.append(buffer.data(), static_cast<std::size_t>(n));
  }
  return true;
}

void OnPty::drain(std::chrono::milliseconds quiet) const {
  std::array<char, 65536> buffer{};
  pollfd fd{master_, POLLIN, 0};
  while (poll(&fd, 1, static_cast<int>(quiet.count())) > 0 &&
         read(master_, buffer.data(), buffer.size()) > 0) {
  }
}

std::optional<Memory> memory_of(pid_t pid) {
  std::istringstream lines(slurp("/proc/" + std::to_string(pid) + "/smaps_rollup"));
  Memory memory;
  bool found = false;
  for (std::string line; std::getline(lines, line);) {
    const auto value = [&](std::string_view key) { return std::strtod(line.c_str() + key.size(), nullptr); };
    if (line.starts_with("Pss:")) {
      memory.pss_kib = value("Pss:");
      found = true;
    }
    if (line.starts_with("Private_Dirty:")) memory.private_dirty_kib = value("Private_Dirty:");
  }
  return found ? std::optional(memory) : std::nullopt;
}

Memory memory_of(const std::vector<pid_t>& pids) {
  Memory sum;
  for (const pid_t pid : pids) {
    const auto memory = memory_of(pid);
    if (!memory) continue;
    sum.pss_kib += memory->pss_kib;
    sum.private_dirty_kib += memory->private_dirty_kib;
  }
  return sum;
}

std::vector<pid_t> find_processes(const std::string& comm, const std::string& needle) {
  std::vector<pid_t> found;
  DIR* proc = opendir("/proc");
  while (const dirent* entry = proc != nullptr ? readdir(proc) : nullptr) {
    const std::string dir = std::string("/proc/") + entry->d_name;
    const pid_t pid = std::atoi(entry->d_name);
    if (pid <= 0 || slurp(dir + "/comm") != comm + "\n") continue;
    if (slurp(dir + "/cmdline").find(needle) != std::string::npos ||
        slurp(dir + "/environ").find(needle) != std::string::npos)
      found.push_back(pid);
  }
  if (proc != nullptr) closedir(proc);
  return found;
}

}  // namespace pty::bench
