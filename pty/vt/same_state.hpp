#pragma once
// Are two terminals in the same state, in everything that a restore must bring back? Both screens' cells with
// looks, links, wrap flags and prompt marks, history at the current width, cursor with pending wrap, saved
// cursors, pen, character sets, margins, tab stops, modes and those saved by XTSAVE, keyboard levels, titles
// and their stack, other strings, palette, notifications that are not complete.
//
// Not compared, since no restore brings it back: generations and counts of lines; replies and events, which
// their owner takes; unfinished input, which clients get from the relay once it is complete; ?2026 (its end
// comes with the output), ?2048 (between application and terminal) and ?3 (a size is not changed by it, and
// setting it would resize windows).

#include <cstdint>
#include <optional>
#include <string>

#include "pty/vt/terminal.hpp"

namespace pty::vt {

struct SameStateOptions {
  enum class Compare : std::uint8_t {
    everything,
    /// While the alternate screen is active, the primary one (with its history and keyboard levels) is not
    /// compared: a restore brings back the alternate only.
    visible_screen,
    /// As visible_screen, and history is not compared: what primary_repaint() owes.
    without_history,
  };
  Compare compare = Compare::visible_screen;
};

/// The first difference found, in words; nothing when the states are the same.
std::optional<std::string> same_state(const Terminal& expected, const Terminal& actual,
                                      const SameStateOptions& options = {});

}  // namespace pty::vt
