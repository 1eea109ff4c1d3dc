#include "soak_daemons.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "program_words.hpp"

namespace pty::soak {
namespace {

using scenario::slurp;

constexpr auto kStopLimit = std::chrono::seconds(60);

std::string proc(pid_t pid, const char* what) {
  return "/proc/" + std::to_string(pid) + "/" + what;
}

bool runs(pid_t pid) {
  const std::string stat = slurp(proc(pid, "stat"));
  const auto end = stat.rfind(')');
  return end != std::string::npos && end + 2 < stat.size() && stat[end + 2] != 'Z' && stat[end + 2] != 'X';
}

/// Runs to the end without its output; the exit status, -1 if it could not run.
int run_quietly(const std::vector<std::string>& argv) {
  auto words = scenario::pointers(argv);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  pid_t pid = -1;
  int status = 0;
  const int failed = posix_spawn(&pid, words[0], &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return -1;
  if (waitpid(pid, &status, 0) != pid) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// Reports go to files, where those of daemons are not lost.
void send_reports_to(const std::string& path) {
  for (const char* name : {"ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS"}) {
    const char* given = std::getenv(name);
    setenv(name, (std::string(given != nullptr ? given : "") + ":log_path=" + path).c_str(), 1);
  }
}

}  // namespace

SoakDaemons::SoakDaemons() : base_("/tmp/ptysoak.XXXXXX") {
  if (mkdtemp(base_.data()) == nullptr) std::perror("soak: mkdtemp");
  root_ = base_ + "/r";
  for (const char* name : {"PTY_SESSION", "PTY_SESSION_DIR", "PTY_SPAWNER_PID", "PTY_REAP_ON_EXIT"})
    unsetenv(name);
  setenv("PTY_ROOT", root_.c_str(), 1);
  send_reports_to(base_ + "/report");
}

SoakDaemons::~SoakDaemons() {
  (void)stop();
  std::error_code ignored;
  std::filesystem::remove_all(base_, ignored);
}

bool SoakDaemons::start(int count) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  for (int i = 0; i < count; ++i) {
    const std::string id = "s" + std::to_string(i);
    if (run_quietly({PTY_BINARY, "run", "-d", "--id", id, "--", self, "--program", id}) != 0) {
      std::fprintf(stderr, "soak: session %s does not start\n", id.c_str());
      return false;
    }
    endpoints_.push_back({id, root_ + "/" + id + ".sock"});
    daemons_.push_back(std::atoi(slurp(root_ + "/" + id + ".pid").c_str()));
  }
  return true;
}

int SoakDaemons::stop() {
  for (const pid_t daemon : daemons_)
    if (runs(daemon)) kill(daemon, SIGTERM);
  const auto limit = std::chrono::steady_clock::now() + kStopLimit;
  int stayed = 0;
  for (const pid_t daemon : daemons_) {
    while (runs(daemon) && std::chrono::steady_clock::now() < limit) poll(nullptr, 0, 10);
    if (!runs(daemon)) continue;
    ++stayed;
    kill(daemon, SIGKILL);
  }
  daemons_.clear();
  return stayed;
}

DaemonFacts SoakDaemons::facts(std::size_t session) const {
  const pid_t daemon = daemons_.at(session);
  DaemonFacts facts;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(proc(daemon, "fd"), ignored))
    facts.descriptors += entry.path().empty() ? 0 : 1;
  for (const auto& task : std::filesystem::directory_iterator(proc(daemon, "task"), ignored)) {
    std::istringstream children(slurp(task.path() / "children"));
    for (pid_t child = 0; children >> child;) ++(runs(child) ? facts.children : facts.zombies);
  }
  std::istringstream statm(slurp(proc(daemon, "statm")));
  long total = 0;
  long resident = 0;
  statm >> total >> resident;
  facts.resident_kib = resident * (sysconf(_SC_PAGESIZE) / 1024);
  return facts;
}

int SoakDaemons::sanitizer_reports() const {
  int reports = 0;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(base_, ignored)) {
    if (!entry.path().filename().string().starts_with("report")) continue;
    if (reports++ == 0) std::fputs(slurp(entry.path()).c_str(), stderr);
  }
  return reports;
}

}  // namespace pty::soak
