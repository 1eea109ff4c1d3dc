// Inputs without expectations: no crash, restore round trip, cuts. In shards, so that they run in parallel.

#include <gtest/gtest.h>

#include "tests/vt/corpus_check.hpp"
#include "tests/vt/test_files.hpp"

namespace pty::vt_test {
namespace {

constexpr std::size_t kShards = 8;

class SeedShard : public testing::TestWithParam<std::size_t> {};

// D-069
TEST_P(SeedShard, RestoresAndDoesNotFeelCuts) {
  auto files = files_in(data_folder() / "corpus" / "seeds", "");
  std::size_t checked = 0;
  for (std::size_t i = GetParam(); i < files.size(); i += kShards) {
    std::string bytes = read_bytes(files[i]);
    // All go byte by byte as well; short ones are cut at every single byte.
    CheckBudget budget = bytes.size() > 8192  ? CheckBudget{2, 2}
                         : bytes.size() > 160 ? CheckBudget{4, 12}
                                              : CheckBudget{4, bytes.size()};
    // Odd sizes, so that wide characters meet the edge.
    base::Size size = i % 2 == 0 ? base::Size{24, 80} : base::Size{7, 13};
    for (const std::string& difference : check_stream({size, {}}, bytes, budget))
      ADD_FAILURE() << files[i].filename() << ": " << difference;
    ++checked;
  }
  EXPECT_GT(checked, 0u);
}

INSTANTIATE_TEST_SUITE_P(Corpus, SeedShard, testing::Range<std::size_t>(0, kShards));

}  // namespace
}  // namespace pty::vt_test
