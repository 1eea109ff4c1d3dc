#include "pty/registry/root.hpp"

#include <gtest/gtest.h>

#include "pty/os/directory.hpp"
#include "pty/os/scratch_directory.hpp"

namespace pty::registry {
namespace {

RootInputs at_home() {
  RootInputs inputs;
  inputs.home = "/home/me";
  inputs.cwd = "/work/here";
  return inputs;
}

RootSelection selected(const RootInputs& inputs) {
  base::Result<RootSelection> selection = select_root(inputs);
  EXPECT_TRUE(selection) << selection.error().text;
  return *selection;
}

TEST(Root, DefaultsToTheStateDirectoryOfTheHome) {
  RootSelection selection = selected(at_home());
  EXPECT_EQ(selection.root.path(), "/home/me/.local/state/pty");
  EXPECT_EQ(selection.source, RootSource::home);
  EXPECT_TRUE(selection.notices.empty());
}

//
TEST(Root, OptionBeatsTheEnvironment) {
  RootInputs inputs = at_home();
  inputs.option = "/a";
  inputs.pty_root = "/b";
  EXPECT_EQ(selected(inputs).root.path(), "/a");
}

//
TEST(Root, EnvironmentBeatsTheLegacyVariableAndSaysSoOnce) {
  RootInputs inputs = at_home();
  inputs.pty_root = "/new";
  inputs.session_dir = "/old";
  RootSelection selection = selected(inputs);
  EXPECT_EQ(selection.root.path(), "/new");
  ASSERT_EQ(selection.notices.size(), 1U);
  EXPECT_NE(selection.notices[0].find("both PTY_ROOT and PTY_SESSION_DIR are set"), std::string::npos);
  inputs.silent = "1";
  EXPECT_TRUE(selected(inputs).notices.empty());
}

//
TEST(Root, LegacyVariableAloneWorksWithADeprecationNotice) {
  RootInputs inputs = at_home();
  inputs.session_dir = "/old";
  RootSelection selection = selected(inputs);
  EXPECT_EQ(selection.root.path(), "/old");
  ASSERT_EQ(selection.notices.size(), 1U);
  EXPECT_NE(selection.notices[0].find("deprecated"), std::string::npos);
}

//
TEST(Root, EmptyVariablesCountAsUnset) {
  RootInputs inputs = at_home();
  inputs.pty_root = "";
  inputs.session_dir = "";
  inputs.silent = "";
  EXPECT_EQ(selected(inputs).source, RootSource::home);
}

//
TEST(Root, RelativeRootsBecomeAbsoluteLexically) {
  RootInputs inputs = at_home();
  inputs.pty_root = "rr/../x//y/.";
  EXPECT_EQ(selected(inputs).root.path(), "/work/here/x/y");
  inputs.cwd = std::nullopt;
  EXPECT_FALSE(select_root(inputs));
}

//
TEST(Root, AbsoluteRootsNeedNoCurrentDirectory) {
  RootInputs inputs = at_home();
  inputs.pty_root = "/x/";
  inputs.cwd = std::nullopt;
  EXPECT_EQ(selected(inputs).root.path(), "/x");
}

TEST(Root, NoHomeAndNoVariableIsAnError) {
  EXPECT_FALSE(select_root(RootInputs{}));
}

//
TEST(Root, NinetyBytesFitAndNinetyOneDoNot) {
  std::string ninety = "/" + std::string(89, 'r');
  EXPECT_TRUE(check_root_length(Root(ninety)));
  base::Status status = check_root_length(Root(ninety + "r"));
  ASSERT_FALSE(status);
  for (const char* part : {"PTY_ROOT is too long", "104-byte kernel limit", "Shorten the root"}) {
    EXPECT_NE(status.error().text.find(part), std::string::npos) << part;
  }
  EXPECT_NE(status.error().text.find(ninety + "r"), std::string::npos);
}

TEST(Root, LexicalJoiningHandlesTheEdges) {
  EXPECT_EQ(lexically_absolute("", "/a"), "/a");
  EXPECT_EQ(lexically_absolute("../../..", "/a/b"), "/");
  EXPECT_EQ(lexically_absolute("/", "/a"), "/");
  EXPECT_EQ(lexically_absolute("..b/c", "/a"), "/a/..b/c");
}

//
TEST(Root, IsCreatedPrivateAndAnExistingOneKeepsItsMode) {
  os::ScratchDirectory scratch;
  Root root(scratch.file("deep/er"));
  ASSERT_TRUE(create_root(root));
  EXPECT_EQ(os::try_file_facts(root.path())->permissions, 0700U);
  EXPECT_EQ(os::try_file_facts(scratch.file("deep"))->permissions, 0700U);
  ::chmod(root.path().c_str(), 0755);
  ASSERT_TRUE(create_root(root));
  EXPECT_EQ(os::try_file_facts(root.path())->permissions, 0755U);
}

}  // namespace
}  // namespace pty::registry
