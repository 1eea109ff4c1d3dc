#include "e2e_measures.hpp"

#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <fstream>

namespace pty::bench {
namespace {

using namespace std::chrono_literals;

double quantile(std::vector<double> values, double q) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  const auto last = static_cast<double>(values.size() - 1);
  return values[static_cast<std::size_t>(q * last + 0.5)];
}

using Samples = std::map<std::string, std::vector<double>>;

Figures medians(const Samples& samples) {
  Figures out;
  for (const auto& [name, values] : samples) out[name] = quantile(values, 0.5);
  return out;
}

/// Waits for a file another process creates; a benchmark may poll.
bool wait_for_file(const std::string& path) {
  for (int i = 0; i < 6000; ++i) {
    struct stat info{};
    if (stat(path.c_str(), &info) == 0 && info.st_size > 0) return true;
    usleep(10'000);
  }
  return false;
}

void echo_round(OnPty& terminal, int keystrokes, std::vector<double>& micros) {
  terminal.drain(300ms);
  for (int i = 0; i < keystrokes; ++i) {
    const std::string key(1, static_cast<char>('a' + i % 26));
    const auto start = std::chrono::steady_clock::now();
    terminal.type(key);
    if (!terminal.read_until(key, 2000ms)) return;
    micros.push_back(
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
    if (i % 60 == 59) {  // keep to one screen line
      terminal.type("\r");
      terminal.drain(1ms);
    }
  }
}

}  // namespace

Figures version_ms(const std::vector<Tool>& tools, const Plan& plan) {
  Samples samples;
  for (int i = 0; i < plan.rounds * 5; ++i) {
    for (const auto& tool : tools) {
      if (auto t = time_command(tool.version)) samples[tool.name].push_back(t->count() * 1e3);
    }
  }
  return medians(samples);
}

Figures start_ms(const std::vector<Tool>& tools, const Plan& plan) {
  Samples samples;
  for (int i = 0; i < plan.rounds; ++i) {
    for (const auto& tool : tools) {
      if (auto t = time_command(tool.start("start" + std::to_string(i), {"sleep", "1000"})))
        samples[tool.name].push_back(t->count() * 1e3);
      tool.stop_all();
    }
  }
  return medians(samples);
}

EchoFigures echo(const std::vector<Tool>& tools, const Plan& plan) {
  Samples samples;
  const Argv child{plan.self, "--echo-child"};
  for (const auto& tool : tools) time_command(tool.start("echo", child));
  constexpr int kTurns = 5;
  for (int turn = 0; turn < kTurns; ++turn) {
    {
      OnPty raw(child);
      echo_round(raw, plan.keystrokes / kTurns, samples["raw"]);
    }
    for (const auto& tool : tools) {
      OnPty client(tool.attach("echo"));
      echo_round(client, plan.keystrokes / kTurns, samples[tool.name]);
    }
  }
  for (const auto& tool : tools) tool.stop_all();
  EchoFigures out;
  for (const auto& [name, values] : samples) {
    out.p50_us[name] = quantile(values, 0.5);
    out.p99_us[name] = quantile(values, 0.99);
  }
  return out;
}

ManyFigures many_sessions(const std::vector<Tool>& tools, const Plan& plan) {
  ManyFigures out;
  for (const auto& tool : tools) {
    for (int i = 0; i < plan.sessions; ++i)
      time_command(tool.start("many" + std::to_string(i), {"sleep", "1000"}));
    usleep(500'000);
    double pss = 0;
    double dirty = 0;
    for (pid_t pid : tool.keepers()) {
      if (auto memory = memory_of(pid)) {
        pss += memory->pss_kib;
        dirty += memory->private_dirty_kib;
      }
    }
    out.pss_kib[tool.name] = pss / plan.sessions;
    out.private_dirty_kib[tool.name] = dirty / plan.sessions;
    if (!tool.list.empty()) {
      std::vector<double> times;
      for (int i = 0; i < plan.rounds; ++i) {
        if (auto t = time_command(tool.list)) times.push_back(t->count() * 1e3);
      }
      out.list_ms[tool.name] = quantile(times, 0.5);
    }
    tool.stop_all();
  }
  return out;
}

Figures throughput(const std::vector<Tool>& tools, const Plan& plan) {
  Samples samples;
  const std::string report = "/tmp/pty-bench-flood." + std::to_string(getpid());
  const Argv child{plan.self, "--flood-child", report, std::to_string(plan.megabytes)};
  const auto take = [&](const std::string& name) {
    if (!wait_for_file(report)) return;
    double seconds = 0;
    std::ifstream(report) >> seconds;
    if (seconds > 0) samples[name].push_back(plan.megabytes / seconds);
    unlink(report.c_str());
  };
  for (int round = 0; round < 3; ++round) {
    {
      OnPty raw(child);
      while (access(report.c_str(), F_OK) != 0) raw.drain(20ms);
      take("raw");
    }
    for (const auto& tool : tools) {
      time_command(tool.start("flood" + std::to_string(round), child));
      take(tool.name);
      tool.stop_all();
    }
  }
  return medians(samples);
}

int play_echo_child() {
  termios mode{};
  tcgetattr(0, &mode);
  cfmakeraw(&mode);
  tcsetattr(0, TCSANOW, &mode);
  std::array<char, 256> buffer{};
  for (ssize_t n = 0; (n = read(0, buffer.data(), buffer.size())) > 0;) {
    if (write(1, buffer.data(), static_cast<std::size_t>(n)) < 0) return 1;
  }
  return 0;
}

int play_flood_child(const std::string& report, int megabytes) {
  std::string block;
  for (int i = 0; block.size() < 1'000'000; ++i)
    block += "line " + std::to_string(i) + " of plain output such as a build would print, word after word\n";
  block.resize(1'000'000);
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < megabytes; ++i) {
    for (std::size_t at = 0; at < block.size();) {
      const ssize_t n = write(1, block.data() + at, block.size() - at);
      if (n <= 0) return 1;
      at += static_cast<std::size_t>(n);
    }
  }
  tcdrain(1);
  const Seconds took = std::chrono::steady_clock::now() - start;
  const std::string partial = report + ".part";
  std::ofstream(partial) << took.count() << '\n';
  return std::rename(partial.c_str(), report.c_str());
}

}  // namespace pty::bench
