#pragma once
// The command ignores SIGPIPE, so that a reader which goes away is an error value and never an abrupt end
// inside an attach. Whoever becomes another program gives it back first.

namespace pty::cli {

void ignore_broken_pipes();
void give_back_signals();

}  // namespace pty::cli
