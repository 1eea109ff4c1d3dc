#include "pty/term/tokenizer.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace pty::term {
namespace {

/// Writes down every call; neighbouring text is joined, because its cuts are not part of the contract.
class Recorder {
 public:
  const char* print(const char* p, const char* end) {
    while (p < end && static_cast<unsigned char>(*p) >= 0x20 && *p != 0x7f) {
      const text::Utf8Step step = text::decode_one(p, end);
      if (step.outcome == text::Utf8Outcome::incomplete) return p;
      add_text(step.outcome == text::Utf8Outcome::complete ? std::string(p, step.length) : "?");
      p += step.length;
    }
    return p;
  }
  void print_invalid() { add_text("?"); }
  void control(std::uint8_t c0) { calls.push_back("C0 " + std::to_string(c0)); }
  void csi(const CsiSequence& sequence) {
    std::string call = "CSI " + spelled(sequence.key);
    for (std::size_t i = 0; i < sequence.count; ++i) {
      call += sequence.is_sub(i) ? ':' : ' ';
      if (((sequence.present >> i) & 1U) != 0) call += std::to_string(sequence.values[i]);
    }
    calls.push_back(call);
  }
  void escape(std::uint32_t key) { calls.push_back("ESC " + spelled(key)); }
  void string(const ControlString& string) {
    const char* ends[] = {"BEL", "ST", "ESC", "CAN"};
    calls.push_back("STR " + std::to_string(static_cast<int>(string.kind)) + " " +
                    std::string(string.payload) + " " + ends[static_cast<int>(string.end)] +
                    (string.truncated ? " cut" : ""));
  }

  std::vector<std::string> calls;

