#include "pty/cli/help_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace pty::cli {
namespace {

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(HelpText, EveryVerbHasAPageWithUsageExampleAndAllItsFlags) {  // R-003, §1.4
  for (const VerbSpec& verb : verbs()) {
    std::string page = focused_help(verb);
    EXPECT_TRUE(page.starts_with("Usage: pty " + std::string(verb.name))) << page;
    EXPECT_TRUE(contains(page, "\n  pty ")) << page;
    EXPECT_TRUE(contains(page, "--root <path>")) << page;
    for (const OptionSpec& option : verb.options) {
      if (option.available != Available::refused) {
        EXPECT_TRUE(contains(page, option.name)) << page;
      }
    }
    EXPECT_EQ(contains(page, "This command is not available"), verb.handler == nullptr) << page;
  }
}

TEST(HelpText, NamesTheDefaultOfEveryOption) {  // §1.4
  EXPECT_TRUE(contains(focused_help(*find_verb("run")), "(default: random)"));
  EXPECT_TRUE(contains(focused_help(*find_verb("run")), "(default: none; repeatable)"));
  EXPECT_TRUE(contains(focused_help(*find_verb("peek")), "not available in this version)"));
}

TEST(HelpText, TheFullUsageNamesEveryVerbTheReferenceAndTheEnvironment) {
  std::string usage = full_usage();
  for (const VerbSpec& verb : verbs())
    EXPECT_TRUE(contains(usage, "pty " + std::string(verb.name) + " ")) << verb.name;
  for (std::string_view part :
       {"<ref>", "PTY_ROOT", "PTY_SESSION_DIR", "PTY_SESSION ", "PTY_REAP_ON_EXIT", "Ctrl+\\", "(also: ls)"})
    EXPECT_TRUE(contains(usage, part)) << part;
}

TEST(HelpText, FitsATerminalOfOrdinaryWidth) {
  auto longest = [](const std::string& page) {
    std::size_t width = 0;
    for (std::size_t start = 0; start < page.size();) {
      std::size_t end = page.find('\n', start);
      width = std::max(width, end - start);
      start = end + 1;
    }
    return width;
  };
  EXPECT_LE(longest(full_usage()), 110U);
  for (const VerbSpec& verb : verbs()) EXPECT_LE(longest(focused_help(verb)), 110U) << verb.name;
}

TEST(VerbTable, FindsRowsByNameAndAlias) {
  EXPECT_EQ(find_verb("ls"), find_verb("list"));
  EXPECT_EQ(find_verb("a"), find_verb("attach"));
  EXPECT_EQ(find_verb("remove"), find_verb("rm"));
  EXPECT_EQ(find_verb("i"), &interactive_verb());
  EXPECT_EQ(find_verb(""), nullptr);
  EXPECT_EQ(find_verb("test"), nullptr);
}

TEST(VerbTable, ReservesEveryBuiltInName) {  // §1.1
  for (std::string_view name :
       {"run",          "attach",      "a",       "exec",   "peek",     "send",       "events", "list",
        "ls",           "stats",       "restart", "kill",   "recover",  "rm",         "remove", "gc",
        "tag",          "tag-multi",   "emit",    "rename", "metadata", "evidence",   "up",     "down",
        "remote-serve", "completions", "version", "help",   "i",        "interactive"})
    EXPECT_NE(find_verb(name), nullptr) << name;
}

}  // namespace
}  // namespace pty::cli
