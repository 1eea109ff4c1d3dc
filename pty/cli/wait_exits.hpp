#pragma once
// The exit codes of every wait (`pty peek --wait, --regex, --gone, --idle, --exit`), said once: the help
// prints these lines, and the README's table is checked against them. The codes are those of all commands;
// why a wait ended without a match is the first line on stderr.

#include <array>
#include <string_view>

namespace pty::cli {

struct WaitExit {
  std::string_view line;     ///< as the help prints it
  std::string_view code;     ///< empty: a heading
  std::string_view meaning;  ///< for the README
};

inline constexpr std::array<WaitExit, 4> kWaitExits{{
    {"Exit status of a wait:", "", ""},
    {"  0  something waited for came; its screen is on stdout, with -v which one on stderr", "0",
     "something waited for came; its screen is on stdout, with -v which one on stderr"},
    {"  1  nothing came: timed out, the session ended or is gone, or a bad argument; stderr says which", "1",
     "nothing came: timed out, the session ended or is gone, or a bad argument; stderr says which"},
    {"  130, 143  interrupted, terminated", "130, 143", "interrupted, terminated"},
}};

}  // namespace pty::cli
