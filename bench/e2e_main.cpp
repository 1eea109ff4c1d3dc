// End-to-end comparison with tmux, dtach and screen in one run, printed as a Markdown table with ratios.
//
//   pty_bench_e2e [--pty PATH] [--sessions N] [--rounds N] [--quick]

#include <fmt/format.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "e2e_measures.hpp"

namespace pty::bench {
namespace {

std::string self_path() {
  std::string path(PATH_MAX, '\0');
  const ssize_t n = readlink("/proc/self/exe", path.data(), path.size());
  path.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
  return path;
}

void print_row(const std::string& what, const Figures& figures, int decimals) {
  std::string line = fmt::format("| {} |", what);
  for (const char* name : {"raw", "pty", "tmux", "dtach", "screen"}) {
    const auto at = figures.find(name);
    line += at == figures.end() || at->second == 0 ? " – |" : fmt::format(" {:.{}f} |", at->second, decimals);
  }
  for (const char* peer : {"raw", "tmux", "dtach"}) {
    const auto ours = figures.find("pty");
    const auto theirs = figures.find(peer);
    const bool known = ours != figures.end() && theirs != figures.end() && theirs->second > 0;
    line += known ? fmt::format(" {:.2f} |", ours->second / theirs->second) : " – |";
  }
  std::puts(line.c_str());
  std::fflush(stdout);
}

void run_all(const std::vector<Tool>& tools, const Plan& plan) {
  std::puts("| what | raw | pty | tmux | dtach | screen | pty/raw | pty/tmux | pty/dtach |");
  std::puts("|---|---|---|---|---|---|---|---|---|");
  print_row("version, ms", version_ms(tools, plan), 2);
  print_row("run -d until ready, ms", start_ms(tools, plan), 2);
  const auto latency = echo(tools, plan);
  print_row("echo through a client, p50 µs", latency.p50_us, 0);
  print_row("echo through a client, p99 µs", latency.p99_us, 0);
  const auto many = many_sessions(tools, plan);
  print_row(fmt::format("idle session at {}: PSS, KiB", plan.sessions), many.pss_kib, 0);
  print_row(fmt::format("idle session at {}: private dirty, KiB", plan.sessions), many.private_dirty_kib, 0);
  print_row(fmt::format("list, {} sessions, ms", plan.sessions), many.list_ms, 2);
  print_row("plain output, nobody attached, MB/s", throughput(tools, plan), 1);
}

int run(int argc, char** argv) {
  const std::vector<std::string> args(argv + 1, argv + argc);
  if (!args.empty() && args[0] == "--echo-child") return play_echo_child();
  if (args.size() == 3 && args[0] == "--flood-child")
    return play_flood_child(args[1], std::atoi(args[2].c_str()));

  Plan plan;
  plan.self = self_path();
  std::string pty = plan.self.substr(0, plan.self.rfind("/bench/")) + "/pty";
  for (std::size_t i = 0; i < args.size(); ++i) {
    const bool more = i + 1 < args.size();
    if (args[i] == "--pty" && more)
      pty = args[++i];
    else if (args[i] == "--sessions" && more)
      plan.sessions = std::atoi(args[++i].c_str());
    else if (args[i] == "--rounds" && more)
      plan.rounds = std::atoi(args[++i].c_str());
    else if (args[i] == "--quick")
      plan = {plan.self, 5, 300, 10, 8};
    else {
      std::fputs("usage: pty_bench_e2e [--pty PATH] [--sessions N] [--rounds N] [--quick]\n", stderr);
      return 1;
    }
  }
  if (access(pty.c_str(), X_OK) != 0) {
    std::fprintf(stderr, "pty_bench_e2e: no pty at %s; give --pty PATH\n", pty.c_str());
    return 1;
  }
  std::string dir = "/tmp/ptybench.XXXXXX";
  if (mkdtemp(dir.data()) == nullptr) return 1;
  mkdir((dir + "/s").c_str(), 0700);
  const auto tools = make_tools(pty, dir);
  run_all(tools, plan);
  for (const auto& tool : tools) tool.stop_all();
  return std::system(("rm -rf " + dir).c_str()) == 0 ? 0 : 1;
}

}  // namespace
}  // namespace pty::bench

int main(int argc, char** argv) {
  return pty::bench::run(argc, argv);
}
