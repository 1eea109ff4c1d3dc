#include "sandbox.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "program_words.hpp"

namespace pty::scenario {
namespace {

const std::string kPty = PTY_BINARY;

pid_t spawn(const std::vector<std::string>& argv, const std::vector<std::string>& environment,
            const std::string& dir, const std::string& out, const std::string& err) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&actions, 2, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addchdir_np(&actions, dir.c_str());
  auto words = pointers(argv);
  auto env = pointers(environment);
  pid_t pid = -1;
  if (posix_spawn(&pid, words[0], &actions, nullptr, words.data(), env.data()) != 0) pid = -1;
  posix_spawn_file_actions_destroy(&actions);
  return pid;
}

Outcome run(const std::vector<std::string>& argv, const std::vector<std::string>& environment,
            const std::string& dir, const std::string& scratch) {
  const std::string out = scratch + "/out";
  const std::string err = scratch + "/err";
  const pid_t pid = spawn(argv, environment, dir, out, err);
  int status = 0;
  if (pid < 0) return {};
  if (!eventually([&] { return waitpid(pid, &status, WNOHANG) == pid; }, argv[0] + " ends")) {
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    ADD_FAILURE() << "did not end: " << argv[0] << " " << (argv.size() > 1 ? argv[1] : "");
  }
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), slurp(out), slurp(err)};
}

}  // namespace

bool alive(pid_t pid) {
  if (pid <= 0 || kill(pid, 0) != 0) return false;
  const std::string stat = slurp("/proc/" + std::to_string(pid) + "/stat");
  const auto end = stat.rfind(')');
  return end != std::string::npos && end + 2 < stat.size() && stat[end + 2] != 'Z' && stat[end + 2] != 'X';
}

testing::AssertionResult eventually(const std::function<bool()>& condition, std::string_view what) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(40);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline)
      return testing::AssertionFailure() << "never came true: " << what;
    poll(nullptr, 0, 2);
  }
  return testing::AssertionSuccess();
}

std::optional<long> json_number(std::string_view json, std::string_view key) {
  const std::string quoted = "\"" + std::string(key) + "\"";
  auto at = json.find(quoted);
  if (at == std::string_view::npos) return std::nullopt;
  at = json.find_first_not_of(": \t\n", at + quoted.size());
  const std::string tail(json.substr(at, 24));
  char* end = nullptr;
  const long value = std::strtol(tail.c_str(), &end, 10);
  return end == tail.c_str() ? std::nullopt : std::optional(value);
}

Sandbox::Sandbox() {
  base_ = "/tmp/ptyscn.XXXXXX";
  if (mkdtemp(base_.data()) == nullptr) ADD_FAILURE() << "no private directory";
  root_ = base_ + "/r";
  work_ = base_ + "/work";
  mkdir(work_.c_str(), 0700);
  const std::string bin = base_ + "/bin";
  mkdir(bin.c_str(), 0700);
  if (symlink(kPty.c_str(), (bin + "/pty").c_str()) != 0) ADD_FAILURE() << "no link to pty";
  const char* path = std::getenv("PATH");
  env_ = {{"PTY_ROOT", root_},
          {"HOME", work_},
          {"PATH", bin + ":" + (path != nullptr ? path : "/usr/bin:/bin")},
          {"TERM", "xterm-256color"},
          {"LANG", "C.UTF-8"},
          {"USER", "tester"},
          {"SHELL", "/bin/bash"}};
  for (const char* name : {"ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS"}) {
    if (const char* value = std::getenv(name)) env_[name] = value;
  }
}

