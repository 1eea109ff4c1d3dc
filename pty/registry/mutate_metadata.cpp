#include "pty/registry/mutate_metadata.hpp"

#include <fmt/format.h>

#include "pty/base/require.hpp"
#include "pty/os/wall_time.hpp"
#include "pty/registry/event_log.hpp"

namespace pty::registry {
namespace {

/// What editing the record on disk came to, before any event.
struct Edited {
  Mutation mutation;
  std::optional<EventRecord> event;
};

MutationOutcome fence_outcome(const std::optional<Observation>& expected, const MetadataSnapshot& now) {
  if (!expected || still_observed(*expected, now)) return MutationOutcome::unchanged;
  return expected->generation.empty() ? MutationOutcome::stale : MutationOutcome::replaced;
}

base::Status refuse_recovery(const SessionPaths& paths) {
  return base::fail(
      base::Errc::unsupported,
      fmt::format("Session id \"{}\" metadata carries a recovery capability, whose signed revision "
                  "this version cannot advance; not changed.",
                  paths.id));
}

base::Result<Edited> edit_record(const SessionPaths& paths, const std::optional<Observation>& expected,
                                 const MetadataEdit& edit) {
  base::Result<MetadataSnapshot> before = read_metadata(paths);
  if (!before && before.error().code == base::Errc::not_found)
    return Edited{{MutationOutcome::missing, {}}, {}};
  if (!before) return base::fail(std::move(before.error()));
  MutationOutcome fence = fence_outcome(expected, *before);
  if (fence != MutationOutcome::unchanged) return Edited{{fence, {}}, {}};

  Metadata after = before->metadata;
  std::optional<EventRecord> event = edit(after);
  if (after == before->metadata) return Edited{{MutationOutcome::unchanged, std::move(after)}, {}};
  if (before->metadata.has_recovery) {
    base::Status refused = refuse_recovery(paths);
    return base::fail(std::move(refused.error()));
  }
  // Writers that ignore the lock are caught here, short of the rename itself.
  base::Result<MetadataSnapshot> again = read_metadata(paths);
  if (!again && again.error().code == base::Errc::not_found)
    return Edited{{MutationOutcome::missing, {}}, {}};
  if (!again || again->text != before->text) return Edited{{MutationOutcome::stale, {}}, {}};
  if (base::Status published = publish_metadata(paths, after); !published) {
    return base::fail(std::move(published.error()));
  }
  return Edited{{MutationOutcome::changed, std::move(after)}, std::move(event)};
}

}  // namespace

base::Result<Mutation> mutate_metadata(const SessionPaths& paths, const std::optional<Observation>& expected,
                                       const MetadataEdit& edit, base::Milliseconds wait) {
  base::Result<SessionLocks> locks = acquire_session_locks(paths, wait);
  if (!locks && locks.error().code == base::Errc::not_found) return Mutation{MutationOutcome::missing, {}};
  if (!locks) return base::fail(std::move(locks.error()));
  base::Result<Edited> edited = edit_record(paths, expected, edit);
  if (!edited) return base::fail(std::move(edited.error()));
  if (edited->event) {
    std::string line = encode_event(paths.id, os::wall_now(), *edited->event);
    if (base::Status told = EventLog(paths).append(locks->events, line); !told) {
      return base::fail(
          std::move(told.error()).with("the change was made, but its event could not be written"));
    }
  }
  return std::move(edited->mutation);
}

base::Result<Mutation> mutate_metadata_locked(const SessionPaths& paths, const MetadataLock& lock,
                                              const std::optional<Observation>& expected,
                                              const std::function<void(Metadata&)>& edit) {
  base::require(lock.held(), "metadata changes under its lock");
  base::Result<Edited> edited = edit_record(paths, expected, [&edit](Metadata& metadata) {
    edit(metadata);
    return std::optional<EventRecord>{};
  });
  if (!edited) return base::fail(std::move(edited.error()));
  return std::move(edited->mutation);
}

base::Error mutation_error(MutationOutcome outcome, std::string_view id) {
  switch (outcome) {
    case MutationOutcome::missing:
      return {base::Errc::not_found, 0, fmt::format("Session \"{}\" not found.", id)};
    case MutationOutcome::replaced:
    case MutationOutcome::stale:
      return {base::Errc::already_exists, 0,
              fmt::format("Session id \"{}\" metadata changed during the operation. Retry it.", id)};
    case MutationOutcome::changed:
    case MutationOutcome::unchanged:
      break;
  }
  return {base::Errc::internal, 0, fmt::format("Session id \"{}\" metadata change did not fail", id)};
}

}  // namespace pty::registry
