#include "e2e_measures.hpp"

#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>

namespace pty::bench {
namespace {

using namespace std::chrono_literals;

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

double quantile(std::vector<double> values, double q) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  const auto last = static_cast<double>(values.size() - 1);
  return values[static_cast<std::size_t>(q * last + 0.5)];
}

Figures medians(const Samples& samples) {
  Figures out;
  for (const auto& [name, values] : samples) out[name] = quantile(values, 0.5);
  return out;
}

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
    const Memory memory = memory_of(tool.keepers());
    out.pss_kib[tool.name] = memory.pss_kib / plan.sessions;
    out.private_dirty_kib[tool.name] = memory.private_dirty_kib / plan.sessions;
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

}  // namespace pty::bench
