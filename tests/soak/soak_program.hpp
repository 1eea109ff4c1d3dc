#pragma once
// The program that runs in every session of the soak. On a raw terminal, so that no input is ever lost, it
// obeys lines: "flood N" prints N coloured lines, "pour N" N plain ones of 100 bytes, "swap" changes between
// the two screens, "final" clears the screen and writes final_screen(), anything else is repeated.

#include <string>

#include "pty/base/size.hpp"

namespace pty::soak {

/// Plays it. Returns the exit status.
int play_program(const std::string& name);

/// What every client and every peek must show after "final", as plain text.
std::string final_screen(const std::string& name, base::Size size);

}  // namespace pty::soak
