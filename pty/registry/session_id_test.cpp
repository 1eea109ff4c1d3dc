#include "pty/registry/session_id.hpp"

#include <gtest/gtest.h>

#include <map>

#include "pty/registry/display_name.hpp"

namespace pty::registry {
namespace {

const Root kRoot("/r");

std::string refusal(std::string_view id, const Root& root = kRoot) {
  base::Status status = validate_new_session_id(id, root);
  return status ? "" : status.error().text;
}

void expect_refused(std::string_view id, std::string_view part) {
  EXPECT_NE(refusal(id).find(part), std::string::npos) << "id \"" << id << "\": " << refusal(id);
}

// R-021
TEST(SessionId, AcceptsTheDocumentedAlphabetAndExplainsEachRefusal) {
  EXPECT_EQ(refusal("A.b_c-9"), "");
  expect_refused("", "cannot be empty");
  expect_refused(".", "cannot be \".\" or \"..\"");
  expect_refused("..", "cannot be \".\" or \"..\"");
  expect_refused(std::string(256, 'a'), "too long (max 255");
  for (const char* bad : {"a/b", "a b", "\xC3\xA9", "a\n"}) {
    expect_refused(bad, std::string("Invalid session name \"") + bad + "\"");
    expect_refused(bad, "letters, numbers, dots, hyphens, and underscores");
  }
}

// R-022
TEST(SessionId, LimitsTheSocketPathTo104Bytes) {
  std::string fits(104 - std::string("/r/.sock").size(), 'a');
  EXPECT_EQ(refusal(fits), "");
  EXPECT_NE(refusal(fits + "a").find("socket path of 105 bytes"), std::string::npos);
  EXPECT_NE(refusal(fits + "a").find("exceeds the 104-byte kernel limit"), std::string::npos);
}

// R-025
TEST(SessionId, RefusesNamesThatCollideWithOtherFilesOrLookLikeOptions) {
  for (const char* bad : {"foo.events", "a.tmp.b", "-x"}) {
    EXPECT_NE(refusal(bad), "") << bad;
    EXPECT_TRUE(validate_session_id(bad, kRoot)) << bad << " may exist already";
  }
}

// R-023
TEST(SessionId, RandomIdsUseEverySymbolEqually) {
  std::map<char, int> counts;
  constexpr int kIds = 4000;
  for (int i = 0; i < kIds; ++i) {
    std::string id = random_session_id();
    ASSERT_EQ(id.size(), 8U);
    for (char c : id) ++counts[c];
  }
  EXPECT_EQ(counts.size(), 31U);
  for (char excluded : {'0', '1', 'i', 'l', 'o'}) EXPECT_EQ(counts.count(excluded), 0U);
  // Expected 1032 each, standard deviation 32: eight deviations never happen.
  for (auto [symbol, count] : counts) EXPECT_NEAR(count, kIds * 8 / 31, 256) << symbol;
}

TEST(SessionId, GenerationGivesUpAfterEightCollisions) {
  int asked = 0;
  base::Result<std::string> id = generate_session_id([&asked](const std::string&) { return ++asked > 0; });
  ASSERT_FALSE(id);
  EXPECT_EQ(asked, 8);
  EXPECT_EQ(id.error().text, "Could not generate a unique session id after 8 attempts.");
}

std::string name_refusal(std::string_view name) {
  base::Status status = validate_display_name(name);
  return status ? "" : status.error().text;
}

// R-026
TEST(DisplayName, AllowsFiveHundredScalarsOfAnyPrintableText) {
  std::string emoji = "\xF0\x9F\x98\x80";
  std::string name = "a/b\\c";
  while (name.size() < 5 + 495 * emoji.size()) name += emoji;
  EXPECT_EQ(name_refusal(name), "");
  EXPECT_NE(name_refusal(name + emoji).find("too long (max 500 Unicode scalars)"), std::string::npos);
}

// R-027
TEST(DisplayName, RefusesWhatWouldBreakALine) {
  EXPECT_EQ(name_refusal(""), "Display name cannot be empty.");
  for (const char* spaced : {" a", "a ",
                             "\xC2\xA0"
                             "a",
                             "a\xE3\x80\x80"}) {
    EXPECT_NE(name_refusal(spaced).find("must be trimmed"), std::string::npos) << spaced;
  }
  for (const char* broken : {"a\x07", "a\nb",
                             "a\xE2\x80\xA8"
                             "b",
                             "a\xE2\x80\xA9"
                             "b",
                             "a\xC2\x85"
                             "b"}) {
    EXPECT_NE(name_refusal(broken).find("single-line and contain no control characters"), std::string::npos);
  }
  EXPECT_NE(name_refusal("a\xFF").find("UTF-8"), std::string::npos);
}

// R-032
TEST(DisplayName, AutomaticLabelNamesDirectoryCommandAndHint) {
  EXPECT_EQ(automatic_label("/x/myapp", "sleep", {"1000"}), "myapp-sleep-1000");
  EXPECT_EQ(automatic_label("/x/myapp", "node", {"server.js"}), "myapp-node-server");
  EXPECT_EQ(automatic_label("/x/my app!", "/usr/bin/vim", {"-R", "/etc/hosts.conf"}), "my-app-vim-hosts");
  EXPECT_EQ(automatic_label("/", "sh", {}), "sh");
  EXPECT_EQ(automatic_label("/x/a", "sh", {"-c", "echo hi there you"}), "a-sh");
  EXPECT_EQ(automatic_label("/x/a", "cat", {std::string(40, 'z'), "short"}), "a-cat-short");
  EXPECT_EQ(automatic_label("/", "\xE2\x82\xAC", {}), std::nullopt);
}

// R-033
TEST(DisplayName, AutomaticLabelStaysShort) {
  std::optional<std::string> label = automatic_label("/" + std::string(200, 'd'), "sh", {});
  ASSERT_TRUE(label);
  EXPECT_EQ(label->size(), 160U);
  EXPECT_TRUE(validate_display_name(*label));
}

}  // namespace
}  // namespace pty::registry
