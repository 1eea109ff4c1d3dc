#include "pty/attach/detach_matcher.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pty/attach/pass_deadlines.hpp"

namespace pty::attach {
namespace {

using base::ByteView;
using base::Milliseconds;
using Policy = DetachMatcher::Policy;

constexpr ByteView kKey = "\x1c";

/// A matcher, a clock, and everything the program received so far.
class Keyboard {
 public:
  explicit Keyboard(Policy policy = Policy::double_tap_sends) : matcher_(policy) {}

  Keyboard& type(ByteView bytes) {
    take(matcher_.feed(bytes, clock_.now()));
    return *this;
  }
  Keyboard& type_bytewise(ByteView bytes, Milliseconds gap = Milliseconds{0}) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      if (i > 0) pass(gap);
      type(bytes.substr(i, 1));
    }
    return *this;
  }
  /// Time goes by, with the wake-ups that the matcher asked for.
  Keyboard& pass(Milliseconds time) {
    const auto on_time = [this] { take(matcher_.on_time(clock_.now())); };
    pass_deadlines(clock_, time, [this] { return matcher_.deadline(); }, on_time);
    return *this;
  }
  DetachMatcher& matcher() { return matcher_; }
  [[nodiscard]] bool detached() const { return detached_; }
  std::string received() { return std::exchange(received_, {}); }

 private:
  void take(const DetachMatcher::Output& output) {
    received_.append(output.forward);
    detached_ = detached_ || output.detach;
  }

  base::ManualClock clock_;
  DetachMatcher matcher_;
  std::string received_;
  bool detached_ = false;
};

const std::vector<ByteView>& detach_encodings() {
  static const std::vector<ByteView> all{
      "\x1c",
      "\x1b[92;5u",            // kitty
      "\x1b[92;5:1u",          // an explicit press
      "\x1b[92;69u",           // caps lock
      "\x1b[92;133u",          // num lock
      "\x1b[92;197:1u",        // both
      "\x1b[92:124;5u",        // with the shifted key
      "\x1b[92:124:92;5:1u",   // and the base layout key
      "\x1b[92;5;28u",         // with associated text
      "\x1b[1101:1069:92;5u",  // base layout of a Cyrillic keyboard
      "\x1b[1101::92;5u",      // the same without a shifted key
      "\x1b[27;5;92~",         // modifyOtherKeys
      "\x1b[27;69;92~",        // with caps lock
  };
  return all;
}

// D-103
TEST(DetachMatcher, DetachesWhenTheWindowPassesWithoutASecondTap) {
  Keyboard keys;
  keys.type(kKey).pass(Milliseconds{299});
  EXPECT_FALSE(keys.detached());
  keys.pass(Milliseconds{1});
  EXPECT_TRUE(keys.detached());
  EXPECT_EQ(keys.received(), "");
}

// D-105, D-106
TEST(DetachMatcher, RecognisesEveryEncoding) {
  for (const ByteView encoding : detach_encodings()) {
    Keyboard keys;
    keys.type(encoding).pass(DetachMatcher::kHeldDown);
    EXPECT_TRUE(keys.detached()) << encoding.substr(1);
    EXPECT_EQ(keys.received(), "") << encoding.substr(1);
  }
}

// D-107
TEST(DetachMatcher, RecognisesEveryEncodingSplitAtEveryByte) {
  for (const ByteView encoding : detach_encodings()) {
    for (std::size_t cut = 1; cut < encoding.size(); ++cut) {
      Keyboard keys;
      keys.type(encoding.substr(0, cut)).pass(Milliseconds{10});
      keys.type(encoding.substr(cut)).pass(DetachMatcher::kHeldDown);
      EXPECT_TRUE(keys.detached()) << encoding.substr(1) << " cut at " << cut;
      EXPECT_EQ(keys.received(), "");
    }
    Keyboard bytewise;
    bytewise.type_bytewise(encoding).pass(DetachMatcher::kHeldDown);
    EXPECT_TRUE(bytewise.detached()) << encoding.substr(1);
  }
}

// D-105
TEST(DetachMatcher, OtherKeysAreNotTheDetachKey) {
  for (const ByteView other : {"\x1b[92u",
                               "\x1b[92;1u",
                               "\x1b[92;6u",
                               "\x1b[92;7u",
                               "\x1b[92;13u",
                               "\x1b[92;37u",
                               "\x1b[93;5u",
                               "\x1b[27;5;93~",
                               "\x1b[27;6;92~",
                               "\x1b[27;5~",
                               "\x1b[92;5~",
                               "\x1b[35::92;5u",  // # on a German keyboard sits on that key
                               "\x1b[1;5A",
                               "\x1b[5~",
                               "\x1bOA",
                               "\x1b[A",
                               "\x1b[<0;92;5M",
                               "\x1b[?92;5u",
                               "\x1b[92;5 u",
                               "\x1b[92;5:9u",
                               "\x1b[4294967388;5u",
                               "\x1b[u",
                               "\x1b[;5u",
                               "\x1b\x1b[A",
                               "\x1b]10;rgb:0/0/0\x07",
                               "\xe2\x82\xac"}) {
    Keyboard keys;
    keys.type(other).pass(Milliseconds{1000});
    EXPECT_FALSE(keys.detached()) << other;
    EXPECT_EQ(keys.received(), other);
  }
}

