#include "pty/registry/tags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pty/text/untrusted.hpp"

namespace pty::registry {
namespace {

constexpr std::array<std::string_view, 4> kReservedKeys{"ptyfile", "ptyfile.session", "ptyfile.tags",
                                                        "strategy"};
constexpr std::array<std::string_view, 4> kBookkeepingKeys{"strategy.command-hash",
                                                           "strategy.consecutive-fast-fails",
                                                           "strategy.last-respawn-at", "strategy.status"};

bool has_value(const Tags& tags, std::string_view key, std::string_view value) {
  auto found = tags.find(key);
  return found != tags.end() && found->second == value;
}

}  // namespace

base::Result<Tag> parse_tag(std::string_view text, std::string what) {
  std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0)
    return base::fail(base::Errc::invalid, std::move(what));
  return Tag(text.substr(0, equals), text.substr(equals + 1));
}

base::Result<Tag> parse_tag_option(std::string_view text) {
  return parse_tag(text, fmt::format("Invalid tag format: \"{}\". Use --tag key=value", text));
}

base::Result<Tag> parse_tag_filter(std::string_view text) {
  return parse_tag(text, fmt::format("--filter-tag expects \"key=value\", got \"{}\"", text));
}

bool is_reserved_key(std::string_view key) {
  return key.starts_with(':') || std::ranges::find(kReservedKeys, key) != kReservedKeys.end();
}

bool is_gc_bookkeeping_key(std::string_view key) {
  return std::ranges::find(kBookkeepingKeys, key) != kBookkeepingKeys.end();
}

bool is_hidden_key(std::string_view key) {
  return is_reserved_key(key) || is_gc_bookkeeping_key(key);
}

bool is_permanent(const Tags& tags) {
  return has_value(tags, "strategy", "permanent");
}

bool is_flapping(const Tags& tags) {
  return has_value(tags, "strategy.status", "flapping");
}

bool wants_keep(const Tags& tags) {
  auto keep = tags.find("keep");
  return keep != tags.end() && !says_no(keep->second);
}

bool matches(const Tags& tags, const std::vector<Tag>& filter) {
  return std::ranges::all_of(filter,
                             [&tags](const Tag& tag) { return has_value(tags, tag.first, tag.second); });
}

bool says_no(std::string_view value) {
  std::string word(text::trim(value));
  for (char& c : word) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return word == "false" || word == "0" || word == "no" || word == "off";
}

}  // namespace pty::registry
