#include "pty/cli/run_plan.hpp"

#include <gtest/gtest.h>

namespace pty::cli {
namespace {

using Words = std::vector<std::string_view>;

base::Result<RunPlan> plan_of(const Words& typed) {
  const VerbSpec& verb = *find_verb("run");
  base::Result<Arguments> arguments = parse_arguments(verb, typed);
  if (!arguments) return base::fail(arguments.error());
  return plan_run(verb, *arguments, registry::Root("/tmp/root"));
}

TEST(RunPlan, ReadsTheCommandInAllItsForms) {  // R-046, §8.1
  struct Row {
    Words typed;
    std::string_view command;
    std::string_view name;
    bool legacy;
  };
  const Row rows[] = {
      {{"--", "sleep", "1"}, "sleep 1", "", false},
      {{"--name", "N", "--", "sleep", "1"}, "sleep 1", "N", false},
      {{"sleep"}, "sleep", "", false},
      {{"N", "sleep", "1"}, "sleep 1", "N", true},
      {{"N", "--", "sleep", "1"}, "sleep 1", "N", true},
      {{"--name", "N", "sleep", "1"}, "sleep 1", "N", false},
      {{"--no-display-name", "sleep", "1"}, "sleep 1", "", false},
  };
  for (const Row& row : rows) {
    base::Result<RunPlan> plan = plan_of(row.typed);
    ASSERT_TRUE(plan) << plan.error().text;
    EXPECT_EQ(display_command(*plan), row.command);
    EXPECT_EQ(plan->name.value_or(""), row.name);
    EXPECT_EQ(plan->legacy_name, row.legacy);
  }
}

TEST(RunPlan, CollectsTagsAndEnvironment) {
  base::Result<RunPlan> plan =
      plan_of({"--tag", "a=1",   "--tag",       "a=2", "--tag",         "b=",     "--env", "K=1",
               "--env", "K=x=y", "--unset-env", "Z",   "--isolate-env", "--rows", "50",    "--cols",
               "132",   "-e",    "-d",          "-a",  "--force",       "--",     "c"});
  ASSERT_TRUE(plan) << plan.error().text;
  EXPECT_EQ(plan->tags, (registry::Tags{{"a", "2"}, {"b", ""}}));
  EXPECT_EQ(plan->environment.extra, (registry::StringMap{{"K", "x=y"}}));
  EXPECT_EQ(plan->environment.unset, std::vector<std::string>{"Z"});
  EXPECT_TRUE(plan->environment.isolate);
  EXPECT_EQ(plan->rows, 50);
  EXPECT_EQ(plan->cols, 132);
  EXPECT_TRUE(plan->ephemeral && plan->detach && plan->attach && plan->force);
}

TEST(RunPlan, RefusesBadValuesWithTheirTexts) {
  struct Row {
    Words typed;
    std::string_view part;
  };
  const Row rows[] = {
      {{}, "Usage: pty run"},
      {{"-d"}, "Usage: pty run"},
      {{"-d", "--"}, "Usage: pty run"},
      {{"--tag", "x", "--", "c"}, "Invalid tag format: \"x\". Use --tag key=value"},
      {{"--tag", "=x", "--", "c"}, "Invalid tag format: \"=x\". Use --tag key=value"},
      {{"--env", "x", "--", "c"}, "Invalid env format: \"x\". Use --env KEY=VALUE"},
      {{"--env", "=x", "--", "c"}, "Invalid env format: \"=x\". Use --env KEY=VALUE"},
      {{"--unset-env", "a=b", "--", "c"}, "Invalid env key: \"a=b\". Use --unset-env KEY"},
      {{"--unset-env", "", "--", "c"}, "Invalid env key: \"\". Use --unset-env KEY"},
      {{"--rows", "0", "--", "c"}, "pty run: --rows expects a whole number from 1 to 4096 (got \"0\")"},
      {{"--cols", "9999", "--", "c"}, "--cols expects a whole number"},
      {{"--id", "", "--", "c"}, "cannot be empty"},
      {{"--id", "a/b", "--", "c"}, "Invalid session name \"a/b\""},
      {{"--id", "..", "--", "c"}, "cannot be \".\" or \"..\""},
      {{"--name", "", "--", "c"}, "Invalid displayName: Display name cannot be empty."},
      {{"--name", " x", "--", "c"}, "must be trimmed"},
      {{"--name", "N", "word", "--", "c"}, "pty run: unexpected argument \"word\""},
  };
  for (const Row& row : rows) {
    base::Result<RunPlan> plan = plan_of(row.typed);
    ASSERT_FALSE(plan) << row.part;
    EXPECT_NE(plan.error().text.find(row.part), std::string::npos) << plan.error().text;
    EXPECT_EQ(plan.error().text.find('\n'), std::string::npos) << plan.error().text;
  }
}

}  // namespace
}  // namespace pty::cli
