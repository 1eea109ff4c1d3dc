#include "pty/attach/outage_text.hpp"

#include <fmt/format.h>

namespace pty::attach {

std::string reconnecting_text(const DetachKey& key) {
  const std::string name = key.name('-');
  return fmt::format("[reconnecting… — {}Ctrl-C to stop]", name.empty() ? "" : name + " or ");
}

std::string given_up_text(std::string_view name) {
  return fmt::format("[{}: connection lost — re-run `pty attach --remote` to reconnect]\n", name);
}

std::string session_ended_text(std::string_view name) {
  return fmt::format("[{} session ended]", name);
}

}  // namespace pty::attach
