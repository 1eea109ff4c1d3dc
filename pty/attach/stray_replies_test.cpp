#include "pty/attach/stray_replies.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "pty/attach/pass_deadlines.hpp"

namespace pty::attach {
namespace {

using base::ByteView;
using base::Milliseconds;

/// What reaches the session of what is typed and answered.
class Line {
 public:
  explicit Line(StrayReplies::LoneEscape escape = StrayReplies::LoneEscape::is_held) : replies_(escape) {}
  Line& comes(ByteView bytes) {
    passed_.append(replies_.feed(bytes, clock_.now()));
    return *this;
  }
  Line& pass(Milliseconds time) {
    const auto on_time = [this] { passed_.append(replies_.on_time(clock_.now())); };
    pass_deadlines(clock_, time, [this] { return replies_.deadline(); }, on_time);
    return *this;
  }
  std::string passed() { return std::exchange(passed_, {}); }

 private:
  base::ManualClock clock_;
  StrayReplies replies_;
  std::string passed_;
};

const std::vector<std::string>& replies() {
  static const std::vector<std::string> all{
      "\x1b[?1;2c",                              // DA1
      "\x1b[?62;22;52c",                         //
      "\x1b[>0;276;0c",                          // DA2
      "\x1bP!|00000000\x1b\\",                   // DA3
      "\x1bP>|XTerm(390)\x1b\\",                 // XTVERSION
      "\x1bP>|foot(1.16)\x07",                   //
      "\x1b]10;rgb:ffff/ffff/ffff\x1b\\",        // colours
      "\x1b]11;rgb:1e1e/1e1e/2e2e\x07",          //
      "\x1b]11;rgba:0000/0000/0000/ffff\x1b\\",  //
      "\x1b]4;255;rgb:ee/ee/ee\x07",             //
      "\x1b]19;rgb:0/0/0\x07",                   //
      "\x1b[?2026;2$y",                          // DECRPM
      "\x1b[4;1$y",                              //
      "\x1b[?0u",                                // kitty keyboard
      "\x1b[?31u",                               //
      "\x1b[0n",                                 // status
      "\x1b[?13n",                               //
      "\x1b[?5;7R",                              // extended cursor position
      "\x1b[8;24;80t",                           // sizes
      "\x1b[4;600;800t",                         //
      "\x1b[6;18;9t",                            //
      "\x1b[48;24;80;600;800t",                  //
      "\x1b[>4;2m",                              // modifyOtherKeys
      "\x1bP1$r0m\x1b\\",                        // DECRQSS
      "\x1bP1+r544e=787465726d\x1b\\",           // XTGETTCAP
      "\x1bP0+r\x1b\\",                          //
  };
  return all;
}

// §7.4
TEST(StrayReplies, AnAnswerIsDroppedHoweverItIsSplit) {
  for (const std::string& reply : replies()) {
    Line whole;
    EXPECT_EQ(whole.comes("a" + reply + "b").pass(Milliseconds{2000}).passed(), "ab") << reply.substr(1);
    for (std::size_t cut = 1; cut < reply.size(); ++cut) {
      Line split;
      split.comes("a" + reply.substr(0, cut)).pass(Milliseconds{20}).comes(reply.substr(cut) + "b");
      EXPECT_EQ(split.pass(Milliseconds{2000}).passed(), "ab") << reply.substr(1) << " cut at " << cut;
    }
    Line bytewise;
    for (const char byte : reply) bytewise.comes({&byte, 1}).pass(Milliseconds{20});
    EXPECT_EQ(bytewise.passed(), "") << reply.substr(1);
  }
}

// §7.4
TEST(StrayReplies, ASlowAnswerIsWaitedForOnceNoKeyCouldHaveBegunIt) {
  for (const char* const reply :
       {"\x1b[?62;22c", "\x1b]11;rgb:0000/0000/0000\x07", "\x1bP>|XTerm(390)\x1b\\"}) {
    const std::string text(reply);
    for (std::size_t cut = 3; cut < text.size(); ++cut) {
      Line split;
      split.comes(text.substr(0, cut))
          .pass(Milliseconds{900})
          .comes(text.substr(cut))
          .pass(Milliseconds{2000});
      EXPECT_EQ(split.passed(), "") << text.substr(1) << " cut at " << cut;
    }
  }
}

// §7.4
TEST(StrayReplies, AnswersInARowAreAllDropped) {
  std::string all;
  for (const std::string& reply : replies()) all += reply;
  Line line;
  EXPECT_EQ(line.comes(all + "x").passed(), "x");
}

// §7.4
TEST(StrayReplies, WhatAPersonTypesPassesAtOnce) {
  const std::vector<std::string> typed{"ls\r",
                                       "\x1b[A",
                                       "\x1bOA",
                                       "\x1b[1;5R",
                                       "\x1b[24;80R",
                                       "\x1b[1;2P",
                                       "\x1b[15~",
                                       "\x1b[97;5u",
                                       "\x1b[97;5:3u",
                                       "\x1b[<0;5;5M",
                                       "\x1b[M !!",
                                       "\x1b[I",
                                       "\x1b[Z",
                                       "\x1b"
                                       "d",
                                       "\x1b\r",
                                       "\x1b[27;5;13~",
                                       "\xc3\xa9",
                                       "\x1b[?997;1n",
                                       "\x1b]52;c;aGk=\x07",
                                       "\x1b]0;x\x07",
                                       "\x1b_Gi=1;OK\x1b\\",
                                       "\x1b[?1;0;5S",
                                       "\x1b]11;?\x07"};
  for (const std::string& keys : typed) {
    Line line;
    EXPECT_EQ(line.comes(keys).passed(), keys) << keys;
    for (std::size_t cut = 1; cut < keys.size(); ++cut) {
      Line split;
      split.comes(keys.substr(0, cut)).comes(keys.substr(cut));
      EXPECT_EQ(split.pass(Milliseconds{2000}).passed(), keys) << keys.substr(1) << " cut at " << cut;
    }
  }
}

// D-107
TEST(StrayReplies, WhatAKeyCanBeginWithIsReleasedInTime) {
  for (const char* const prefix : {"\x1b", "\x1b[", "\x1b]", "\x1bP", "\x1b[1", "\x1b[1;5"}) {
    Line line;
    EXPECT_EQ(line.comes(prefix).pass(Milliseconds{24}).passed(), "");
    EXPECT_EQ(line.pass(Milliseconds{1}).passed(), prefix);
  }
  Line passing(StrayReplies::LoneEscape::passes);
  EXPECT_EQ(passing.comes("x\x1b").passed(), "x\x1b") << "somebody has waited before";
}

TEST(StrayReplies, WhatNeverBecomesAnAnswerIsReleasedUntouched) {
  for (const std::string begun : {"\x1b[?62;2", "\x1b]11;rgb:00", "\x1bP>|XTerm", "\x1bP>|XTerm\x1b"}) {
    Line line;
    EXPECT_EQ(line.comes(begun).pass(Milliseconds{999}).passed(), "");
    EXPECT_EQ(line.pass(Milliseconds{1}).passed(), begun);
  }
  const std::string endless = "\x1bP>|" + std::string(5000, 'x');
  Line line;
  EXPECT_GE(line.comes(endless).passed().size(), endless.size() - StrayReplies::kMaxHeld);
  Line broken;
  EXPECT_EQ(broken.comes("\x1bP>|abc\x1b[A").passed(), "\x1bP>|abc\x1b[A");
}

// D-108
TEST(StrayReplies, APasteIsData) {
  std::string paste = "\x1b[200~";
  for (const std::string& reply : replies()) paste += reply;
  paste += "\x1b[20\x1b[201~";
  for (std::size_t cut = 0; cut <= paste.size(); ++cut) {
    Line line;
    line.comes(ByteView(paste).substr(0, cut)).comes(ByteView(paste).substr(cut)).comes("\x1b[?1;2cx");
    EXPECT_EQ(line.passed(), paste + "x") << "cut at " << cut;
  }
}

/// Bytes of which sequences are made, at random.
std::string escape_soup(std::mt19937& random) {
  static const std::vector<std::string> kParts{
      "\x1b", "[",  "]", "P",         "?",         ">",   "$",   "r",    "y",       "c",
      "u",    "n",  "R", "1",         "0",         "11;", "4;",  ";",    "rgb:",    "0/0/0",
      "\x07", "\\", "x", "\x1b[200~", "\x1b[201~", ">|",  "1+r", "\x1c", "8;24;80t"};
  std::string soup;
  for (int i = 0; i < 40; ++i) soup += kParts[random() % kParts.size()];
  return soup;
}

TEST(StrayReplies, TheSameOfAnyInputPassesHoweverItIsSplit) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    const std::string soup = escape_soup(random);
    Line whole;
    const std::string expected = whole.comes(soup).pass(Milliseconds{2000}).passed();
    Line split;
    for (std::size_t at = 0; at < soup.size();) {
      const std::size_t size = 1 + random() % 5;
      split.comes(ByteView(soup).substr(at, size));
      at += size;
    }
    EXPECT_EQ(split.pass(Milliseconds{2000}).passed(), expected) << "round " << round;
    EXPECT_LE(expected.size(), soup.size());
  }
}

TEST(StrayReplies, OrdinaryInputIsNotCopied) {
  StrayReplies replies;
  const ByteView input = "echo hello\r";
  EXPECT_EQ(replies.feed(input, {}).data(), input.data());
}

}  // namespace
}  // namespace pty::attach
