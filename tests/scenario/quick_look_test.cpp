// The quick look of the README, line by line as a person types it.

#include <gtest/gtest.h>

#include <fstream>

#include "sandbox.hpp"

namespace pty::scenario {
namespace {

constexpr const char* kServer = R"(const http = require('http');
const server = http.createServer((_, response) => response.end('hi'));
server.listen(0, '127.0.0.1', () => console.log('api is listening'));
)";

TEST(QuickLook, TheLinesOfTheReadmeDoWhatTheyPromise) {
  Sandbox box;
  std::ofstream(box.work() + "/server.js") << kServer;

  const Outcome start = box.shell("pty run -d --name api -- node server.js   # start it in the background");
  ASSERT_EQ(start.code, 0) << start.err;
  ASSERT_EQ(box.pty({"peek", "--wait", "api is listening", "-t", "30", "api"}).code, 0);

  const Outcome list = box.shell("pty list                                  # what's running");
  EXPECT_EQ(list.code, 0);
  EXPECT_NE(list.out.find("Active sessions:"), std::string::npos) << list.out;
  EXPECT_NE(list.out.find("api ("), std::string::npos) << list.out;
  EXPECT_NE(list.out.find("node server.js"), std::string::npos) << list.out;

  const Outcome peek = box.shell("pty peek --plain api                      # read the screen");
  EXPECT_EQ(peek.code, 0);
  EXPECT_EQ(peek.out, "api is listening\n");

  OuterTerminal attached =
      box.shell_line("exec pty attach api                            # use it; Ctrl+\\ detaches");
  ASSERT_TRUE(attached.wait_for_text("api is listening"));
  attached.type("\x1c");
  EXPECT_EQ(attached.wait_exit(), 0);
  EXPECT_NE(attached.text().find("[detached]"), std::string::npos);

  const Outcome kill = box.shell("pty kill api                              # stop it");
  EXPECT_EQ(kill.code, 0) << kill.err;
  EXPECT_NE(kill.out.find("killed."), std::string::npos) << kill.out;
}

TEST(QuickLook, TheReadmeStillHasTheseLines) {
  std::ifstream in(std::string(PROJECT_SOURCE) + "/README.md");
  const std::string readme{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  for (const char* line : {"pty run -d --name api -- node server.js", "pty list ", "pty peek --plain api",
                           "pty attach api", "pty kill api"})
    EXPECT_NE(readme.find(line), std::string::npos) << line;
}

}  // namespace
}  // namespace pty::scenario
