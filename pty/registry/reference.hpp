#pragma once
// From what a person typed to exactly one session: an exact id wins, else a display name that only one
// session has. Resolve once per command and keep the result: it carries the generation.

#include <string_view>

#include "pty/base/error.hpp"
#include "pty/registry/listing.hpp"

namespace pty::registry {

/// Fails: not_found (`Session "<ref>" not found.`), ambiguous (the candidates' ids sorted, one per line,
/// indented, after the first line), system.
base::Result<Session> resolve_reference(const Root& root, std::string_view reference);

}  // namespace pty::registry