Sandbox::~Sandbox() {
  for (const pid_t pid : started_) {
    // Whoever was waited for is not our child any more, whatever has its number now.
    if (pid <= 0 || waitpid(pid, nullptr, WNOHANG) != 0) continue;
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
  }
  for (const auto& file : files()) {
    if (!file.ends_with(".pid")) continue;
    const std::string id = file.substr(0, file.size() - 4);
    const pid_t daemon = daemon_pid(id);
    if (slurp("/proc/" + std::to_string(daemon) + "/comm") == "pty-daemon\n") {
      kill(daemon, SIGTERM);
      EXPECT_TRUE(eventually([&] { return !alive(daemon); }, "daemon of " + id + " ends"));
    }
  }
  std::error_code ignored;
  std::filesystem::remove_all(base_, ignored);
}

std::vector<std::string> Sandbox::environment() const {
  std::vector<std::string> out;
  for (const auto& [name, value] : env_) out.push_back(name + "=" + value);
  return out;
}

Outcome Sandbox::pty(const std::vector<std::string>& args) {
  std::vector<std::string> argv{kPty};
  argv.insert(argv.end(), args.begin(), args.end());
  return run(argv, environment(), work_, base_);
}

Outcome Sandbox::shell(const std::string& line) {
  return run({"/bin/bash", "--norc", "-c", line}, environment(), work_, base_);
}

pid_t Sandbox::start_shell(const std::string& line) {
  started_.push_back(
      spawn({"/bin/bash", "--norc", "-c", line}, environment(), work_, "/dev/null", "/dev/null"));
  return started_.back();
}

pid_t Sandbox::start_pty(const std::vector<std::string>& args) {
  std::vector<std::string> argv{kPty};
  argv.insert(argv.end(), args.begin(), args.end());
  started_.push_back(spawn(argv, environment(), work_, "/dev/null", "/dev/null"));
  return started_.back();
}

OuterTerminal Sandbox::on_terminal(const std::vector<std::string>& args, base::Size size) const {
  std::vector<std::string> argv{kPty};
  argv.insert(argv.end(), args.begin(), args.end());
  return OuterTerminal(argv, size, environment());
}

OuterTerminal Sandbox::shell_line(const std::string& line, base::Size size) const {
  return OuterTerminal({"/bin/bash", "--norc", "-c", "cd " + work_ + " && " + line}, size, environment());
}

bool Sandbox::exists(const std::string& file) const {
  struct stat info{};
  return lstat(path(file).c_str(), &info) == 0;
}

std::string Sandbox::read(const std::string& file) const {
  return slurp(path(file));
}

std::string Sandbox::read_work(const std::string& file) const {
  return slurp(work_ + "/" + file);
}

std::vector<std::string> Sandbox::files() const {
  std::vector<std::string> out;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(root_, ignored))
    out.push_back(entry.path().filename().string());
  return out;
}

pid_t Sandbox::daemon_pid(const std::string& id) const {
  return std::atoi(read(id + ".pid").c_str());
}

std::string Sandbox::stats(const std::string& id) {
  Outcome asked;
  const auto told = [&] {
    asked = pty({"stats", "--json", id});
    return asked.err.find("Timeout") == std::string::npos;
  };
  EXPECT_TRUE(eventually(told, "the daemon of " + id + " answers"));
  EXPECT_EQ(asked.code, 0) << asked.err;
  return asked.out;
}

pid_t Sandbox::child_pid(const std::string& id) {
  const std::string json = stats(id);
  const auto process = json.find("\"process\"");
  const long pid = process == std::string::npos
                       ? 0
                       : json_number(std::string_view(json).substr(process), "pid").value_or(0);
  EXPECT_GT(pid, 0) << json;
  return static_cast<pid_t>(pid);
}

std::string Sandbox::size_of(const std::string& id) {
  const std::string json = stats(id);
  return std::to_string(json_number(json, "rows").value_or(-1)) + "x" +
         std::to_string(json_number(json, "cols").value_or(-1));
}

std::string Sandbox::peek(const std::string& id) {
  std::string out = pty({"peek", "--plain", id}).out;
  if (out.ends_with('\n')) out.pop_back();
  return out;
}

}  // namespace pty::scenario
