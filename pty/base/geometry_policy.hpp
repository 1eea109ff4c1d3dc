#pragma once
// What decides the size of a session's grid. As text, in records and on the command line: "smallest",
// "latest", "fixed 50x200"; rows always come before columns.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pty/base/size.hpp"

namespace pty::base {

struct GeometryPolicy {
  /// The values are those of the wire.
  enum class Kind : std::uint8_t {
    smallest = 0,  ///< each axis: the smallest request of the attached clients
    latest = 1,    ///< what the client asks for that was active last
    fixed = 2,     ///< `size`, whatever clients ask for
  };
  Kind kind = Kind::smallest;
  Size size{0, 0};  ///< fixed only

  [[nodiscard]] bool is_fixed() const { return kind == Kind::fixed; }
  friend constexpr bool operator==(const GeometryPolicy&, const GeometryPolicy&) = default;
};

/// "smallest", "latest", "fixed"
std::string_view name_of(GeometryPolicy::Kind kind);
/// The kind of that name; nothing for any other word.
std::optional<GeometryPolicy::Kind> try_policy_kind(std::string_view name);

std::string to_text(const GeometryPolicy& policy);
/// Exactly what to_text() makes, with a size within the bounds of a grid; nothing otherwise.
std::optional<GeometryPolicy> try_parse_policy(std::string_view text);
/// "50x200" within the bounds of a grid; nothing otherwise.
std::optional<Size> try_parse_rows_by_cols(std::string_view text);

}  // namespace pty::base
