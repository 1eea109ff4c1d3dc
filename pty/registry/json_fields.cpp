#include "pty/registry/json_fields.hpp"

#include <algorithm>

namespace pty::registry {
namespace {

const Json* try_member(const Json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

/// Bracket nesting outside strings; the text need not be valid.
int nesting_depth(std::string_view text) {
  int depth = 0;
  int deepest = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      deepest = std::max(deepest, ++depth);
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return deepest;
}

int value_depth(const Json& value, int limit) {
  if (!value.is_structured() || limit == 0) return 0;
  int deepest = 0;
  for (const Json& item : value) deepest = std::max(deepest, value_depth(item, limit - 1));
  return deepest + 1;
}

}  // namespace

std::optional<Json> try_parse_json(std::string_view text) {
  if (nesting_depth(text) > kMaxJsonDepth) return std::nullopt;
  Json value = Json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
  if (value.is_discarded()) return std::nullopt;
  return value;
}

std::optional<Json> try_parse_cbor(std::string_view bytes) {
  Json value = Json::from_cbor(bytes.begin(), bytes.end(), /*strict=*/true, /*allow_exceptions=*/false);
  if (value.is_discarded() || value_depth(value, kMaxJsonDepth) >= kMaxJsonDepth) return std::nullopt;
  return value;
}

std::string compact(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<std::string> try_string(const Json& object, const char* key) {
  const Json* member = try_member(object, key);
  if (member == nullptr || !member->is_string()) return std::nullopt;
  return member->get<std::string>();
}

std::optional<bool> try_bool(const Json& object, const char* key) {
  const Json* member = try_member(object, key);
  if (member == nullptr || !member->is_boolean()) return std::nullopt;
  return member->get<bool>();
}

std::optional<std::int64_t> try_integer(const Json& object, const char* key) {
  const Json* member = try_member(object, key);
  if (member == nullptr) return std::nullopt;
  return as_integer(*member, std::numeric_limits<std::int64_t>::min(),
                    std::numeric_limits<std::int64_t>::max());
}

std::optional<double> try_number(const Json& object, const char* key) {
  const Json* member = try_member(object, key);
  if (member == nullptr || !member->is_number()) return std::nullopt;
  return member->get<double>();
}

const Json* try_object(const Json& object, const char* key) {
  const Json* member = try_member(object, key);
  return member != nullptr && member->is_object() ? member : nullptr;
}

std::optional<StringMap> as_string_map(const Json& value) {
  if (!value.is_object()) return std::nullopt;
  StringMap map;
  for (const auto& [key, item] : value.items()) {
    if (!item.is_string()) return std::nullopt;
    map.insert_or_assign(key, item.get<std::string>());
  }
  return map;
}

std::optional<std::vector<std::string>> as_strings(const Json& value) {
  if (!value.is_array()) return std::nullopt;
  std::vector<std::string> strings;
  strings.reserve(value.size());
  for (const Json& item : value) {
    if (!item.is_string()) return std::nullopt;
    strings.push_back(item.get<std::string>());
  }
  return strings;
}

std::optional<std::int64_t> as_integer(const Json& value, std::int64_t low, std::int64_t high) {
  if (!value.is_number_integer()) return std::nullopt;
  if (value.is_number_unsigned() &&
      value.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    return std::nullopt;
  }
  auto number = value.get<std::int64_t>();
  if (number < low || number > high) return std::nullopt;
  return number;
}

Json to_json(const StringMap& map) {
  Json object = Json::object();
  for (const auto& [key, value] : map) object.push_back({key, value});
  return object;
}

}  // namespace pty::registry
