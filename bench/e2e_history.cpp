// Sessions with something behind them: attaching to them, looking at them, what they weigh. And the two ends
// of a session: until its first output is seen, and until it is gone.

#include <unistd.h>

#include <chrono>
#include <cstdio>

#include "e2e_measures.hpp"

namespace pty::bench {
namespace {

using namespace std::chrono_literals;

constexpr int kHistoryLines = 12'000;
constexpr auto kPackingTime = 3s;  ///< pty packs an idle session's history after a moment

bool shows(const Tool& tool, const std::string& session, const std::string& wanted) {
  Seconds took{};
  return look_at(tool.peek(session), took).find(wanted) != std::string::npos;
}

bool wait_until_shown(const Tool& tool, const std::string& session, const std::string& wanted) {
  const auto end = std::chrono::steady_clock::now() + 20s;
  while (!shows(tool, session, wanted)) {
    if (std::chrono::steady_clock::now() > end) return false;
  }
  return true;
}

void look_round(const Tool& tool, Samples& peek, Samples& full, Samples& attach) {
  const auto start = std::chrono::steady_clock::now();
  OnPty client(tool.attach("history"));
  if (client.read_until(kHistoryEnd, 10'000ms)) {
    const Seconds took = std::chrono::steady_clock::now() - start;
    attach[tool.name].push_back(took.count() * 1e3);
    client.drain(50ms);  // a history that follows the screen must not run beside the looks
  }
  Seconds took{};
  if (!look_at(tool.peek("history"), took).empty()) peek[tool.name].push_back(took.count() * 1e3);
  if (!look_at(tool.peek_full("history"), took).empty()) full[tool.name].push_back(took.count() * 1e3);
}

}  // namespace

HistoryFigures with_history(const std::vector<Tool>& tools, const Plan& plan) {
  HistoryFigures out;
  Samples peek;
  Samples full;
  Samples attach;
  const Argv child{plan.self, "--history-child", std::to_string(kHistoryLines)};
  for (const auto& tool : tools) {
    if (!tool.peek) continue;
    time_command(tool.start("history", child));
    if (!wait_until_shown(tool, "history", kHistoryEnd)) continue;
  }
  usleep(static_cast<useconds_t>(std::chrono::microseconds(kPackingTime).count()));
  for (const auto& tool : tools) {
    if (tool.peek) out.pss_kib[tool.name] = memory_of(tool.keepers()).pss_kib;
  }
  for (int round = 0; round < plan.rounds; ++round) {
    for (const auto& tool : tools) {
      if (tool.peek) look_round(tool, peek, full, attach);
    }
  }
  for (const auto& tool : tools) tool.stop_all();
  out.attach_ms = medians(attach);
  out.peek_ms = medians(peek);
  out.peek_full_ms = medians(full);
  return out;
}

Figures first_output_ms(const std::vector<Tool>& tools, const Plan& plan) {
  Samples samples;
  const Argv child{plan.self, "--history-child", "1"};
  for (int round = 0; round < plan.rounds; ++round) {
    for (const auto& tool : tools) {
      if (!tool.peek) continue;
      const std::string session = "first" + std::to_string(round);
      const auto start = std::chrono::steady_clock::now();
      time_command(tool.start(session, child));
      const bool shown = wait_until_shown(tool, session, kHistoryEnd);
      const Seconds took = std::chrono::steady_clock::now() - start;
      if (shown) samples[tool.name].push_back(took.count() * 1e3);
      tool.stop_all();
    }
  }
  return medians(samples);
}

Figures kill_ms(const std::vector<Tool>& tools, const Plan& plan) {
  Samples samples;
  for (int round = 0; round < plan.rounds; ++round) {
    for (const auto& tool : tools) {
      if (!tool.kill) continue;
      const std::string session = "kill" + std::to_string(round);
      time_command(tool.start(session, {"sleep", "1000"}));
      if (const auto took = time_command(tool.kill(session)))
        samples[tool.name].push_back(took->count() * 1e3);
      tool.stop_all();
    }
  }
  return medians(samples);
}

int play_history_child(int lines) {
  for (int i = 1; i < lines; ++i)
    std::printf("\x1b[3%dmline %d\x1b[0m of a history that somebody scrolls through now and then\n",
                1 + i % 7, i);
  std::printf("%s\n", kHistoryEnd);
  std::fflush(stdout);
  while (true) pause();
}

}  // namespace pty::bench