 private:
  static std::string spelled(std::uint32_t key) {
    std::string out;
    for (int shift = 24; shift >= 0; shift -= 8)
      if (((key >> shift) & 0xff) != 0) out.push_back(static_cast<char>((key >> shift) & 0xff));
    return out;
  }
  void add_text(const std::string& text) {
    if (calls.empty() || !calls.back().starts_with("T ")) calls.emplace_back("T ");
    calls.back() += text;
  }
};

std::vector<std::string> calls_of(base::ByteView input) {
  Tokenizer tokenizer;
  Recorder recorder;
  tokenizer.feed(input, recorder);
  return recorder.calls;
}

using Calls = std::vector<std::string>;

TEST(Tokenizer, SplitsTextControlsAndSequences) {
  EXPECT_EQ(calls_of("ab\r\n\x1b[1;31mred\x1b[m\x1b(0x"),
            (Calls{"T ab", "C0 13", "C0 10", "CSI m 1 31", "T red", "CSI m", "ESC (0", "T x"}));
}

TEST(Tokenizer, KeepsEmptyAndSubParametersApart) {
  EXPECT_EQ(calls_of("\x1b[4:3;;58:2::1:2:3m"), (Calls{"CSI m 4:3  58:2::1:2:3"}));
  EXPECT_EQ(calls_of("\x1b[;5H"), (Calls{"CSI H  5"}));
}

TEST(Tokenizer, SaturatesValuesAndDropsParametersBeyondTheLimit) {
  EXPECT_EQ(calls_of("\x1b[99999999999C"), (Calls{"CSI C 65535"}));
  std::string many = "\x1b[1";
  for (int i = 0; i < 60; ++i) many += ";2";
  const Calls calls = calls_of(many + "m");
  ASSERT_EQ(calls.size(), 1U);
  EXPECT_EQ(std::count(calls[0].begin(), calls[0].end(), ' '), 1 + 32);
}

TEST(Tokenizer, ExecutesControlsInsideSequences) {
  EXPECT_EQ(calls_of("\x1b[1\a0\nA"), (Calls{"C0 7", "C0 10", "CSI A 10"}));
}

TEST(Tokenizer, CancelAndSubstituteAbort) {
  EXPECT_EQ(calls_of("\x1b[1\x18x\x1b[2\x1ay"), (Calls{"T xy"}));
  EXPECT_EQ(calls_of("\x1b]0;t\x18z"), (Calls{"STR 0 0;t CAN", "T z"}));
}

TEST(Tokenizer, EscapeRestartsASequenceAndEndsAString) {
  EXPECT_EQ(calls_of("\x1b[3\x1b[4m"), (Calls{"CSI m 4"}));
  EXPECT_EQ(calls_of("\x1b]0;t\x1b[4m"), (Calls{"STR 0 0;t ESC", "CSI m 4"}));
}

TEST(Tokenizer, StringsEndWithBellOnlyIfTheyAreOsc) {
  EXPECT_EQ(calls_of("\x1b]2;a\a\x1bP$qm\a\x1b\\"), (Calls{"STR 0 2;a BEL", "STR 1 $qm\a ST"}));
}

TEST(Tokenizer, EightBitControlsAreNotIntroducers) {
  EXPECT_EQ(calls_of("\x9b\x31m"), (Calls{"T ?1m"}));
}

TEST(Tokenizer, IllFormedAndUnfinishedUtf8BecomesOneReplacementEach) {
  EXPECT_EQ(calls_of("\xe2\x82\x1b[m"), (Calls{"T ?", "CSI m"}));
  EXPECT_EQ(calls_of("\xff\xc0z"), (Calls{"T ??z"}));
}

TEST(Tokenizer, IgnoresWrongPrefixesAndOverLongSequences) {
  EXPECT_EQ(calls_of("\x1b[1?h\x1b[ 1q."), (Calls{"T ."}));
  EXPECT_EQ(calls_of("\x1b[" + std::string(5000, '1') + "m."), (Calls{"T ."}));
}

TEST(Tokenizer, StopsCollectingStringsAtTheirCap) {
  const Calls general = calls_of("\x1b]0;" + std::string(100'000, 'x') + "\a.");
  ASSERT_EQ(general.size(), 2U);
  EXPECT_EQ(general[0].size(), kMaxStringBytes + std::string("STR 0  BEL cut").size());
  const Calls clipboard = calls_of("\x1b]52;c;" + std::string(100'000, 'x') + "\a.");
  ASSERT_EQ(clipboard.size(), 2U);
  EXPECT_TRUE(clipboard[0].ends_with(" BEL"));
}

TEST(Tokenizer, GivesTheSameCallsHoweverTheInputIsCut) {
  const std::string input =
      "p\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xf0\x9f\x1b[?25;1004h\x1b[38:2::1:2:3m\x1b]8;;http://"
      "x\x1b\\\x1b]0;t\a\x1bPq#\x1b"
      "\x1b[5n\x1b#8\x1b[1\a;2H\x1b[1\x18w\x1b_Ga=q\x1b\\\x1b^p\x1b\\\x1bXs\x1b\\\x1b c\xe2\x28\xa1\x7f.";
  const Calls whole = calls_of(input);
  for (std::size_t cut = 0; cut <= input.size(); ++cut) {
    Tokenizer tokenizer;
    Recorder recorder;
    tokenizer.feed(base::ByteView(input).substr(0, cut), recorder);
    tokenizer.feed(base::ByteView(input).substr(cut), recorder);
    EXPECT_EQ(recorder.calls, whole) << "cut at " << cut;
  }
  Tokenizer tokenizer;
  Recorder recorder;
  for (const char& c : input) tokenizer.feed({&c, 1}, recorder);
  EXPECT_EQ(recorder.calls, whole);
}

TEST(Tokenizer, TellsWhereTheCurrentSequenceBeginsAndEnds) {
  struct Positions : Recorder {
    Tokenizer* tokenizer = nullptr;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> spans;
    void csi(const CsiSequence&) { spans.emplace_back(tokenizer->token_begin(), tokenizer->token_end()); }
    void string(const ControlString&) {
      spans.emplace_back(tokenizer->token_begin(), tokenizer->token_end());
    }
  };
  const std::string input = "ab\x1b[5n\x1b]10;?\a.\x1b]11;?\x1b[c";
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> expected{{2, 6}, {6, 13}, {14, 20}, {20, 23}};
  for (std::size_t cut = 0; cut <= input.size(); ++cut) {
    Tokenizer tokenizer;
    Positions positions;
    positions.tokenizer = &tokenizer;
    tokenizer.feed(base::ByteView(input).substr(0, cut), positions);
    tokenizer.feed(base::ByteView(input).substr(cut), positions);
    EXPECT_EQ(positions.spans, expected) << "cut at " << cut;
  }
}

TEST(Tokenizer, NumbersAreTheSameWhereverTheInputIsCut) {
  std::mt19937 dice(3);
  for (int round = 0; round < 2'000; ++round) {
    std::string input = "\x1b[";
    for (auto i = dice() % 8; i > 0; --i) {
      for (auto digits = dice() % 7; digits > 0; --digits) input += static_cast<char>('0' + dice() % 10);
      input += dice() % 4 == 0 ? ':' : ';';
    }
    input += dice() % 3 == 0 ? "7m" : dice() % 2 == 0 ? "65535m" : "m";
    Tokenizer tokenizer;
    Recorder recorder;
    for (const char c : input) tokenizer.feed({&c, 1}, recorder);
    ASSERT_EQ(calls_of(input), recorder.calls) << input.substr(1);
  }
}

TEST(Tokenizer, CommandsAreTheSameWhereverTheInputIsCut) {
  const std::string long_text(kMaxStringBytes + 10, 'x');
  for (const std::string& input :
       {std::string("\x1b]0;title\a."), std::string("\x1b]0;title\x1b\\."), std::string("\x1b]0;t\x1b[m."),
        std::string("\x1b]8;;http://a\x18."), std::string("\x1b]\a."), std::string("\x1b]2;\x1b\x1b\\."),
        "\x1b]2;" + long_text + "\a.", "\x1b]52;c;" + long_text + "\a."}) {
    Tokenizer tokenizer;
    Recorder recorder;
    for (const char c : input) tokenizer.feed({&c, 1}, recorder);
    EXPECT_EQ(calls_of(input), recorder.calls);
  }
}

}  // namespace
}  // namespace pty::term
