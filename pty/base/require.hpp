#pragma once
// Programming mistakes end the process with one line on stderr. Input from peers, files, users and child
// programs must never reach this: it is answered with an Error.

#include <source_location>
#include <string_view>

namespace pty::base {

[[noreturn]] void broken_promise(std::string_view message, std::source_location where);

inline void require(bool condition, std::string_view message,
                    std::source_location where = std::source_location::current()) {
  if (!condition) [[unlikely]]
    broken_promise(message, where);
}

}  // namespace pty::base
