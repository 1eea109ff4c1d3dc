#include "pty/attach/detach_key.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pty/attach/detach_matcher.hpp"

namespace pty::attach {
namespace {

using namespace std::string_literals;
using base::ByteView;
using base::Milliseconds;

struct KeyCase {
  const char* spec;
  std::vector<std::string> is;
  std::vector<std::string> is_not;
};

/// Every form in which terminals report a key, and neighbours that are other keys.
const std::vector<KeyCase>& key_cases() {
  static const std::vector<KeyCase> all{
      {"ctrl+a",
       {"\x01", "\x1b[97;5u", "\x1b[97;69u", "\x1b[97:65;5:1u", "\x1b[27;5;97~", "\x1b[27;69;65~",
        "\x1b[1092:1060:97;5u"},
       {"a", "\x1b[97u", "\x1b[97;6u", "\x1b[98;5u", "\x1c", "\x1b[92;5u"}},
      {"ctrl+]", {"\x1d", "\x1b[93;5u", "\x1b[27;5;93~"}, {"]", "\x1b[93;7u"}},
      {"ctrl+space", {"\0"s, "\x1b[32;5u", "\x1b[27;5;32~"}, {" ", "\x1b[32;6u"}},
      {"ctrl+_", {"\x1f", "\x1b[45:95;6u", "\x1b[95;5u", "\x1b[27;6;95~"}, {"_", "\x1b[45;5u"}},
      {"alt+d",
       {"\x1b"
        "d",
        "\x1b[100;3u", "\x1b[100;67:1u", "\x1b[27;3;100~"},
       {"d",
        "\x1b"
        "D",
        "\x1b[100;4u"}},
      {"alt+shift+d",
       {"\x1b"
        "D",
        "\x1b[100;4u", "\x1b[100:68;4u", "\x1b[27;4;68~"},
       {"\x1b"
        "d",
        "\x1b[100;3u"}},
      {"ctrl+alt+d",
       {"\x1b\x04", "\x1b[100;7u", "\x1b[27;7;100~"},
       {"\x04",
        "\x1b"
        "d",
        "\x1b[100;5u"}},
      {"shift+tab", {"\x1b[Z", "\x1b[9;2u", "\x1b[27;2;9~"}, {"\t", "\x1b[9;5u"}},
      {"alt+return", {"\x1b\r", "\x1b[13;3u", "\x1b[27;3;13~"}, {"\r", "\x1b[13;5u"}},
      {"f1",
       {"\x1bOP", "\x1b[P", "\x1b[11~", "\x1b[1;1P", "\x1b[1;1:1P", "\x1b[1;129P", "\x1b[11;1:1~", "\x1b[[A"},
       {"\x1bOQ", "\x1b[1;5P", "\x1b[[B", "\x1b[12~", "\x1b[11^"}},
      {"ctrl+f1", {"\x1b[1;5P", "\x1b[11;5~", "\x1bO5P", "\x1b[11^"}, {"\x1bOP", "\x1b[1;6P", "\x1b[[A"}},
      {"f5", {"\x1b[15~", "\x1b[15;1:1~", "\x1b[[E"}, {"\x1b[15;2~", "\x1b[17~"}},
      {"f12", {"\x1b[24~", "\x1b[24;1~", "\x1b[24;65:1~"}, {"\x1b[24;5~", "\x1b[23~", "\x1b[24$"}},
      {"shift+f12", {"\x1b[24;2~", "\x1b[24$"}, {"\x1b[24~", "\x1b[24@"}},
      {"f13", {"\x1b[25~", "\x1b[57376u", "\x1b[57376;1:1u"}, {"\x1b[57377u", "\x1b[57376;5u"}},
      {"ctrl+home", {"\x1b[1;5H", "\x1b[7^", "\x1b[1;5~"}, {"\x1b[H", "\x1b[1;5F"}},
      {"end", {"\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~"}, {"\x1b[H", "\x1b[1;5F"}},
      {"alt+insert", {"\x1b[2;3~", "\x1b[2;3:1~"}, {"\x1b[2~"}},
  };
  return all;
}

DetachKey key_of(ByteView spec) {
  auto key = parse_detach_key(spec);
  EXPECT_TRUE(key) << spec << ": " << (key ? "" : key.error().text);
  return key.value_or(DetachKey{});
}

/// What of an input the program gets, and whether it detaches in the end.
struct Result {
  std::string received;
  bool detached = false;
};

class Typist {
 public:
  explicit Typist(ByteView spec) : matcher_(DetachMatcher::Policy::double_tap_sends, key_of(spec)) {}
  Typist& type(ByteView bytes) { return take(matcher_.feed(bytes, clock_.now())); }
  Typist& pass(Milliseconds time) {
    clock_.advance(time);
    return take(matcher_.on_time(clock_.now()));
  }
  Result end() {
    pass(Milliseconds{25});
    pass(DetachMatcher::kHeldDown);
    return result_;
  }

