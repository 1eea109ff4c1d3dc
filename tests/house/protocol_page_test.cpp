// docs/protocol.md says what the message table says.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <sstream>

#include "pty/wire/message.hpp"

namespace pty::wire {
namespace {

std::string page() {
  std::ifstream in(std::string(PROJECT_SOURCE) + "/docs/protocol.md");
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// The lines between `<!-- begin…` and `<!-- end of begin`.
std::string section(std::string_view name) {
  const std::string text = page();
  auto from = text.find(fmt::format("<!-- {}:", name));
  const auto to = text.find(fmt::format("<!-- end of {}", name));
  if (from == std::string::npos || to == std::string::npos) return "no such section";
  from = text.find('\n', from) + 1;
  return text.substr(from, to - from);
}

std::string kept(Kept bytes) {
  if (bytes == kSkipped) return "–";
  if (bytes == kWhole) return "all";
  return fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s");
}

// D-001, D-009
TEST(ProtocolPage, ListsTheMessagesOfTheTable) {
  std::string wanted = "| type | name | daemon keeps | client keeps |\n| --- | --- | --- | --- |\n";
  for (const MessageRow& row : kMessages)
    wanted += fmt::format("| {} | {} | {} | {} |\n", static_cast<int>(row.type), row.name,
                          kept(row.kept_by_daemon), kept(row.kept_by_client));
  EXPECT_EQ(section("messages"), wanted);
}

TEST(ProtocolPage, ExplainsEachMessageAndNamesTheLimit) {
  const std::string text = page();
  for (const MessageRow& row : kMessages)
    EXPECT_NE(text.find(fmt::format("**{}**", row.name)), std::string::npos) << row.name;
  EXPECT_NE(text.find(std::to_string(kMaxPayload)), std::string::npos);
  EXPECT_NE(text.find(fmt::format("start at {}", kFirstExtension)), std::string::npos);
}

// D-177
TEST(ProtocolPage, ListsTheFeaturesThatStatusPublishes) {
  std::istringstream lines(section("features"));
  std::string line;
  std::size_t row = 0;
  std::getline(lines, line);
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    ASSERT_LT(row, kProtocolFeatures.size());
    EXPECT_TRUE(line.starts_with(fmt::format("| {} |", kProtocolFeatures.at(row++)))) << line;
  }
  EXPECT_EQ(row, kProtocolFeatures.size());
}

}  // namespace
}  // namespace pty::wire
