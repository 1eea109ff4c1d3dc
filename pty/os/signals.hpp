#pragma once
// Process-wide signal settings. Only programs call these (cli, daemon), never a library room on its own
// account.

#include <string_view>
#include <vector>

namespace pty::os {

void ignore_signal(int signal);
void default_signal(int signal);

/// Signals from outside that would end the process now, real-time ones included: those that end a process by
/// default, and that nobody ignores or handles. Not among them: what only a fault raises, and SIGKILL.
std::vector<int> fatal_signals();

/// "SIGHUP"; "SIG<number>" is left to the caller: empty if unknown.
std::string_view signal_name(int signal);

/// Resets the disposition to default, unblocks and raises: ends the process the way the signal would have.
/// For signals whose default is to stop (SIGTSTP) it returns after continuation, with disposition and mask as
/// before.
void raise_with_default(int signal);

}  // namespace pty::os
