#include "pty/term/key_table.hpp"

#include <gtest/gtest.h>

#include <string>

namespace pty::term {
namespace {

using namespace std::string_literals;

struct Case {
  const char* spec;
  std::string bytes;
};

void expect_all(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    auto got = encode_key(c.spec);
    ASSERT_TRUE(got.has_value()) << c.spec << ": " << got.error().text;
    EXPECT_EQ(*got, c.bytes) << c.spec;
  }
}

// R-087, D-145
TEST(KeyTable, PlainKeysSendTheirDocumentedBytes) {
  expect_all({{"return", "\r"},
              {"enter", "\r"},
              {"tab", "\t"},
              {"escape", "\x1b"},
              {"esc", "\x1b"},
              {"space", " "},
              {"backspace", "\x7f"},
              {"delete", "\x1b[3~"},
              {"up", "\x1b[A"},
              {"down", "\x1b[B"},
              {"right", "\x1b[C"},
              {"left", "\x1b[D"},
              {"home", "\x1b[H"},
              {"end", "\x1b[F"},
              {"pageup", "\x1b[5~"},
              {"pagedown", "\x1b[6~"},
              {"a", "a"},
              {"z", "z"}});
}

// R-087, D-145
TEST(KeyTable, LettersFollowShiftCtrlAndAlt) {
  for (char c = 'a'; c <= 'z'; ++c) {
    std::string letter(1, c);
    std::string upper(1, static_cast<char>(c - 32));
    std::string control(1, static_cast<char>(c - 96));
    EXPECT_EQ(encode_key("shift+" + letter), upper);
    EXPECT_EQ(encode_key("ctrl+" + letter), control);
    EXPECT_EQ(encode_key("ctrl+shift+" + letter), control);
    EXPECT_EQ(encode_key("alt+" + letter), "\x1b" + letter);
    EXPECT_EQ(encode_key("alt+shift+" + letter), "\x1b" + upper);
    EXPECT_EQ(encode_key("ctrl+alt+" + letter), "\x1b" + control);
  }
}

// R-087, D-145
TEST(KeyTable, ModifiedKeysCarryTheParameterForEveryCombination) {
  const char* words[] = {"",      "shift+",      "alt+",      "alt+shift+",
                         "ctrl+", "ctrl+shift+", "ctrl+alt+", "ctrl+alt+shift+"};
  for (unsigned bits = 1; bits < 8; ++bits) {
    std::string mod = words[bits];
    std::string m = std::to_string(bits + 1);
    EXPECT_EQ(encode_key(mod + "up"), "\x1b[1;" + m + "A");
    EXPECT_EQ(encode_key(mod + "end"), "\x1b[1;" + m + "F");
    EXPECT_EQ(encode_key(mod + "delete"), "\x1b[3;" + m + "~");
    EXPECT_EQ(encode_key(mod + "pagedown"), "\x1b[6;" + m + "~");
    EXPECT_EQ(encode_key(mod + "return"), "\x1b[13;" + m + "u");
    EXPECT_EQ(encode_key(mod + "escape"), "\x1b[27;" + m + "u");
    EXPECT_EQ(encode_key(mod + "space"), "\x1b[32;" + m + "u");
    EXPECT_EQ(encode_key(mod + "backspace"), "\x1b[127;" + m + "u");
    EXPECT_EQ(encode_key(mod + "tab"), bits == 1 ? "\x1b[Z" : "\x1b[9;" + m + "u");
  }
}

// D-145
TEST(KeyTable, FunctionKeysAndInsertAreKnown) {
  expect_all({{"f1", "\x1bOP"},
              {"f4", "\x1bOS"},
              {"f5", "\x1b[15~"},
              {"f6", "\x1b[17~"},
              {"f10", "\x1b[21~"},
              {"f11", "\x1b[23~"},
              {"f12", "\x1b[24~"},
              {"f13", "\x1b[25~"},
              {"f20", "\x1b[34~"},
              {"f24", "\x1b[45~"},
              {"insert", "\x1b[2~"},
              {"shift+f1", "\x1b[1;2P"},
              {"ctrl+f5", "\x1b[15;5~"},
              {"super+up", "\x1b[1;9A"},
              {"super+a", "\x1b[97;9u"}});
}

// D-145
TEST(KeyTable, DigitsAndPunctuationAreKnown) {
  expect_all({{"1", "1"},
              {"/", "/"},
              {"+", "+"},
              {"ctrl++", "\x1b[43;5u"},
              {"alt+.", "\x1b."},
              {"ctrl+\\", "\x1c"},
              {"ctrl+[", "\x1b"},
              {"ctrl+]", "\x1d"},
              {"ctrl+_", "\x1f"},
              {"ctrl+@", "\0"s},
              {"ctrl+/", "\x1f"},
              {"ctrl+1", "\x1b[49;5u"},
              {"ctrl+alt+\\", "\x1b\x1c"}});
}

// D-145
TEST(KeyTable, NamesAreCaseInsensitiveAndModifiersComeInAnyOrder) {
  expect_all({{"Return", "\r"},
              {"CTRL+C", "\x03"},
              {"Shift+Ctrl+UP", "\x1b[1;6A"},
              {"A", "a"},
              {"ctrl+ctrl+c", "\x03"}});
}

// R-087, D-145
TEST(KeyTable, UnknownWordsAreNamedInTheError) {
  auto text = [](base::ByteView spec) {
    auto got = encode_key(spec);
    return got ? "bytes" : got.error().text;
  };
  EXPECT_EQ(text("foo"), "Unknown key: \"foo\" in key spec \"foo\"");
  EXPECT_EQ(text("ctrl+foo"), "Unknown key: \"foo\" in key spec \"ctrl+foo\"");
  EXPECT_EQ(text("hyper+a"), "Unknown modifier: \"hyper\" in key spec \"hyper+a\"");
  EXPECT_EQ(text(""), "Unknown key: \"\" in key spec \"\"");
  EXPECT_EQ(text("ctrl+"), "Unknown key: \"\" in key spec \"ctrl+\"");
  EXPECT_EQ(text("+a"), "Unknown modifier: \"\" in key spec \"+a\"");
  EXPECT_EQ(text("\u00E9"), "Unknown key: \"\u00E9\" in key spec \"\u00E9\"");
}

// R-087
TEST(KeyTable, ASeqValueIsAKeyOrLiteral) {
  EXPECT_EQ(parse_seq_value("key:return"), "\r");
  EXPECT_EQ(parse_seq_value("echo key:return"), "echo key:return");
  EXPECT_EQ(parse_seq_value("\xFF\x1b"), "\xFF\x1b");
  EXPECT_EQ(parse_seq_value(""), "");
  EXPECT_FALSE(parse_seq_value("key:nope").has_value());
}

}  // namespace
}  // namespace pty::term
