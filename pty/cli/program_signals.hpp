#pragma once
// The command ignores SIGPIPE and SIGXFSZ, so that a reader which goes away and a file-size limit are error
// values and never an abrupt end inside an attach or between two files. Whoever becomes another program gives
// them back first.

namespace pty::cli {

void ignore_write_signals();
void give_back_signals();

}  // namespace pty::cli
