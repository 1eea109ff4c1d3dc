#pragma once
// The one way to change a metadata record: read, check the fence, apply, re-read, publish, append the event.
//
// An edit that leaves the record equal writes nothing and emits nothing. A crash between the two writes may
// lose the event, never the metadata.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "pty/base/error.hpp"
#include "pty/registry/event_record.hpp"
#include "pty/registry/metadata.hpp"
#include "pty/registry/registry_lock.hpp"

namespace pty::registry {

enum class MutationOutcome {
  changed,
  unchanged,  ///< the edit made no difference: no write, no event
  missing,    ///< no record: it is never recreated
  replaced,   ///< the record carries another generation
  stale,      ///< the record changed under us, or differs from the observed content
};

struct Mutation {
  MutationOutcome outcome = MutationOutcome::unchanged;
  Metadata metadata;  ///< as it is now; meaningful for changed and unchanged
};

/// Changes the record in place and names the event that tells it (none: only the record is written).
using MetadataEdit = std::function<std::optional<EventRecord>(Metadata&)>;

/// Takes both locks, waiting at most `wait`. Without `expected` the current incarnation is edited.
/// Fails: busy (a lock stayed held; the text says which), unsupported (the record carries a recovery
/// capability), corrupt, system.
base::Result<Mutation> mutate_metadata(const SessionPaths& paths, const std::optional<Observation>& expected,
                                       const MetadataEdit& edit, base::Milliseconds wait = kCommandLockWait);

/// The same under a metadata lock already held, for edits that tell no event (the daemon's attach stamp and
/// exit record).
base::Result<Mutation> mutate_metadata_locked(const SessionPaths& paths, const MetadataLock& lock,
                                              const std::optional<Observation>& expected,
                                              const std::function<void(Metadata&)>& edit);

/// The user's text for an outcome that is neither changed nor unchanged; Errc not_found or
/// already_exists.
base::Error mutation_error(MutationOutcome outcome, std::string_view id);

}  // namespace pty::registry
