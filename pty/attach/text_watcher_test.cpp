#include "pty/attach/text_watcher.hpp"

#include <gtest/gtest.h>

#include <string>

namespace pty::attach {
namespace {

WaitConditions looking_for(std::vector<std::string> texts, const std::vector<std::string>& regexes = {}) {
  WaitConditions conditions;
  conditions.texts = std::move(texts);
  for (const std::string& source : regexes) conditions.regexes.push_back(LineRegex::compile(source).value());
  return conditions;
}

/// Where in the stream the match stood, fed in two pieces; 0 if there is none.
std::size_t place_of(const WaitConditions& conditions, base::ByteView stream, std::size_t cut) {
  TextWatcher watcher(conditions);
  if (const auto first = watcher.feed(stream.substr(0, cut))) return first->bytes;
  if (const auto second = watcher.feed(stream.substr(cut))) return cut + second->bytes;
  return 0;
}

// D-139
TEST(TextWatcher, FindsTextHoweverTheStreamIsCut) {
  const std::string stream = "abc\x1b[1mde\x1b[0mf\r\nnot de\rf";
  const WaitConditions conditions = looking_for({"cdef"});
  for (std::size_t cut = 0; cut <= stream.size(); ++cut)
    ASSERT_EQ(place_of(conditions, stream, cut), stream.find('f') + 1) << "cut at " << cut;
}

TEST(TextWatcher, ARunEndsWhereTheCursorGoesElsewhere) {
  const WaitConditions conditions = looking_for({"def"});
  TextWatcher moved(conditions);
  EXPECT_FALSE(moved.feed("de\rf"));
  EXPECT_FALSE(moved.feed("de\x1b[Hf"));
  EXPECT_TRUE(moved.feed("...def"));
}

// D-139: a character in two packets has its end in the second.
TEST(TextWatcher, ACutCharacterKeepsItsPlace) {
  const std::string stream = "ab\u4f60 after";
  const WaitConditions conditions = looking_for({"b\u4f60"});
  for (std::size_t cut = 0; cut <= stream.size(); ++cut)
    ASSERT_EQ(place_of(conditions, stream, cut), stream.find(' ')) << "cut at " << cut;
}

// D-139: tried on whole runs, and told with the place where the run ended.
TEST(TextWatcher, FindsARegularExpressionInAFinishedRunHoweverItIsCut) {
  const std::string stream = "build 17% done\rbuild ok 3.2s\x1b[32m!\x1b[0m\r\nmore";
  const WaitConditions conditions = looking_for({}, {"^build ok [0-9.]+s!$", "nothing"});
  const std::size_t end = stream.find('!') + 1;
  const std::size_t broken = stream.find("\r\n");
  for (std::size_t cut = 0; cut <= stream.size(); ++cut)  // between the two the screen is the same
    ASSERT_EQ(place_of(conditions, stream, cut), cut > end && cut <= broken ? cut : end) << "cut at " << cut;
  TextWatcher unfinished(conditions);
  EXPECT_FALSE(unfinished.feed("build ok 3.2s!")) << "it may go on";
}

TEST(TextWatcher, TellsTheConditionThatCameFirst) {
  const WaitConditions conditions = looking_for({"second", "first"}, {"f.rst"});
  TextWatcher watcher(conditions);
  const auto found = watcher.feed("the first, the second\r\n");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->condition, "\"first\"");
}

TEST(TextWatcher, AnEndlessLineIsLookedAtThroughAWindow) {
  const WaitConditions conditions = looking_for({"needle"}, {"sp[a-z]*on"});
  TextWatcher watcher(conditions);
  const std::string hay(1000, '.');
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(watcher.feed(hay));
  EXPECT_FALSE(watcher.feed("need"));
  EXPECT_TRUE(watcher.feed("le"));
  EXPECT_FALSE(watcher.feed("spoon"));
  bool seen = false;
  for (int i = 0; i < 100 && !seen; ++i) seen = watcher.feed(hay).has_value();
  EXPECT_TRUE(seen) << "before it leaves the window";
}

}  // namespace
}  // namespace pty::attach
