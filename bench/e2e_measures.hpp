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

/// Plain output of a program nobody is attached to, MB/s of wall time.
Figures throughput(const std::vector<Tool>& tools, const Plan& plan);

/// The children this program plays: raw echo, and a flood that reports its own wall time to a file.
int play_echo_child();
int play_flood_child(const std::string& report, int megabytes);

}  // namespace pty::bench
