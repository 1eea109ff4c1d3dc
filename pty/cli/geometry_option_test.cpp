#include "pty/cli/geometry_option.hpp"

#include <gtest/gtest.h>

namespace pty::cli {
namespace {

using Kind = base::GeometryPolicy::Kind;

TEST(GeometryOption, ReadsWordsAndSizesWithRowsFirst) {
  EXPECT_EQ(try_read_policy("smallest"), base::GeometryPolicy{});
  EXPECT_EQ(try_read_policy("latest"), (base::GeometryPolicy{Kind::latest, {0, 0}}));
  EXPECT_EQ(try_read_policy("fixed"), (base::GeometryPolicy{Kind::fixed, {0, 0}})) << "as it is";
  EXPECT_EQ(try_read_policy("50x200"), (base::GeometryPolicy{Kind::fixed, {50, 200}}));
  for (const char* word : {"", "largest", "50", "50x", "x", "50*200", "fixed 50x200", "0x0", "4096x4096"})
    EXPECT_EQ(try_read_policy(word), std::nullopt) << word;
}

TEST(GeometryOption, SaysWhichNumberIsWhich) {
  EXPECT_EQ(geometry_text({50, 200}, {Kind::fixed, {50, 200}}), "50 rows x 200 columns (fixed)");
  EXPECT_EQ(geometry_text({24, 80}, {}), "24 rows x 80 columns (smallest)");
}

}  // namespace
}  // namespace pty::cli
