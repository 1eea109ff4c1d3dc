// `pty help [<command>]`

#include "pty/cli/help_text.hpp"
#include "pty/cli/invocation.hpp"
#include "pty/cli/verbs.hpp"

namespace pty::cli {

base::Result<int> help_verb(Invocation& call) {
  std::optional<std::string_view> word = call.word(0);
  if (!word) {
    call.out.print(full_usage());
    return 0;
  }
  const VerbSpec* verb = find_verb(*word);
  if (verb == nullptr) return base::fail(base::Errc::not_found, "Unknown command: " + std::string(*word));
  call.out.print(focused_help(*verb));
  return 0;
}

}  // namespace pty::cli
