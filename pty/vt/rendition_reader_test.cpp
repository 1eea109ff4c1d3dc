// SGR read straight from the input means what it means parameter by parameter.

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>

#include "pty/term/number_window.hpp"
#include "pty/vt/terminal_fixture.hpp"

namespace pty::vt {
namespace {

/// The pen after the sequence was fed with text enough behind it to be read in one look.
term::Style pen_in_place(const std::string& sequence) {
  TestTerminal t({2, 4});
  t.write("\x1b[1;35;44;58;5;9m" + sequence + std::string(term::NumberWindow::kNeededBytes, '\r'));
  return t.terminal.state().pen.style;
}
/// And byte by byte, which is never in one look.
term::Style pen_byte_by_byte(const std::string& sequence) {
  TestTerminal t({2, 4});
  for (const char c : "\x1b[1;35;44;58;5;9m" + sequence) t.write({&c, 1});
  return t.terminal.state().pen.style;
}

TEST(RenditionReader, EveryNumberMeansTheSameInPlace) {
  for (int number = 0; number < 120; ++number) {
    const std::string sequence = "\x1b[" + std::to_string(number) + "m";
    EXPECT_EQ(pen_in_place(sequence), pen_byte_by_byte(sequence)) << number;
  }
}

TEST(RenditionReader, OddSequencesMeanTheSameInPlace) {
  const std::array<std::string, 24> bodies{
      "",
      ";",
      ";1",
      "1;",
      "1;;3",
      "38;5",
      "38;5;",
      "38;5;;1",
      "38;2;1;2",
      "38;2;;;",
      "38;2;1;2;3;48;2;4;5;6",
      "38;2;255;255;255;48;2;255;255;255",
      "38;2;256;999;1000",
      "38;5;256",
      "48;5;70000",
      "038;5;7",
      "38;05;7",
      "38;1;7",
      "58;2;1;2;3",
      "4:3",
      "38:2::1:2:3",
      "38;2;1;2:3",
      "38;2;1;2;3;38;2;1;2;3;38;2;1;2;3;38;2;1;2;3;38;2;1;2;3;38;2;1;2;3",
      "38;2;;;;48;2;;;;38;2;;;;48;2;;;;38;2;;;;48;2;;;;38;2;7;;;48;2;;9;",
  };
  for (const std::string& body : bodies) {
    const std::string sequence = "\x1b[" + body + "m";
    EXPECT_EQ(pen_in_place(sequence), pen_byte_by_byte(sequence)) << body;
  }
}

TEST(RenditionReader, RandomSequencesMeanTheSameInPlace) {
  std::mt19937 random(7);
  const std::array<std::string, 14> pieces{"38;5;", "48;5;", "38;2;", "48;2;", "1", "0",  ";",
                                           "255",   "97",    ";;",    ":",     "?", "12", "m"};
  for (int round = 0; round < 400; ++round) {
    std::string sequence = "\x1b[";
    for (std::size_t i = random() % 24; i > 0; --i) sequence += pieces[random() % pieces.size()];
    sequence += "m";
    EXPECT_EQ(pen_in_place(sequence), pen_byte_by_byte(sequence)) << sequence.substr(1);
  }
}

TEST(RenditionReader, OtherSequencesAreNotTakenForOne) {
  TestTerminal t({5, 10});
  t.write("\x1b[3;4H\x1b[1;2;3;4;5;6;7;8;9H" + std::string(100, '\0'));
  EXPECT_EQ(t.cursor(), "0,1");
  EXPECT_TRUE(t.terminal.state().pen.style.is_default());
}

TEST(RenditionReader, LookingAtSixteenBytesAtOnceFindsWhatLookingAtEachFinds) {
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    std::array<char, 16> bytes{};
    for (char& c : bytes) c = static_cast<char>(round % 2 == 0 ? '0' - 4 + random() % 20 : random());
    for (const unsigned most : {9U, 11U})
      EXPECT_EQ(term::mask_of_most(bytes.data(), most), term::mask_of_most_scalar(bytes.data(), most));
  }
}

}  // namespace
}  // namespace pty::vt
