#include "e2e_tools.hpp"

#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

namespace pty::bench {
namespace {

Argv operator+(Argv words, const Argv& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

bool installed(const std::string& name) {
  std::istringstream dirs(std::getenv("PATH") != nullptr ? std::getenv("PATH") : "");
  for (std::string dir; std::getline(dirs, dir, ':');) {
    if (access((dir + "/" + name).c_str(), X_OK) == 0) return true;
  }
  return false;
}

void kill_all(const std::vector<pid_t>& pids) {
  for (pid_t pid : pids) kill(pid, SIGKILL);
}

Tool pty_tool(const std::string& path, const std::string& dir) {
  const std::string root = dir + "/p";
  setenv("PTY_ROOT", root.c_str(), 1);
  auto keepers = [root] { return find_processes("pty-daemon", "PTY_ROOT=" + root); };
  return {.name = "pty",
          .version = {path, "--version"},
          .start = [path](const std::string& s,
                          const Argv& p) { return Argv{path, "run", "-d", "--id", s, "--"} + p; },
          .attach = [path](const std::string& s) { return Argv{path, "attach", s}; },
          .list = {path, "list"},
          .peek = [path](const std::string& s) { return Look{{path, "peek", s}, {}}; },
          .peek_full = [path](const std::string& s) { return Look{{path, "peek", "--full", s}, {}}; },
          .kill = [path](const std::string& s) { return Argv{path, "kill", s}; },
          .keepers = keepers,
          .stop_all = [keepers] { kill_all(keepers()); }};
}

Tool tmux_tool(const std::string& dir) {
  const std::string socket = dir + "/t";
  const std::string settings = dir + "/tmux.conf";
  std::ofstream(settings) << "set -g history-limit 10000\nset -g status off\n";
  const Argv base{"tmux", "-S", socket, "-f", settings};
  auto keepers = [socket] { return find_processes("tmux: server", socket); };
  return {
      .name = "tmux",
      .version = {"tmux", "-V"},
      .start =
          [base](const std::string& s, const Argv& p) {
            return base + Argv{"new-session", "-d", "-x", "80", "-y", "24", "-s", s} + p;
          },
      .attach = [base](const std::string& s) { return base + Argv{"attach", "-t", s}; },
      .list = base + Argv{"list-sessions"},
      .peek =
          [base](const std::string& s) { return Look{base + Argv{"capture-pane", "-p", "-e", "-t", s}, {}}; },
      .peek_full =
          [base](const std::string& s) {
            return Look{base + Argv{"capture-pane", "-p", "-e", "-S", "-", "-t", s}, {}};
          },
      .kill = [base](const std::string& s) { return base + Argv{"kill-session", "-t", s}; },
      .keepers = keepers,
      .stop_all = [base] { time_command(base + Argv{"kill-server"}); }};
}

Tool dtach_tool(const std::string& dir) {
  const std::string prefix = dir + "/d-";
  auto keepers = [prefix] { return find_processes("dtach", prefix); };
  return {
      .name = "dtach",
      .version = {"dtach", "--version"},
      .start = [prefix](const std::string& s, const Argv& p) { return Argv{"dtach", "-n", prefix + s} + p; },
      .attach = [prefix](const std::string& s) { return Argv{"dtach", "-a", prefix + s, "-r", "none"}; },
      .list = {},
      .peek = nullptr,
      .peek_full = nullptr,
      .kill = nullptr,
      .keepers = keepers,
      .stop_all = [keepers] { kill_all(keepers()); }};
}

Tool screen_tool(const std::string& dir) {
  setenv("SCREENDIR", (dir + "/s").c_str(), 1);
  auto keepers = [dir] { return find_processes("screen", "SCREENDIR=" + dir + "/s"); };
  const auto hardcopy = [dir](const std::string& s, const Argv& options) {
    const std::string file = dir + "/hardcopy";
    return Look{Argv{"screen", "-S", s, "-X", "hardcopy"} + options + Argv{file}, file};
  };
  return {.name = "screen",
          .version = {"screen", "--help"},
          .start =
              [](const std::string& s, const Argv& p) {
                return Argv{"screen", "-c", "/dev/null", "-h", "10000", "-d", "-m", "-S", s} + p;
              },
          .attach = [](const std::string& s) { return Argv{"screen", "-c", "/dev/null", "-x", s}; },
          .list = {"screen", "-ls"},
          .peek = [hardcopy](const std::string& s) { return hardcopy(s, {}); },
          .peek_full = [hardcopy](const std::string& s) { return hardcopy(s, {"-h"}); },
          .kill = [](const std::string& s) { return Argv{"screen", "-S", s, "-X", "quit"}; },
          .keepers = keepers,
          .stop_all = [keepers] { kill_all(keepers()); }};
}

}  // namespace

std::string look_at(const Look& look, Seconds& took) {
  const auto start = std::chrono::steady_clock::now();
  std::string seen = output_of(look.command);
  const auto in_time = [start] { return std::chrono::steady_clock::now() - start < std::chrono::seconds(5); };
  while (!look.file.empty() && in_time()) {
    std::ifstream file(look.file);
    seen.assign(std::istreambuf_iterator<char>(file), {});
    if (!seen.empty()) break;
    usleep(100);
  }
  took = std::chrono::steady_clock::now() - start;
  if (!look.file.empty()) unlink(look.file.c_str());
  return seen;
}

std::vector<Tool> make_tools(const std::string& pty_path, const std::string& dir) {
  unsetenv("TMUX");
  unsetenv("STY");
  unsetenv("PTY_SESSION");
  setenv("TERM", "xterm-256color", 1);
  std::vector<Tool> tools{pty_tool(pty_path, dir)};
  if (installed("tmux")) tools.push_back(tmux_tool(dir));
  if (installed("dtach")) tools.push_back(dtach_tool(dir));
  if (installed("screen")) tools.push_back(screen_tool(dir));
  return tools;
}

}  // namespace pty::bench
