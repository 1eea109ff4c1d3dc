#include "pty/base/require.hpp"

#include <cstdio>
#include <cstdlib>

namespace pty::base {

void broken_promise(std::string_view message, std::source_location where) {
  std::fprintf(stderr, "pty: internal error: %.*s (%s:%u)\n", static_cast<int>(message.size()),
               message.data(), where.file_name(), where.line());
  std::abort();
}

}  // namespace pty::base
