#include "pty/registry/recordable.hpp"

#include <gtest/gtest.h>

namespace pty::registry {
namespace {

LaunchRecord plain_record() {
  LaunchRecord record;
  record.command = "/bin/sh";
  record.args = {"-c", "exit", "sh"};
  record.display_command = "sh -c exit sh";
  record.cwd = "/";
  record.tags = {{"t", "1"}};
  record.environment.extra = {{"A", "b"}};
  record.environment.unset = {"C"};
  return record;
}

std::string complaint_about(const LaunchRecord& record) {
  base::Status kept = check_recordable(record);
  return kept ? "" : kept.error().text;
}

//
TEST(Recordable, TextOfAnyScriptIs) {
  LaunchRecord record = plain_record();
  record.args.push_back("\xC3\xA9 \xF0\x9F\x98\x80 \n\x1b");
  EXPECT_EQ(complaint_about(record), "");
}

//
TEST(Recordable, EachValueThatIsNoTextIsNamed) {
  constexpr std::string_view kWhy = " is not valid UTF-8; a session's record could not keep it.";
  struct Row {
    void (*spoil)(LaunchRecord&);
    std::string what;
  };
  const Row rows[] = {
      {[](LaunchRecord& r) { r.command = "/b\xE9"; }, "Command \"/b\xE9\""},
      {[](LaunchRecord& r) { r.display_command = "b\xE9/../sh"; }, "Command \"b\xE9/../sh\""},
      {[](LaunchRecord& r) { r.args[1] = "x\xE9y"; }, "Argument 2 (\"x\xE9y\")"},
      {[](LaunchRecord& r) { r.tags["\xFF"] = "v"; }, "Name of tag \"\xFF\""},
      {[](LaunchRecord& r) { r.tags["t"] = "\xFF"; }, "Value of tag \"t\""},
      {[](LaunchRecord& r) { r.environment.extra["\xFF"] = "v"; }, "Name of environment variable \"\xFF\""},
      {[](LaunchRecord& r) { r.environment.extra["A"] = "\xC0\x80"; }, "Value of environment variable \"A\""},
      {[](LaunchRecord& r) { r.environment.unset.push_back("\xFF"); },
       "Name of environment variable \"\xFF\""},
      {[](LaunchRecord& r) { r.environment.exact.emplace()["E"] = "\xED\xA0\x80"; },
       "Value of environment variable \"E\""},
  };
  for (const Row& row : rows) {
    LaunchRecord record = plain_record();
    row.spoil(record);
    EXPECT_EQ(complaint_about(record), row.what + std::string(kWhy));
  }
}

TEST(Recordable, ADirectoryIsAskedOnItsOwn) {
  LaunchRecord record = plain_record();
  record.cwd = "/x\xE9";
  EXPECT_EQ(complaint_about(record), "");
  EXPECT_EQ(check_recordable_directory(record.cwd).error().text,
            "Working directory \"/x\xE9\" is not valid UTF-8; a session's record could not keep it.");
}

}  // namespace
}  // namespace pty::registry
