#include "pty/base/geometry_policy.hpp"

#include <gtest/gtest.h>

namespace pty::base {
namespace {

using Kind = GeometryPolicy::Kind;

TEST(GeometryPolicy, TextKeepsItWithRowsBeforeColumns) {
  const GeometryPolicy fixed{Kind::fixed, {50, 200}};
  EXPECT_EQ(to_text(fixed), "fixed 50x200");
  for (const GeometryPolicy& policy : {GeometryPolicy{}, GeometryPolicy{Kind::latest, {0, 0}}, fixed})
    EXPECT_EQ(try_parse_policy(to_text(policy)), policy) << to_text(policy);
}

TEST(GeometryPolicy, AnythingElseIsNone) {
  for (const char* text : {"", "fixed", "fixed ", "fixed 50", "fixed 50x", "fixed x200", "fixed 0x80",
                           "fixed 50x200 ", "fixed  50x200", "fixed 50X200", "fixed -1x80", "fixed +1x80",
                           "fixed 4097x1", "fixed 4096x4096", "latest 1x2", "Smallest", "largest"})
    EXPECT_EQ(try_parse_policy(text), std::nullopt) << text;
  EXPECT_EQ(try_parse_rows_by_cols("4096x1024"), (Size{4096, 1024}));
  EXPECT_EQ(try_parse_rows_by_cols("65537x80"), std::nullopt) << "no wrap around";
}

}  // namespace
}  // namespace pty::base
