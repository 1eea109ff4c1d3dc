#pragma once
// Internal to this room: the fields a listing needs, taken from a record without building it. The saved last
// lines, nearly all of a dead record's bytes, are not even decoded when the record has the usual layout.

#include <string>
#include <string_view>

#include "pty/registry/listing.hpp"

namespace pty::registry {

/// Fills the record part of `session`. False when the text is not a JSON object: `session` is then garbage.
bool skim_record(std::string_view text, Session& session);

/// The text with the items of a two-space indented top-level "lastLines" cut out; unchanged when there is no
/// such part. A line break cannot stand inside a JSON string, so its layout marks are unambiguous.
std::string_view without_last_lines(std::string_view text, std::string& storage);

}  // namespace pty::registry
