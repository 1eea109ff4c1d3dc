#include "pty/vt/history_store.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <string>

namespace pty::vt {
namespace {

void add(HistoryStore& store, const std::string& entry) {
  store.open_chunk();
  store.append(entry);
}

std::deque<std::string> forward(const HistoryStore& store) {
  std::deque<std::string> all;
  for (auto at = store.first(); at != store.end(); at = store.next(at)) all.emplace_back(store.at(at).bytes);
  return all;
}

std::deque<std::string> backward(const HistoryStore& store) {
  std::deque<std::string> all;
  for (auto at = store.end(); !store.empty() && at != store.first();) {
    at = store.previous(at);
    all.emplace_front(store.at(at).bytes);
  }
  return all;
}

TEST(HistoryStore, IsEmptyAtFirst) {
  const HistoryStore store({});
  EXPECT_TRUE(store.empty());
  EXPECT_EQ(store.first(), store.end());
}

TEST(HistoryStore, KeepsTheNewestLinesUpToItsLimit) {
  HistoryStore store({.lines = 3});
  for (const char* line : {"one", "two", "three", "four", "five"}) add(store, line);
  EXPECT_EQ(forward(store), (std::deque<std::string>{"three", "four", "five"}));
}

TEST(HistoryStore, DropsWholeChunksAboveItsByteLimit) {
  HistoryStore store({.lines = 1'000'000, .bytes = 3 * kHistoryChunkBytes});
  for (int i = 0; i < 5'000; ++i) add(store, std::string(100, 'x') + std::to_string(i));
  EXPECT_LE(store.raw_bytes(), 3 * kHistoryChunkBytes);
  EXPECT_GT(store.raw_bytes(), kHistoryChunkBytes);
  EXPECT_EQ(forward(store).back(), std::string(100, 'x') + "4999");
}

TEST(HistoryStore, FreezingShrinksItAndChangesNothing) {
  HistoryStore store({});
  for (int i = 0; i < 5'000; ++i) add(store, "some line of a log, number " + std::to_string(i));
  const auto before = forward(store);
  const std::size_t resident = store.resident_bytes();
  const std::size_t raw = store.raw_bytes();
  store.freeze_old_chunks();
  EXPECT_LT(store.resident_bytes(), resident * 2 / 3);
  EXPECT_EQ(store.raw_bytes(), raw);
  EXPECT_EQ(forward(store), before);
  EXPECT_EQ(backward(store), before);
}

TEST(HistoryStore, LinksSurviveFreezing) {
  HistoryStore store({});
  EXPECT_EQ(store.open_chunk().put_link("https://a", 0), 0U);
  EXPECT_EQ(store.open_chunk().put_link("https://b", 0), 1U);
  EXPECT_EQ(store.open_chunk().put_link("https://a", 0), 0U);
  store.append("entry");
  while (store.chunks() == 1) add(store, std::string(1000, 'y'));
  store.freeze_old_chunks();
  EXPECT_TRUE(store.chunk(0).frozen());
  const HistoryLinks& links = store.at(store.first()).content->links;
  ASSERT_EQ(links.size(), 2U);
  EXPECT_EQ(links[0], "https://a");
  EXPECT_EQ(links[1], "https://b");
}

TEST(HistoryStore, LinkBytesCountTowardsTheLimits) {
  HistoryStore store({.lines = 1'000'000, .bytes = 4 * kHistoryChunkBytes});
  for (int i = 0; i < 2'000; ++i) {
    store.open_chunk().put_link(std::string(2'000, 'u') + std::to_string(i), 0);
    store.append("x");
  }
  EXPECT_LE(store.raw_bytes(), 4 * kHistoryChunkBytes);
}

TEST(HistoryStore, AnEmptyOpenChunkIsInvisible) {
  HistoryStore store({});
  while (store.chunks() < 2) add(store, std::string(1000, 'y'));
  const auto before = forward(store);
  store.pop_back();
  store.open_chunk();
  EXPECT_EQ(backward(store).size(), before.size() - 1);
  EXPECT_EQ(forward(store).size(), before.size() - 1);
}

TEST(HistoryStore, RandomUseEqualsAPlainQueue) {
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    const std::size_t limit = 1 + random() % 400;
    HistoryStore store({.lines = limit});
    std::deque<std::string> model;
    for (int step = 0; step < 600; ++step) {
      const auto dice = random() % 100;
      if (dice < 70) {
        std::string entry(random() % 2'000, static_cast<char>('a' + random() % 26));
        add(store, entry);
        model.push_back(entry);
        if (model.size() > limit) model.pop_front();
      } else if (dice < 95 && !model.empty()) {
        store.pop_back();
        model.pop_back();
      } else if (dice < 98) {
        store.freeze_old_chunks();
      } else if (dice == 98 && random() % 8 == 0) {
        store.clear();
        model.clear();
      }
      ASSERT_EQ(store.entries(), model.size());
    }
    EXPECT_EQ(forward(store), model);
    EXPECT_EQ(backward(store), model);
  }
}

}  // namespace
}  // namespace pty::vt
