#pragma once
// The tools under comparison, each as a row: how it is asked for its version, how it starts a session in the
// background, attaches to it, lists, and is cleaned up. Every tool works in a private directory.

#include <functional>
#include <string>
#include <vector>

#include "e2e_process.hpp"

namespace pty::bench {

/// How a screen is looked at: a command that prints it, or one that has it written to a file.
struct Look {
  Argv command;
  std::string file;  ///< empty: printed
};
/// What was seen; empty if nothing. `took` is the time until it was there.
std::string look_at(const Look& look, Seconds& took);

struct Tool {
  std::string name;
  Argv version;
  std::function<Argv(const std::string& session, const Argv& program)> start;
  std::function<Argv(const std::string& session)> attach;
  Argv list;                                                  ///< empty: the tool has no list
  std::function<Look(const std::string& session)> peek;       ///< null: it cannot
  std::function<Look(const std::string& session)> peek_full;  ///< with the history; null: it cannot
  std::function<Argv(const std::string& session)> kill;       ///< null: it cannot
  std::function<std::vector<pid_t>()> keepers;                ///< the processes that keep the sessions
  std::function<void()> stop_all;
};

/// pty from `pty_path`, and those of tmux, dtach and screen that are installed. `dir` is private.
std::vector<Tool> make_tools(const std::string& pty_path, const std::string& dir);

}  // namespace pty::bench
