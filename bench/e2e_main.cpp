// End-to-end comparison with tmux, dtach and screen in one run, printed as a Markdown table with ratios.
//
//   pty_bench_e2e [--pty PATH] [--sessions N] [--rounds N] [--quick] [--only NAME]

#include <fmt/format.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <functional>
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

constexpr double kSmallest = 0.05;  ///< what prints as zero has no ratio

void print_row(const std::string& what, const Figures& figures, int decimals) {
  std::string line = fmt::format("| {} |", what);
  for (const char* name : {"raw", "pty", "tmux", "dtach", "screen"}) {
    const auto at = figures.find(name);
    line += at == figures.end() || at->second == 0 ? " – |" : fmt::format(" {:.{}f} |", at->second, decimals);
  }
  for (const char* peer : {"raw", "tmux", "dtach", "screen"}) {
    const auto ours = figures.find("pty");
    const auto theirs = figures.find(peer);
    const bool known = ours != figures.end() && theirs != figures.end() && theirs->second >= kSmallest;
    line += known ? fmt::format(" {:.2f} |", ours->second / theirs->second) : " – |";
  }
  std::puts(line.c_str());
  std::fflush(stdout);
}

/// One program run of the table; prints one or more rows.
struct Measure {
  const char* name;
  std::function<void(const std::vector<Tool>&, const Plan&)> run;
};

void print_echo(const std::vector<Tool>& tools, const Plan& plan) {
  const auto latency = echo(tools, plan);
  print_row("echo through a client, p50 µs", latency.p50_us, 0);
  print_row("echo through a client, p99 µs", latency.p99_us, 0);
}

void print_many(const std::vector<Tool>& tools, const Plan& plan) {
  const auto many = many_sessions(tools, plan);
  print_row(fmt::format("idle session at {}: PSS, KiB", plan.sessions), many.pss_kib, 0);
  print_row(fmt::format("idle session at {}: private dirty, KiB", plan.sessions), many.private_dirty_kib, 0);
  print_row(fmt::format("list, {} sessions, ms", plan.sessions), many.list_ms, 2);
}

void print_history(const std::vector<Tool>& tools, const Plan& plan) {
  const auto history = with_history(tools, plan);
  print_row("attach: screen there, 12 000 lines behind, ms", history.attach_ms, 2);
  print_row("peek, ms", history.peek_ms, 2);
  print_row("peek --full, 10 000 lines, ms", history.peek_full_ms, 2);
  print_row("10 000 lines of history: PSS, KiB", history.pss_kib, 0);
}

void print_stopped(const std::vector<Tool>& tools, const Plan& plan) {
  const auto stopped = stopped_client(tools, plan);
  print_row("a stopped client: the program's output, MB/s", stopped.rate, 1);
  print_row("a stopped client: growth of the keeper, MB", stopped.growth_mb, 1);
}

std::vector<Measure> all_measures() {
  std::vector<Measure> measures{
      {"version", [](auto& tools, auto& plan) { print_row("version, ms", version_ms(tools, plan), 2); }},
      {"start",
       [](auto& tools, auto& plan) { print_row("run -d until ready, ms", start_ms(tools, plan), 2); }},
      {"first",
       [](auto& tools, auto& plan) {
         print_row("start until first output seen by peek, ms", first_output_ms(tools, plan), 2);
       }},
      {"kill",
       [](auto& tools, auto& plan) { print_row("kill of a plain program, ms", kill_ms(tools, plan), 2); }},
      {"echo", print_echo},
      {"many", print_many},
      {"history", print_history}};
  for (const char* kind : {"plain", "coloured", "utf8"}) {
    measures.push_back({kind, [kind](auto& tools, auto& plan) {
                          print_row(fmt::format("{} output, nobody attached, MB/s", kind),
                                    throughput(tools, plan, kind, Watcher::nobody), 1);
                          print_row(fmt::format("{} output, one client, MB/s", kind),
                                    throughput(tools, plan, kind, Watcher::reading), 1);
                        }});
  }
  measures.push_back({"stopped", print_stopped});
  return measures;
}

/// Prints the rows of the measures whose name starts with `only`. False if there are none.
bool run_measures(const std::vector<Tool>& tools, const Plan& plan, const std::string& only) {
  std::puts("| what | raw | pty | tmux | dtach | screen | pty/raw | pty/tmux | pty/dtach | pty/screen |");
  std::puts("|---|---|---|---|---|---|---|---|---|---|");
  bool any = false;
  for (const auto& measure : all_measures()) {
    if (!std::string_view(measure.name).starts_with(only)) continue;
    any = true;
    measure.run(tools, plan);
  }
  return any;
}

int usage() {
  std::fputs("usage: pty_bench_e2e [--pty PATH] [--sessions N] [--rounds N] [--quick] [--only NAME]\nnames:",
             stderr);
  for (const auto& measure : all_measures()) std::fprintf(stderr, " %s", measure.name);
  std::fputs("\n", stderr);
  return 1;
}

int run(int argc, char** argv) {
  const std::vector<std::string> args(argv + 1, argv + argc);
  if (!args.empty() && args[0] == "--echo-child") return play_echo_child();
  if (args.size() == 4 && args[0] == "--flood-child")
    return play_flood_child(args[1], std::atoi(args[2].c_str()), args[3]);
  if (args.size() == 2 && args[0] == "--history-child") return play_history_child(std::atoi(args[1].c_str()));

  Plan plan;
  std::string only;
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
    else if (args[i] == "--only" && more)
      only = args[++i];
    else
      return usage();
  }
  if (access(pty.c_str(), X_OK) != 0) {
    std::fprintf(stderr, "pty_bench_e2e: no pty at %s; give --pty PATH\n", pty.c_str());
    return 1;
  }
  std::string dir = "/tmp/ptybench.XXXXXX";
  if (mkdtemp(dir.data()) == nullptr) return 1;
  mkdir((dir + "/s").c_str(), 0700);
  const auto tools = make_tools(pty, dir);
  const bool any = run_measures(tools, plan, only);
  for (const auto& tool : tools) tool.stop_all();
  if (std::system(("rm -rf " + dir).c_str()) != 0) return 1;
  return any ? 0 : usage();
}

}  // namespace
}  // namespace pty::bench

int main(int argc, char** argv) {
  return pty::bench::run(argc, argv);
}