TEST(DetachMatcher, EverythingElsePassesUnchangedHoweverItIsSplit) {
  const std::string input =
      "ls\r\x1b[A\x1b[1;5C\x1bOP\x1b[200~paste \x1c\x1b[92;5u\x1b[201~\xff\xfe\x1b[92;6u\x1b[27;5;13~end";
  for (std::size_t cut = 0; cut <= input.size(); ++cut) {
    Keyboard keys;
    keys.type(ByteView(input).substr(0, cut)).type(ByteView(input).substr(cut)).pass(Milliseconds{1000});
    EXPECT_EQ(keys.received(), input) << "cut at " << cut;
    EXPECT_FALSE(keys.detached());
  }
  Keyboard slow;
  slow.type_bytewise(input, Milliseconds{30}).pass(Milliseconds{1000});
  EXPECT_EQ(slow.received(), input);
  EXPECT_FALSE(slow.detached());
}

TEST(DetachMatcher, OrdinaryInputIsNotCopied) {
  DetachMatcher matcher(Policy::double_tap_sends);
  const ByteView input = "echo hello\r";
  EXPECT_EQ(matcher.feed(input, {}).forward.data(), input.data());
}

// D-104
TEST(DetachMatcher, TheSecondTapIsSentAsItWasReceived) {
  for (const ByteView encoding : detach_encodings()) {
    Keyboard keys;
    keys.type(kKey).pass(Milliseconds{299}).type(encoding).pass(Milliseconds{1000});
    EXPECT_FALSE(keys.detached()) << encoding.substr(1);
    EXPECT_EQ(keys.received(), encoding);
  }
}

// D-104
TEST(DetachMatcher, AThirdTapStartsOver) {
  Keyboard keys;
  keys.type(kKey).type(kKey).type(kKey);
  EXPECT_EQ(keys.received(), kKey);
  keys.pass(Milliseconds{300});
  EXPECT_TRUE(keys.detached());
}

// D-104
TEST(DetachMatcher, TwoTapsInOneReadSendOne) {
  Keyboard keys;
  keys.type("\x1c\x1c").pass(Milliseconds{1000});
  EXPECT_EQ(keys.received(), kKey);
  EXPECT_FALSE(keys.detached());
}

// D-105
TEST(DetachMatcher, ReleaseAndRepeatOfASwallowedPressAreSwallowed) {
  Keyboard keys;
  keys.type("\x1b[92;5:1u\x1b[92;5:2u\x1b[92;5:3u").pass(Milliseconds{299});
  EXPECT_EQ(keys.received(), "");
  EXPECT_FALSE(keys.detached()) << "a repeat is not a second tap, and a release is none";
  keys.pass(Milliseconds{1});
  EXPECT_TRUE(keys.detached());
}

// D-105
TEST(DetachMatcher, AKeyThatIsHeldDownDetachesWhenItIsReleased) {
  Keyboard keys;
  keys.type("\x1b[92;5:1u").pass(Milliseconds{1900});
  for (int i = 0; i < 200; ++i) keys.type("\x1b[92;5:2u").pass(Milliseconds{30});
  EXPECT_FALSE(keys.detached()) << "its repeats would be typed into the shell behind";
  keys.type("\x1b[92;5:3u");
  EXPECT_TRUE(keys.detached());
  EXPECT_EQ(keys.received(), "");
}

// D-105
TEST(DetachMatcher, AKeyIsHeldDownWhenItRepeatsThoughThePressDidNotSay) {
  Keyboard keys;
  keys.type("\x1b[92;5u").pass(Milliseconds{250}).type("\x1b[92;5:2u").pass(Milliseconds{1000});
  EXPECT_FALSE(keys.detached());
  keys.type("\x1b[92;5:3u");
  EXPECT_TRUE(keys.detached());
}

// D-105
TEST(DetachMatcher, AReleaseThatDoesNotComeIsNotWaitedForForEver) {
  Keyboard silent;
  silent.type("\x1b[92;5:1u").pass(DetachMatcher::kHeldDown - Milliseconds{1});
  EXPECT_FALSE(silent.detached());
  EXPECT_TRUE(silent.pass(Milliseconds{1}).detached());

  Keyboard other;
  other.type("\x1b[92;5:1u").pass(Milliseconds{500}).type("x");
  EXPECT_TRUE(other.detached()) << "another key";
  EXPECT_EQ(other.received(), "x");

  Keyboard early;
  early.type("\x1b[92;5:1ux").pass(Milliseconds{299});
  EXPECT_FALSE(early.detached());
  EXPECT_TRUE(early.pass(Milliseconds{1}).detached()) << "another key within the window";

  Keyboard again;
  again.type("\x1b[92;5:1u").pass(Milliseconds{500}).type("\x1b[92;5:1u");
  EXPECT_TRUE(again.detached()) << "the same key, too late for a second tap";
  EXPECT_EQ(again.received(), "");
}

