// Pastes: every byte arrives, in order, however large and however the reader reads.

#include <gtest/gtest.h>

#include "sandbox.hpp"

namespace pty::scenario {
namespace {

/// Text of every character length, without repetition that would hide a lost piece.
std::string multibyte_text(std::size_t bytes) {
  std::string text;
  for (std::size_t i = 0; text.size() < bytes; ++i) text += std::to_string(i) + " \u00e9\u4f60\U0001F389 ";
  text.resize(bytes);
  return text;
}

void paste_into(const std::string& reader, const std::string& text) {
  Sandbox box;
  const std::string count = std::to_string(text.size());
  const std::string script =
      "stty raw -echo; echo READY; " + reader + " " + count + " > got; echo DONE; exec cat";
  ASSERT_EQ(box.pty({"run", "-d", "--id", "p", "--cwd", box.work(), "--", "bash", "-c", script}).code, 0);
  OuterTerminal client = box.on_terminal({"attach", "p"});
  ASSERT_TRUE(client.wait_for_text("READY"));
  client.type(text);
  ASSERT_TRUE(client.wait_for_text("DONE"));
  EXPECT_EQ(box.read_work("got"), text);
}

// D-093
TEST(PasteScenario, AMegabyteOfMultibyteTextArrivesIntact) {
  paste_into("head -c", multibyte_text(1'000'003));
}

// D-092: all 256 values, except the detach key's byte.
TEST(PasteScenario, AllByteValuesArrive) {
  std::string bytes;
  for (int round = 0; round < 300; ++round)
    for (int value = 0; value < 256; ++value)
      if (value != 0x1c)
        bytes.push_back(static_cast<char>((value + round) % 256 == 0x1c ? 'x' : (value + round) % 256));
  paste_into("head -c", bytes);
}

}  // namespace
}  // namespace pty::scenario
