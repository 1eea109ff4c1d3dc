#pragma once
// The help pages, made from the verb table.

#include <string>

#include "pty/cli/verb_table.hpp"

namespace pty::cli {

/// The page of `pty <verb> --help`: usage, summary, every option with its default, notes, examples.
std::string focused_help(const VerbSpec& verb);
/// The page of `pty help`.
std::string full_usage();
/// "Usage: pty kill <ref>", one line without newline.
std::string usage_line(const VerbSpec& verb);
/// "pty events: not available in this version", without newline.
std::string not_available(const VerbSpec& verb);

}  // namespace pty::cli
