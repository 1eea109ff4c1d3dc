#pragma once
// Geometry policies as people write and read them. Sizes are rows by columns, and the words say so. Pure.

#include <optional>
#include <string>
#include <string_view>

#include "pty/base/geometry_policy.hpp"

namespace pty::cli {

/// "smallest", "latest", "fixed" (at the size there is: zero on both axes), "50x200" (fixed at that).
std::optional<base::GeometryPolicy> try_read_policy(std::string_view word);

/// `<what> must be smallest, latest, fixed or <rows>x<columns>, … (got "<word>")`
std::string not_a_policy(std::string_view what, std::string_view word);

/// "50 rows x 200 columns (fixed)"
std::string geometry_text(base::Size size, const base::GeometryPolicy& policy);

}  // namespace pty::cli
