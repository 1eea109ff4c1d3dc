#include "pty/cli/geometry_option.hpp"

#include <fmt/format.h>

namespace pty::cli {

std::optional<base::GeometryPolicy> try_read_policy(std::string_view word) {
  using Kind = base::GeometryPolicy::Kind;
  if (const auto kind = base::try_policy_kind(word)) return base::GeometryPolicy{*kind, {0, 0}};
  if (const auto size = base::try_parse_rows_by_cols(word)) return base::GeometryPolicy{Kind::fixed, *size};
  return std::nullopt;
}

std::string not_a_policy(std::string_view what, std::string_view word) {
  return fmt::format(
      "{} must be smallest, latest, fixed or <rows>x<columns>, each from 1 to {} and at most {} together "
      "(got "
      "\"{}\")",
      what, base::kMaxAxis, base::kMaxCells, word);
}

std::string geometry_text(base::Size size, const base::GeometryPolicy& policy) {
  return fmt::format("{} rows x {} columns ({})", size.rows, size.cols, base::name_of(policy.kind));
}

}  // namespace pty::cli