// D-105
TEST(DetachMatcher, TheReleaseOfAForwardedPressIsForwarded) {
  Keyboard keys;
  keys.type("\x1b[92;5:1u\x1b[92;5:3u").pass(Milliseconds{50}).type("\x1b[92;5:1u\x1b[92;5:3u");
  EXPECT_EQ(keys.received(), "\x1b[92;5:1u\x1b[92;5:3u");
  keys.pass(Milliseconds{1000});
  EXPECT_FALSE(keys.detached());
}

// D-107
TEST(DetachMatcher, ALoneEscapeIsReleasedInTime) {
  Keyboard keys;
  keys.type("\x1b").pass(Milliseconds{24});
  EXPECT_EQ(keys.received(), "");
  keys.pass(Milliseconds{1});
  EXPECT_EQ(keys.received(), "\x1b");
  EXPECT_FALSE(keys.matcher().deadline()) << "nothing is left to wait for";
}

// D-107
TEST(DetachMatcher, AnyHeldPrefixIsReleasedInTimeAndOnce) {
  const ByteView encoding = "\x1b[92;5u";
  for (std::size_t cut = 1; cut < encoding.size(); ++cut) {
    Keyboard keys;
    keys.type(encoding.substr(0, cut)).pass(Milliseconds{25});
    EXPECT_EQ(keys.received(), encoding.substr(0, cut));
    keys.type(encoding.substr(cut)).pass(Milliseconds{1000});
    EXPECT_EQ(keys.received(), encoding.substr(cut)) << "half of it is out: the rest follows";
    EXPECT_FALSE(keys.detached());
  }
}

TEST(DetachMatcher, AnEndlessSequenceIsNotHeld) {
  Keyboard keys;
  const std::string digits(1000, '9');
  keys.type("\x1b[" + digits);
  EXPECT_GE(keys.received().size(), 1000 - DetachMatcher::kMaxHeld);
}

// D-108
TEST(DetachMatcher, APasteIsData) {
  const std::string paste = "\x1b[200~a\x1c\x1b[92;5ub\x1c\x1c\x1b[27;5;92~\x1b[201~";
  Keyboard whole;
  whole.type(paste).pass(Milliseconds{1000});
  EXPECT_EQ(whole.received(), paste);
  EXPECT_FALSE(whole.detached());

  Keyboard bytewise;
  bytewise.type_bytewise(paste).pass(Milliseconds{1000});
  EXPECT_EQ(bytewise.received(), paste);
  EXPECT_FALSE(bytewise.detached());
}

// D-108
TEST(DetachMatcher, TheKeyWorksAgainAfterAPasteEvenASlowOne) {
  for (const Milliseconds gap : {Milliseconds{0}, Milliseconds{40}}) {
    Keyboard keys;
    keys.type("\x1b[200~x").type_bytewise("\x1b[20\x1b[201~", gap);
    EXPECT_EQ(keys.received(), "\x1b[200~x\x1b[20\x1b[201~");
    keys.type(kKey).pass(Milliseconds{300});
    EXPECT_TRUE(keys.detached());
  }
}

// D-109
TEST(DetachMatcher, KeysTypedInTheWindowAreForwardedAndDoNotCancel) {
  Keyboard keys;
  keys.type(
          "a\x1c"
          "b")
      .type("c\x1b[A");
  EXPECT_EQ(keys.received(), "abc\x1b[A");
  keys.pass(Milliseconds{300});
  EXPECT_TRUE(keys.detached());
}

// D-110
TEST(DetachMatcher, ResetForgetsAPendingDetach) {
  Keyboard keys;
  keys.type(kKey);
  EXPECT_TRUE(keys.matcher().detach_pending());
  keys.matcher().reset();
  keys.pass(Milliseconds{1000});
  EXPECT_FALSE(keys.detached());
}

TEST(DetachMatcher, AnOverdueWindowDetachesBeforeLaterInput) {
  base::ManualClock clock;
  DetachMatcher matcher(Policy::double_tap_sends);
  (void)matcher.feed(kKey, clock.now());
  clock.advance(Milliseconds{301});
  const DetachMatcher::Output output = matcher.feed(kKey, clock.now());
  EXPECT_TRUE(output.detach);
  EXPECT_EQ(output.forward, "");
}

// D-135
TEST(DetachMatcher, TheImmediatePolicyLeavesOnOneTapOrInterrupt) {
  for (const ByteView key : {"\x1c", "\x03", "\x1b[92;5u", "\x1b[99;5u", "\x1b[27;5;99~"}) {
    Keyboard keys(Policy::immediate);
    keys.type(key);
    EXPECT_TRUE(keys.detached()) << key;
  }
  Keyboard attached;
  attached.type("\x03\x1b[99;5u").pass(Milliseconds{1000});
  EXPECT_FALSE(attached.detached());
  EXPECT_EQ(attached.received(), "\x03\x1b[99;5u");
}

}  // namespace
}  // namespace pty::attach
