#include "pty/cli/detach_key_option.hpp"

#include <string>

#include "pty/os/environment.hpp"

namespace pty::cli {

using base::fail;
using base::Result;

Result<attach::DetachKey> chosen_detach_key(const Invocation& call, WillAttach will) {
  if (const std::optional<std::string_view> given = call.arguments.value(Opt::detach_key)) {
    Result<attach::DetachKey> key = attach::parse_detach_key(*given);
    if (!key)
      return fail(std::move(key).error().with("pty " + std::string(call.verb.name) + ": --detach-key"));
    return key;
  }
  const std::string usual = os::environment_value("PTY_DETACH_KEY").value_or("");
  if (will == WillAttach::no || usual.empty()) return attach::DetachKey{};
  Result<attach::DetachKey> key = attach::parse_detach_key(usual);
  if (!key) return fail(std::move(key).error().with("PTY_DETACH_KEY"));
  return key;
}

}  // namespace pty::cli
