#include "pty/base/geometry_policy.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace pty::base {
namespace {

constexpr std::array<std::string_view, 3> kPolicyNames{"smallest", "latest", "fixed"};
constexpr std::string_view kFixedPrefix = "fixed ";

/// Decimal digits only, 1…kMaxAxis.
std::optional<std::uint16_t> try_parse_axis(std::string_view text) {
  std::uint16_t axis = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), axis);
  if (error != std::errc() || end != text.data() + text.size() || axis < 1 || axis > kMaxAxis)
    return std::nullopt;
  return axis;
}

}  // namespace

std::string_view name_of(GeometryPolicy::Kind kind) {
  return kPolicyNames.at(static_cast<std::size_t>(kind));
}

std::optional<GeometryPolicy::Kind> try_policy_kind(std::string_view name) {
  for (std::size_t i = 0; i < kPolicyNames.size(); ++i)
    if (kPolicyNames.at(i) == name) return static_cast<GeometryPolicy::Kind>(i);
  return std::nullopt;
}

std::string to_text(const GeometryPolicy& policy) {
  if (!policy.is_fixed()) return std::string(name_of(policy.kind));
  return fmt::format("fixed {}x{}", policy.size.rows, policy.size.cols);
}

std::optional<GeometryPolicy> try_parse_policy(std::string_view text) {
  if (text.starts_with(kFixedPrefix)) {
    const auto size = try_parse_rows_by_cols(text.substr(kFixedPrefix.size()));
    if (!size) return std::nullopt;
    return GeometryPolicy{GeometryPolicy::Kind::fixed, *size};
  }
  const auto kind = try_policy_kind(text);
  if (!kind || *kind == GeometryPolicy::Kind::fixed) return std::nullopt;
  return GeometryPolicy{*kind, {0, 0}};
}

std::optional<Size> try_parse_rows_by_cols(std::string_view text) {
  const std::size_t cross = text.find('x');
  if (cross == std::string_view::npos) return std::nullopt;
  const auto rows = try_parse_axis(text.substr(0, cross));
  const auto cols = try_parse_axis(text.substr(cross + 1));
  if (!rows || !cols || std::uint32_t{*rows} * *cols > kMaxCells) return std::nullopt;
  return Size{*rows, *cols};
}

}  // namespace pty::base
