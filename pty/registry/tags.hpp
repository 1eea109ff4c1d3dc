#pragma once
// Tags: key/value pairs by which tools find their sessions, some of which the lifecycle obeys.

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pty/base/error.hpp"

namespace pty::registry {

using StringMap = std::map<std::string, std::string, std::less<>>;
using Tags = StringMap;
using Tag = std::pair<std::string, std::string>;

/// Splits at the first "=". Fails: invalid ("" key or no "="), with `what` as the whole text.
base::Result<Tag> parse_tag(std::string_view text, std::string what);

/// `Invalid tag format: "<x>". Use --tag key=value`
base::Result<Tag> parse_tag_option(std::string_view text);
/// `--filter-tag expects "key=value"...`
base::Result<Tag> parse_tag_filter(std::string_view text);

/// Owned by tools; hidden from default listings: ptyfile, ptyfile.session, ptyfile.tags, strategy, ":...".
bool is_reserved_key(std::string_view key);
/// Reserved, or one of the four strategy keys that gc keeps its books in.
bool is_hidden_key(std::string_view key);
/// The four keys a restart clears.
bool is_gc_bookkeeping_key(std::string_view key);

bool is_permanent(const Tags& tags);
bool is_flapping(const Tags& tags);
/// keep is set and not false, 0, no or off.
bool wants_keep(const Tags& tags);
/// All of `filter` present with exactly these values.
bool matches(const Tags& tags, const std::vector<Tag>& filter);

/// "false", "0", "no", "off" in any case, trimmed: how keep and PTY_REAP_ON_EXIT say no.
bool says_no(std::string_view value);

}  // namespace pty::registry
