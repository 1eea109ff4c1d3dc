#pragma once
// The JSON that `list --json` and `stats --json` print about sessions as the registry sees them.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pty/base/clock.hpp"
#include "pty/registry/listing.hpp"
#include "pty/registry/status_document.hpp"

namespace pty::registry {

/// The array of `list --json`, one line without newline; "[]" when empty.
std::string encode_session_list(const std::vector<Session>& sessions);

/// {"total","byStatus","oldest","newest"} of `list --json --summary`.
std::string encode_session_summary(const std::vector<Session>& sessions, base::WallTime now);

/// {name,status,exitCode,exitedAt,tags?}: what `stats --json` says of a gone session.
std::string encode_gone_session(const Session& session);

/// {name,error}: a running session that did not answer.
std::string encode_status_failure(std::string_view name, std::string_view error);

/// "[a,b]" of documents already encoded.
std::string join_json_array(const std::vector<std::string>& documents);

/// The age anchor: exitedAt, else createdAt; nullopt when neither parses.
std::optional<base::WallTime> age_anchor(const Session& session);

}  // namespace pty::registry
