#pragma once
// Process-wide signal settings. Only programs call these (cli, daemon), never a library room on its own
// account.

#include <string_view>

namespace pty::os {

void ignore_signal(int signal);
void default_signal(int signal);

/// "SIGHUP"; "SIG<number>" is left to the caller: empty if unknown.
std::string_view signal_name(int signal);

/// Resets the disposition to default, unblocks and raises: ends the process the way the signal would have.
/// For signals whose default is to stop (SIGTSTP) it returns after continuation, with disposition and mask as
/// before.
void raise_with_default(int signal);

}  // namespace pty::os
