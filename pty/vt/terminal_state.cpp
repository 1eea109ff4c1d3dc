#include "pty/vt/terminal_state.hpp"

#include "pty/vt/tab_functions.hpp"

namespace pty::vt {

TerminalState::TerminalState(base::Size grid_size, const TerminalOptions& terminal_options)
    : options(terminal_options),
      size(grid_size),
      primary(grid_size),
      screen(&primary),
      history(HistoryLimits{terminal_options.history_lines, terminal_options.history_bytes}),
      margins{0, static_cast<std::uint16_t>(grid_size.rows - 1), 0,
              static_cast<std::uint16_t>(grid_size.cols - 1)} {
  reset_tab_stops(*this);
}

}  // namespace pty::vt
