#pragma once
// The command line, from argv to exit status.

namespace pty::cli {

/// Blocks: as long as the command does. Returns the exit status; some commands become another program.
int run_cli(int argc, char** argv);

}  // namespace pty::cli
