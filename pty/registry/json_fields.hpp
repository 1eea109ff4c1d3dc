#pragma once
// Internal to this room: nlohmann-json without exceptions and without trusting what was read. Other rooms
// see plain structs and strings, and never pay for the header.

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pty/registry/tags.hpp"

namespace pty::registry {

using Json = nlohmann::ordered_json;

/// Deeper documents are refused: printing one again recurses.
inline constexpr int kMaxJsonDepth = 100;

/// nullopt when `text` is not one JSON value of acceptable depth.
std::optional<Json> try_parse_json(std::string_view text);
/// The same from CBOR, whose strings may hold any bytes.
std::optional<Json> try_parse_cbor(std::string_view bytes);

/// One line; bytes that are not UTF-8 become U+FFFD.
std::string compact(const Json& value);

// Typed views of one member; nullopt when absent or of another type.
std::optional<std::string> try_string(const Json& object, const char* key);
std::optional<bool> try_bool(const Json& object, const char* key);
std::optional<std::int64_t> try_integer(const Json& object, const char* key);
std::optional<double> try_number(const Json& object, const char* key);
/// The member if it is an object, else nullptr. Lifetime: of `object`.
const Json* try_object(const Json& object, const char* key);

// Conversions of one value; nullopt when any part has another type.
std::optional<StringMap> as_string_map(const Json& value);
std::optional<std::vector<std::string>> as_strings(const Json& value);
/// An integer in [low, high].
std::optional<std::int64_t> as_integer(const Json& value, std::int64_t low, std::int64_t high);

Json to_json(const StringMap& map);

/// null when absent.
template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

}  // namespace pty::registry
