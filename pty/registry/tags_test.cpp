#include "pty/registry/tags.hpp"

#include <gtest/gtest.h>

#include "pty/registry/environment_policy.hpp"
#include "pty/registry/reap_decision.hpp"

namespace pty::registry {
namespace {

//
TEST(Tags, SplitAtTheFirstEqualsAndNeedAKey) {
  EXPECT_EQ(parse_tag_option("k=v=w").value(), Tag("k", "v=w"));
  EXPECT_EQ(parse_tag_option("k=").value(), Tag("k", ""));
  EXPECT_EQ(parse_tag_option("x").error().text, "Invalid tag format: \"x\". Use --tag key=value");
  EXPECT_EQ(parse_tag_option("=x").error().text, "Invalid tag format: \"=x\". Use --tag key=value");
  EXPECT_NE(parse_tag_filter("x").error().text.find("--filter-tag expects \"key=value\""), std::string::npos);
}

//
TEST(Tags, ReservedKeysAreExactlyTheDocumentedOnes) {
  for (const char* key : {"ptyfile", "ptyfile.session", "ptyfile.tags", "strategy", ":", ":l12-ab"}) {
    EXPECT_TRUE(is_reserved_key(key)) << key;
  }
  for (const char* key :
       {"parent", "keep", "role", "strategy.status", "ptyfile-extra", "supervisor.status", ""}) {
    EXPECT_FALSE(is_reserved_key(key)) << key;
  }
  EXPECT_TRUE(is_hidden_key("strategy.status"));
  EXPECT_FALSE(is_hidden_key("strategy.idle-days"));
}

TEST(Tags, KeepIsOnUnlessItSaysNo) {
  for (const char* no : {"false", "0", "no", "off", " OFF ", "False"})
    EXPECT_FALSE(wants_keep({{"keep", no}})) << no;
  for (const char* yes : {"true", "1", "", "nope"}) EXPECT_TRUE(wants_keep({{"keep", yes}})) << yes;
  EXPECT_FALSE(wants_keep({}));
}

TEST(Tags, FilterNeedsEveryTagExactly) {
  Tags tags{{"a", "1"}, {"b", "2"}};
  EXPECT_TRUE(matches(tags, {{"a", "1"}, {"b", "2"}}));
  EXPECT_FALSE(matches(tags, {{"a", "1"}, {"b", "3"}}));
  EXPECT_FALSE(matches({}, {{"a", "1"}}));
  EXPECT_TRUE(matches({}, {}));
}

ReapDecision decide(const Tags& tags, StopCause cause, bool ephemeral,
                    std::optional<std::string_view> on_exit) {
  return decide_reap(tags, {cause, ephemeral, on_exit});
}

// R-126 R-127 R-128 R-129 R-130
TEST(ReapDecision, FollowsTheTableFirstMatchWins) {
  constexpr auto kReap = ReapDecision::reap;
  constexpr auto kPreserve = ReapDecision::preserve;
  const Tags keep{{"keep", "true"}};
  const Tags permanent{{"strategy", "permanent"}};
  EXPECT_EQ(decide({}, StopCause::natural, false, {}), kReap);
  EXPECT_EQ(decide({}, StopCause::natural, false, "yes"), kReap);
  for (const char* no : {"false", "0", "no", "off", "FALSE"}) {
    EXPECT_EQ(decide({}, StopCause::natural, false, no), kPreserve) << no;
  }
  EXPECT_EQ(decide({}, StopCause::external, false, {}), kPreserve);
  EXPECT_EQ(decide({}, StopCause::external, true, {}), kReap);
  EXPECT_EQ(decide(keep, StopCause::external, true, {}), kPreserve);
  EXPECT_EQ(decide({{"keep", "false"}}, StopCause::natural, false, {}), kReap);
  EXPECT_EQ(decide(permanent, StopCause::natural, false, {}), kPreserve);
  EXPECT_EQ(decide(permanent, StopCause::natural, true, "no"), kReap);
}

const ChildIdentity kIdentity{"abc", "0123", "/work"};

// R-039, D-163
TEST(EnvironmentPolicy, AssignmentBeatsRemovalAndTheLastAssignmentWins) {
  EnvironmentPolicy policy;
  ASSERT_TRUE(add_env_option(policy, "A=1"));
  ASSERT_TRUE(add_env_option(policy, "A=2"));
  ASSERT_TRUE(add_env_option(policy, "EMPTY="));
  for (const char* key : {"A", "B", "B"}) ASSERT_TRUE(add_unset_option(policy, key));
  EXPECT_EQ(policy.unset, (std::vector<std::string>{"A", "B"}));
  StringMap child = child_environment({{"A", "0"}, {"B", "0"}, {"C", "0"}}, policy, kIdentity);
  EXPECT_EQ(child["A"], "2");
  EXPECT_EQ(child.count("B"), 0U);
  EXPECT_EQ(child["C"], "0");
  EXPECT_EQ(child.at("EMPTY"), "");
}

//
TEST(EnvironmentPolicy, RefusesMalformedOptions) {
  EnvironmentPolicy policy;
  EXPECT_EQ(add_env_option(policy, "x").error().text, "Invalid env format: \"x\". Use --env KEY=VALUE");
  EXPECT_EQ(add_env_option(policy, "=x").error().text, "Invalid env format: \"=x\". Use --env KEY=VALUE");
  EXPECT_EQ(add_unset_option(policy, "a=b").error().text, "Invalid env key: \"a=b\". Use --unset-env KEY");
  EXPECT_FALSE(add_unset_option(policy, ""));
}

// R-040 R-045, D-164
TEST(EnvironmentPolicy, SessionVariablesAreSetLastWhateverTheOverlays) {
  EnvironmentPolicy policy;
  ASSERT_TRUE(add_env_option(policy, "PTY_SESSION=fake"));
  ASSERT_TRUE(add_unset_option(policy, "PTY_SESSION_GENERATION"));
  StringMap child = child_environment({{"PWD", "/elsewhere"}}, policy, kIdentity);
  EXPECT_EQ(child["PTY_SESSION"], "abc");
  EXPECT_EQ(child["PTY_SESSION_GENERATION"], "0123");
  EXPECT_EQ(child["PWD"], "/work");
}

// R-041, D-164
TEST(EnvironmentPolicy, AnAbsentOrEmptyTermBecomesTheDefault) {
  EnvironmentPolicy isolated;
  isolated.isolate = true;
  EnvironmentPolicy unset;
  ASSERT_TRUE(add_unset_option(unset, "TERM"));
  EXPECT_EQ(child_environment({}, {}, kIdentity)["TERM"], "xterm-256color");
  EXPECT_EQ(child_environment({{"TERM", ""}}, isolated, kIdentity)["TERM"], "xterm-256color");
  EXPECT_EQ(child_environment({{"TERM", "foo"}}, unset, kIdentity)["TERM"], "xterm-256color");
  EXPECT_EQ(child_environment({{"TERM", "xterm-kitty"}}, {}, kIdentity)["TERM"], "xterm-kitty");
}

//
TEST(EnvironmentPolicy, IsolationKeepsOnlyTheAllowList) {
  EnvironmentPolicy policy;
  policy.isolate = true;
  policy.extra["MINE"] = "1";
  StringMap child = child_environment(
      {{"PATH", "/bin"}, {"LC_ALL", "C"}, {"SECRET", "s"}, {"PTY_ROOT", "/r"}, {"PTY_REAP_ON_EXIT", "no"}},
      policy, kIdentity);
  EXPECT_EQ(child, (StringMap{{"PATH", "/bin"},
                              {"LC_ALL", "C"},
                              {"PTY_ROOT", "/r"},
                              {"MINE", "1"},
                              {"TERM", "xterm-256color"},
                              {"PWD", "/work"},
                              {"PTY_SESSION", "abc"},
                              {"PTY_SESSION_GENERATION", "0123"}}));
}

//
TEST(EnvironmentPolicy, HandOffVariablesNeverReachTheChild) {
  StringMap child = child_environment({{"PTY_SPAWNER_PID", "1"},
                                       {"PTY_CREATION_LOCK_OWNER_PID", "1"},
                                       {"PTY_SHUTDOWN_DEADLINE_MS", "1"},
                                       {"PTY_SERVER_CONFIG", "{}"},
                                       {"PTY_REAP_ON_EXIT", "no"}},
                                      {}, kIdentity);
  EXPECT_EQ(child.count("PTY_SPAWNER_PID") + child.count("PTY_CREATION_LOCK_OWNER_PID") +
                child.count("PTY_SHUTDOWN_DEADLINE_MS") + child.count("PTY_SERVER_CONFIG"),
            0U);
  EXPECT_EQ(child["PTY_REAP_ON_EXIT"], "no");
}

TEST(EnvironmentPolicy, ExactModeInheritsNothingAndExcludesTheRest) {
  EnvironmentPolicy policy;
  policy.exact = StringMap{{"ONLY", "1"}};
  ASSERT_TRUE(validate_policy(policy));
  StringMap child = child_environment({{"PATH", "/bin"}}, policy, kIdentity);
  EXPECT_EQ(child.size(), 5U);
  EXPECT_EQ(child["ONLY"], "1");
  policy.isolate = true;
  EXPECT_NE(validate_policy(policy).error().text.find("mutually exclusive"), std::string::npos);
}

//
TEST(EnvironmentPolicy, RunningInPlaceKeepsTheOuterSessionsIdentity) {
  EnvironmentPolicy policy;
  policy.isolate = true;
  policy.extra["A"] = "1";
  StringMap child = in_place_environment({{"PTY_SESSION", "outer"}, {"X", "1"}, {"PATH", "/bin"}}, policy);
  EXPECT_EQ(child,
            (StringMap{{"PTY_SESSION", "outer"}, {"A", "1"}, {"PATH", "/bin"}, {"TERM", "xterm-256color"}}));
}

}  // namespace
}  // namespace pty::registry