 private:
  Typist& take(const DetachMatcher::Output& output) {
    result_.received.append(output.forward);
    result_.detached = result_.detached || output.detach;
    return *this;
  }
  base::ManualClock clock_;
  DetachMatcher matcher_;
  Result result_;
};

// D-105, D-106, D-107: for every key that can be chosen
TEST(DetachKey, IsRecognisedInEveryFormAndEverySplit) {
  for (const KeyCase& c : key_cases()) {
    for (const std::string& form : c.is) {
      for (std::size_t cut = 0; cut < form.size(); ++cut) {
        const Result result = Typist(c.spec).type(form.substr(0, cut)).type(form.substr(cut)).end();
        EXPECT_TRUE(result.detached) << c.spec << ": " << form.substr(1) << " cut at " << cut;
        EXPECT_EQ(result.received, "") << c.spec;
      }
    }
  }
}

// D-105, D-107
TEST(DetachKey, OtherKeysPassUntouchedInEverySplit) {
  for (const KeyCase& c : key_cases()) {
    std::vector<std::string> others = c.is_not;
    for (const char* other : {"\x1b", "\x1bOx", "\x1b[", "\x1b[[", "\x1bO", "\x1b[[x", "\x1b[<0;92;5M",
                              "\x1b[?1;2c", "x\xe2\x82\xac\r"})
      others.emplace_back(other);
    for (const std::string& other : others) {
      for (std::size_t cut = 0; cut <= other.size(); ++cut) {
        const Result result = Typist(c.spec).type(other.substr(0, cut)).type(other.substr(cut)).end();
        EXPECT_FALSE(result.detached) << c.spec << ": " << other << " cut at " << cut;
        EXPECT_EQ(result.received, other) << c.spec;
      }
    }
  }
}

// D-104
TEST(DetachKey, TwiceIsSentAsItCame) {
  for (const KeyCase& c : key_cases()) {
    for (const std::string& form : c.is) {
      const Result result = Typist(c.spec).type(c.is.front()).pass(Milliseconds{200}).type(form).end();
      EXPECT_FALSE(result.detached) << c.spec;
      EXPECT_EQ(result.received, form) << c.spec;
    }
  }
}

// D-105
TEST(DetachKey, RepeatsAndReleasesOfASwallowedPressAreSwallowed) {
  for (const auto& [spec, press, repeat, release] : std::vector<std::array<std::string, 4>>{
           {"ctrl+a", "\x1b[97;5u", "\x1b[97;5:2u", "\x1b[97;5:3u"},
           {"f12", "\x1b[24~", "\x1b[24;1:2~", "\x1b[24;1:3~"},
           {"f2", "\x1bOQ", "\x1b[1;1:2Q", "\x1b[1;1:3Q"},
           {"ctrl+f1", "\x1b[1;5P", "\x1b[1;5:2P", "\x1b[1;5:3P"},
           {"f13", "\x1b[57376u", "\x1b[57376;1:2u", "\x1b[57376;1:3u"}}) {
    const Result result = Typist(spec).type(press + repeat + repeat + release).end();
    EXPECT_TRUE(result.detached) << spec;
    EXPECT_EQ(result.received, "") << spec;
  }
}

// D-108
TEST(DetachKey, IsDataInsideAPaste) {
  for (const KeyCase& c : key_cases()) {
    std::string paste = "\x1b[200~";
    for (const std::string& form : c.is) paste += form + "x";
    paste += "\x1b[201~";
    for (std::size_t cut = 0; cut <= paste.size(); ++cut) {
      const Result result = Typist(c.spec).type(paste.substr(0, cut)).type(paste.substr(cut)).end();
      EXPECT_FALSE(result.detached) << c.spec;
      EXPECT_EQ(result.received, paste) << c.spec;
    }
  }
}

TEST(DetachKey, NoneLeavesEveryKeyToTheProgram) {
  const std::string input = "\x1c\x1b[92;5u\x03\x1b";
  const Result result = Typist("none").type(input).end();
  EXPECT_FALSE(result.detached);
  EXPECT_EQ(result.received, input);
  EXPECT_EQ(key_of("none").name(), "");
}

TEST(DetachKey, TheOtherKeyTakesThePlaceOfTheUsualOne) {
  const Result result = Typist("ctrl+]").type("\x1c\x1b[92;5u").end();
  EXPECT_FALSE(result.detached);
  EXPECT_EQ(result.received, "\x1c\x1b[92;5u");
}

TEST(DetachKey, HasANameForPeople) {
  EXPECT_EQ(DetachKey{}.name(), "Ctrl+\\");
  EXPECT_EQ(DetachKey{}.name('-'), "Ctrl-\\");
  EXPECT_EQ(key_of("CTRL+\\").name(), "Ctrl+\\");
  EXPECT_EQ(key_of("f12").name(), "F12");
  EXPECT_EQ(key_of("alt+ctrl+d").name(), "Ctrl+Alt+D");
  EXPECT_EQ(key_of("ctrl+space").name(), "Ctrl+Space");
}

TEST(DetachKey, RefusesWhatCouldNotBeReliedOn) {
  struct Refused {
    const char* spec;
    const char* reason;
  };
  for (const auto& [spec, reason] : std::vector<Refused>{
           {"", "Unknown key: \"\" in key spec \"\""},
           {"ctrl", "Unknown key: \"ctrl\" in key spec \"ctrl\""},
           {"ctrl+nosuch", "Unknown key: \"nosuch\" in key spec \"ctrl+nosuch\""},
           {"strg+a", "Unknown modifier: \"strg\" in key spec \"strg+a\""},
           {"a", "\"a\" cannot detach: it is typed as text"},
           {"shift+a", "\"shift+a\" cannot detach: it is typed as text"},
           {"return", "\"return\" cannot detach: it is typed as text"},
           {"escape", "\"escape\" cannot detach: it is typed as text"},
           {"ctrl+m", "\"ctrl+m\" cannot detach: terminals send the same for Return"},
           {"ctrl+i", "\"ctrl+i\" cannot detach: terminals send the same for Tab"},
           {"ctrl+[", "\"ctrl+[\" cannot detach: terminals send the same for Escape"},
           {"ctrl+alt+8", "\"ctrl+alt+8\" cannot detach: terminals send the same for Backspace"},
           {"ctrl+shift+d", "\"ctrl+shift+d\" cannot detach: terminals send the same without Shift"},
           {"alt+shift+7", "\"alt+shift+7\" cannot detach: name the character that Shift makes instead"},
           {"ctrl+return", "\"ctrl+return\" cannot detach: not every terminal can tell it from other keys"},
           {"shift+escape", "\"shift+escape\" cannot detach: it is typed as text"},
           {"ctrl+,", "\"ctrl+,\" cannot detach: not every terminal can tell it from other keys"},
           {"super+d", "\"super+d\" cannot detach: not every terminal can send it"},
           {"alt+[", "\"alt+[\" cannot detach: it looks like the beginning of other keys"},
           {"alt+shift+o", "\"alt+shift+o\" cannot detach: it looks like the beginning of other keys"}}) {
    const auto key = parse_detach_key(spec);
    ASSERT_FALSE(key) << spec;
    EXPECT_EQ(key.error().text, reason);
  }
}

// D-135
TEST(DetachKey, AWatcherLeavesOnOneTapOfItOrAnInterrupt) {
  for (const ByteView key : {"\x1b[24~", "\x1b[24;1:1~", "\x03", "\x1b[99;5u"}) {
    DetachMatcher matcher(DetachMatcher::Policy::immediate, key_of("f12"));
    EXPECT_TRUE(matcher.feed(key, {}).detach) << key.substr(1);
  }
  DetachMatcher without(DetachMatcher::Policy::immediate, key_of("none"));
  EXPECT_FALSE(without.feed("\x1c", {}).detach);
  EXPECT_TRUE(without.feed("\x03", {}).detach);
}

}  // namespace
}  // namespace pty::attach
