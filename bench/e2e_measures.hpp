#pragma once
// The measurements. Rounds of the tools are interleaved, so that a busy moment of the machine hits all alike;
// each figure is the median over rounds, and what counts is its ratio to a peer's in the same run.

#include <map>
#include <string>
#include <vector>

#include "e2e_tools.hpp"

namespace pty::bench {

/// Name of the tool ("raw" for the bare program) to its figure.
using Figures = std::map<std::string, double>;

struct Plan {
  std::string self;       ///< path of this program, which also plays the children
  int rounds = 20;        ///< for commands
  int keystrokes = 2000;  ///< for echo
  int sessions = 100;     ///< for memory and list
  int megabytes = 64;     ///< for throughput
};

Figures version_ms(const std::vector<Tool>& tools, const Plan& plan);
Figures start_ms(const std::vector<Tool>& tools, const Plan& plan);

struct EchoFigures {
  Figures p50_us;
  Figures p99_us;
};
EchoFigures echo(const std::vector<Tool>& tools, const Plan& plan);

struct ManyFigures {
  Figures pss_kib;
  Figures private_dirty_kib;
  Figures list_ms;
};
/// With plan.sessions sessions alive; memory is per session.
ManyFigures many_sessions(const std::vector<Tool>& tools, const Plan& plan);

// e2e_flood.cpp: a program that prints as fast as it can.

enum class Watcher : unsigned char { nobody, reading };
/// MB/s of the program's wall time. `kind` is "plain", "coloured" or "utf8".
Figures throughput(const std::vector<Tool>& tools, const Plan& plan, const std::string& kind,
                   Watcher watcher);
/// How much the keepers grow while a client does not read; MB. And the rate meanwhile (0: it stalls).
struct StoppedFigures {
  Figures rate;
  Figures growth_mb;
};
StoppedFigures stopped_client(const std::vector<Tool>& tools, const Plan& plan);

// e2e_history.cpp: sessions with something behind them.

struct HistoryFigures {
  Figures attach_ms;     ///< from the command to the screen being there
  Figures peek_ms;       ///< one look at the screen
  Figures peek_full_ms;  ///< and at everything behind it
  Figures pss_kib;       ///< of all keepers
};
/// 12 000 lines printed, 10 000 kept.
HistoryFigures with_history(const std::vector<Tool>& tools, const Plan& plan);
/// From the start of a program to a look that shows its first output.
Figures first_output_ms(const std::vector<Tool>& tools, const Plan& plan);
/// Ending a program that does not resist.
Figures kill_ms(const std::vector<Tool>& tools, const Plan& plan);

/// The median, or another quantile. 0 of nothing.
double quantile(std::vector<double> values, double q);
using Samples = std::map<std::string, std::vector<double>>;
Figures medians(const Samples& samples);

/// The children this program plays: raw echo; a flood that waits for `<report>.go` and reports its own wall
/// time to a file; and a history of lines that ends in kHistoryEnd.
inline constexpr const char* kHistoryEnd = "HISTORY-END";
int play_echo_child();
int play_flood_child(const std::string& report, int megabytes, const std::string& kind);
int play_history_child(int lines);

}  // namespace pty::bench
