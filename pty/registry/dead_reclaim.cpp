#include "pty/registry/dead_reclaim.hpp"

#include <fmt/format.h>

#include "pty/registry/session_document.hpp"
#include "pty/registry/session_removal.hpp"
#include "pty/text/duration.hpp"
#include "pty/text/untrusted.hpp"

namespace pty::registry {
namespace {

bool may_reclaim(const Session& session, base::WallTime now, base::Milliseconds ttl) {
  if (!session.gone() || session.pid || session.ambiguous || !session.has_metadata) return false;
  if (wants_keep(session.tags) || is_permanent(session.tags)) return false;
  std::optional<base::WallTime> since = age_anchor(session);
  return since && now - *since > ttl;
}

bool reclaim(const Root& root, const std::string& id, base::WallTime now, base::Milliseconds ttl) {
  SessionPaths paths = session_paths(root, id);
  base::Result<SessionLocks> locks = acquire_session_locks(paths, kNoWait);
  if (!locks) return false;
  base::Result<MetadataSnapshot> snapshot = read_metadata(paths);
  base::Result<std::optional<Session>> session = find_session(root, id);
  if (!snapshot || !session || !*session || !may_reclaim(**session, now, ttl)) return false;
  base::Result<RemovalOutcome> outcome =
      remove_session_files(paths, *locks, observe(*snapshot), std::nullopt);
  return outcome && *outcome == RemovalOutcome::removed;
}

}  // namespace

base::Result<std::optional<base::Milliseconds>> parse_dead_ttl(std::optional<std::string_view> value) {
  if (!value || value->empty()) return base::Milliseconds(kDefaultDeadTtl);
  if (text::trim(*value) == "off") return std::nullopt;
  if (std::optional<std::chrono::seconds> ttl = text::parse_duration(*value)) return base::Milliseconds(*ttl);
  return base::fail(
      base::Errc::invalid,
      fmt::format("PTY_DEAD_TTL expects a duration like 30s, 5m, 2h, 1d, or off; got \"{}\"", *value));
}

std::vector<std::string> plan_dead_reclaim(const std::vector<Session>& sessions, base::WallTime now,
                                           base::Milliseconds ttl) {
  std::vector<std::string> ids;
  for (const Session& session : sessions) {
    if (may_reclaim(session, now, ttl)) ids.push_back(session.id);
  }
  return ids;
}

std::size_t apply_dead_reclaim(const Root& root, const std::vector<std::string>& ids, base::WallTime now,
                               base::Milliseconds ttl) {
  std::size_t removed = 0;
  for (const std::string& id : ids) {
    if (reclaim(root, id, now, ttl)) ++removed;
  }
  return removed;
}

}  // namespace pty::registry
