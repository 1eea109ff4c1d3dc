#include "pty/registry/reference.hpp"

#include <fmt/format.h>

namespace pty::registry {
namespace {

base::Error not_found(std::string_view reference) {
  return {base::Errc::not_found, 0, fmt::format("Session \"{}\" not found.", reference)};
}

base::Error ambiguous(std::string_view reference, const std::vector<Session>& candidates) {
  base::Error error{base::Errc::ambiguous, 0,
                    fmt::format("Session reference \"{}\" is ambiguous. Use one of these ids:", reference)};
  for (const Session& candidate : candidates) error.more_lines.push_back("  " + candidate.id);
  return error;
}

}  // namespace

base::Result<Session> resolve_reference(const Root& root, std::string_view reference) {
  base::Result<std::optional<Session>> exact = find_session(root, reference);
  if (!exact) return base::fail(std::move(exact.error()));
  if (*exact) return std::move(**exact);
  base::Result<std::vector<Session>> sessions = list_sessions(root);
  if (!sessions) return base::fail(std::move(sessions.error()));
  std::erase_if(*sessions, [reference](const Session& session) { return session.display_name != reference; });
  if (sessions->empty()) return base::fail(not_found(reference));
  if (sessions->size() > 1) return base::fail(ambiguous(reference, *sessions));
  return std::move(sessions->front());
}

}  // namespace pty::registry
