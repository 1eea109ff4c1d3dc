#pragma once
// Everything a terminal shows and remembers as one line of JSON, for tests, tools and people. The members are
// described in docs/terminal.md ("The JSON dump"); changing one is changing an interface. Valid JSON whatever
// the application wrote: bytes that are not UTF-8 read as U+FFFD. It is for reading: restore_dump() is what
// brings a terminal back.

#include <cstddef>
#include <string>

#include "pty/vt/terminal.hpp"

namespace pty::vt {

struct JsonDumpOptions {
  std::size_t max_history_rows = 20'000;  ///< the newest ones
};

std::string json_dump(const Terminal& terminal, const JsonDumpOptions& options = {});

}  // namespace pty::vt
