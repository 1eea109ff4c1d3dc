#include "pty/cli/invocation.hpp"

#include "pty/cli/help_text.hpp"
#include "pty/os/environment.hpp"
#include "pty/registry/reference.hpp"
#include "pty/registry/session_paths.hpp"
#include "pty/text/untrusted.hpp"

namespace pty::cli {

std::optional<std::string_view> Invocation::word(std::size_t index) const {
  if (index < arguments.words.size()) return arguments.words[index];
  index -= arguments.words.size();
  if (index < arguments.rest.size()) return arguments.rest[index];
  return std::nullopt;
}

base::Result<registry::Session> Invocation::session() const {
  std::optional<std::string_view> reference = word(0);
  if (!reference) return base::fail(usage_error(verb));
  return registry::resolve_reference(root, *reference);
}

std::optional<std::string> outer_session() {
  std::optional<std::string> id = os::environment_value("PTY_SESSION");
  return id && !id->empty() ? id : std::nullopt;
}

client::Endpoint endpoint_of(const registry::Root& root, std::string_view id) {
  return {std::string(id), registry::session_paths(root, id).socket};
}

std::string about_session(std::string_view id, std::string_view rest) {
  return std::string("Session \"").append(text::escape_controls(id)).append("\" ").append(rest);
}

base::Error usage_error(const VerbSpec& verb) {
  return {base::Errc::invalid, 0, usage_line(verb)};
}

}  // namespace pty::cli
