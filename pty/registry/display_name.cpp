#include "pty/registry/display_name.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pty/text/untrusted.hpp"
#include "pty/text/utf8.hpp"

namespace pty::registry {
namespace {

std::string_view last_component(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string_view without_extension(std::string_view name) {
  std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? name : name.substr(0, dot);
}

bool is_label_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
         c == '-';
}

/// The first short argument that is not an option, if its stem is a plain word.
std::string_view hint_of(const std::vector<std::string>& args) {
  constexpr std::size_t kHintLimit = 30;
  for (const std::string& argument : args) {
    if (argument.starts_with('-') || argument.size() >= kHintLimit) continue;
    std::string_view stem = without_extension(last_component(argument));
    bool plain = !stem.empty() && std::ranges::all_of(stem, is_label_character);
    return plain ? stem : std::string_view{};
  }
  return {};
}

std::string squeeze(std::string_view text) {
  std::string result;
  for (char c : text) {
    char next = is_label_character(c) ? c : '-';
    if (next != '-' || result.empty() || result.back() != '-') result.push_back(next);
  }
  if (result.starts_with('-')) result.erase(0, 1);
  if (result.ends_with('-')) result.pop_back();
  return result;
}

}  // namespace

base::Status validate_display_name(std::string_view name) {
  if (name.empty()) return base::fail(base::Errc::invalid, "Display name cannot be empty.");
  std::optional<std::size_t> scalars = text::count_scalars(name);
  if (!scalars) return base::fail(base::Errc::invalid, "Display name must be valid UTF-8.");
  if (text::has_control_or_line_separator(name)) {
    return base::fail(base::Errc::invalid,
                      "Display name must be single-line and contain no control characters.");
  }
  if (!text::is_trimmed(name)) {
    return base::fail(base::Errc::invalid,
                      "Display name must be trimmed (no leading or trailing white space).");
  }
  if (*scalars > kMaxDisplayNameScalars) {
    return base::fail(base::Errc::too_large, fmt::format("Display name is too long (max {} Unicode scalars).",
                                                         kMaxDisplayNameScalars));
  }
  return {};
}

std::optional<std::string> automatic_label(std::string_view cwd, std::string_view command,
                                           const std::vector<std::string>& args) {
  std::string raw(last_component(cwd));
  raw.append("-").append(last_component(command));
  if (std::string_view hint = hint_of(args); !hint.empty()) raw.append("-").append(hint);
  std::string label = squeeze(raw);
  if (label.size() > kMaxAutomaticLabelScalars) label.resize(kMaxAutomaticLabelScalars);
  if (label.ends_with('-')) label.pop_back();
  if (label.empty()) return std::nullopt;
  return label;
}

}  // namespace pty::registry
