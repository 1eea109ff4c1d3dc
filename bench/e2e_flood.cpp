// Floods: how fast a program may print into a session, whoever watches.

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>

#include "e2e_measures.hpp"

namespace pty::bench {
namespace {

using namespace std::chrono_literals;

constexpr auto kStalled = 10s;  ///< a flood that takes this long without a client reading has stalled
constexpr auto kPatience = 120s;

std::string flood_line(const std::string& kind, int i) {
  const std::string number = std::to_string(i);
  if (kind == "coloured")
    return "\x1b[32mline\x1b[0m \x1b[1;33m" + number + "\x1b[0m of \x1b[38;5;" + std::to_string(i % 256) +
           "mcoloured\x1b[0m output, \x1b[4mword\x1b[24m after \x1b[38;2;10;200;90mword\x1b[39m\n";
  if (kind == "utf8")
    return "línea " + number + " – Ausgabe größer als 漢字かな交じり文 und ещё слова, слово за словом ✓\n";
  return "line " + number + " of plain output such as a build would print, word after word\n";
}

std::string flood_block(const std::string& kind) {
  std::string block;
  for (int i = 0; block.size() < 1'000'000; ++i) block += flood_line(kind, i);
  return block;
}

/// One flood, from its go to its report.
class Flood {
 public:
  Flood(const Plan& plan, const std::string& kind)
      : megabytes_(plan.megabytes),
        report_("/tmp/pty-bench-flood." + std::to_string(getpid())),
        child_{plan.self, "--flood-child", report_, std::to_string(plan.megabytes), kind} {
    clear();
  }
  ~Flood() { clear(); }
  Flood(const Flood&) = delete;
  Flood& operator=(const Flood&) = delete;

  [[nodiscard]] const Argv& child() const { return child_; }

  /// MB/s; 0 if it was not over within `limit`. `meanwhile` is called over and over.
  double run(std::chrono::seconds limit, const std::function<void()>& meanwhile) const {
    std::ofstream(report_ + ".go") << "go\n";
    const auto end = std::chrono::steady_clock::now() + limit;
    while (access(report_.c_str(), F_OK) != 0) {
      if (std::chrono::steady_clock::now() > end) return 0;
      meanwhile();
    }
    double seconds = 0;
    std::ifstream(report_) >> seconds;
    return seconds > 0 ? megabytes_ / seconds : 0;
  }

 private:
  void clear() const {
    unlink(report_.c_str());
    unlink((report_ + ".go").c_str());
  }

  int megabytes_;
  std::string report_;
  Argv child_;
};

/// A name of its own for each session: what was killed is still on record.
std::string next_session() {
  static int count = 0;
  return "flood" + std::to_string(++count);
}

const std::function<void()> kSleep = [] { usleep(2'000); };

double keepers_mb(const Tool& tool) {
  return memory_of(tool.keepers()).pss_kib / 1024;
}

double flood_raw(const Plan& plan, const std::string& kind) {
  const Flood flood(plan, kind);
  const OnPty terminal(flood.child());
  return flood.run(kPatience, [&] { terminal.drain(5ms); });
}

double flood_session(const Tool& tool, const Plan& plan, const std::string& kind, Watcher watcher) {
  const Flood flood(plan, kind);
  const std::string session = next_session();
  if (!time_command(tool.start(session, flood.child()))) return 0;
  double rate = 0;
  if (watcher == Watcher::nobody) {
    rate = flood.run(kPatience, kSleep);
  } else {
    const OnPty client(tool.attach(session));
    client.drain(300ms);
    rate = flood.run(kPatience, [&] { client.drain(5ms); });
  }
  tool.stop_all();
  return rate;
}

}  // namespace

Figures throughput(const std::vector<Tool>& tools, const Plan& plan, const std::string& kind,
                   Watcher watcher) {
  Samples samples;
  for (int round = 0; round < 3; ++round) {
    samples["raw"].push_back(flood_raw(plan, kind));
    for (const auto& tool : tools) samples[tool.name].push_back(flood_session(tool, plan, kind, watcher));
  }
  return medians(samples);
}

StoppedFigures stopped_client(const std::vector<Tool>& tools, const Plan& plan) {
  StoppedFigures out;
  out.rate["raw"] = flood_raw(plan, "plain");
  for (const auto& tool : tools) {
    const Flood flood(plan, "plain");
    const std::string session = next_session();
    if (!time_command(tool.start(session, flood.child()))) continue;
    const OnPty client(tool.attach(session));
    client.drain(300ms);
    kill(client.pid(), SIGSTOP);
    const double before = keepers_mb(tool);
    double most = before;
    out.rate[tool.name] = flood.run(kStalled, [&] {
      usleep(50'000);
      most = std::max(most, keepers_mb(tool));
    });
    most = std::max(most, keepers_mb(tool));
    out.growth_mb[tool.name] = most - before;
    kill(client.pid(), SIGCONT);
    tool.stop_all();
  }
  return out;
}

int play_flood_child(const std::string& report, int megabytes, const std::string& kind) {
  const std::string block = flood_block(kind);
  while (access((report + ".go").c_str(), F_OK) != 0) usleep(1'000);
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < megabytes; ++i) {
    for (std::size_t at = 0; at < block.size();) {
      const ssize_t n = write(1, block.data() + at, block.size() - at);
      if (n <= 0) return 1;
      at += static_cast<std::size_t>(n);
    }
  }
  const Seconds took = std::chrono::steady_clock::now() - start;
  const std::string partial = report + ".part";
  std::ofstream(partial) << took.count() << '\n';
  return std::rename(partial.c_str(), report.c_str());
}

}  // namespace pty::bench
