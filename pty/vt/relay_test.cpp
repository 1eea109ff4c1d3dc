#include "pty/vt/relay.hpp"

#include <gtest/gtest.h>

#include "pty/vt/terminal_fixture.hpp"

namespace pty::vt {
namespace {

struct Query {
  std::string_view bytes;
  std::string_view reply;
};

const Query kQueries[] = {
    {"\x1b[c", "\x1b[?62;22c"},
    {"\x1b[0c", "\x1b[?62;22c"},
    {"\x1b[>c", "\x1b[>0;382;0c"},
    {"\x1b[>0c", "\x1b[>0;382;0c"},
    {"\x1b[=c", "\x1bP!|00000000\x1b\\"},
    {"\x1b[>q", "\x1bP>|pty(0.0)\x1b\\"},
    {"\x1b[>0q", "\x1bP>|pty(0.0)\x1b\\"},
    {"\x1b[5n", "\x1b[0n"},
    {"\x1b[6n", "\x1b[1;1R"},
    {"\x1b[?6n", "\x1b[?1;1;1R"},
    {"\x1b[?996n", "\x1b[?997;1n"},
    {"\x1b[?7$p", "\x1b[?7;1$y"},
    {"\x1b[?1000$p", "\x1b[?1000;2$y"},
    {"\x1b[?9999$p", "\x1b[?9999;0$y"},
    {"\x1b[4$p", "\x1b[4;2$y"},
    {"\x1b[?u", "\x1b[?0u"},
    {"\x1b[?4m", "\x1b[>4;0m"},
    {"\x1bP$qm\x1b\\", "\x1bP1$r0m\x1b\\"},
    {"\x1bP$qr\x1b\\", "\x1bP1$r1;5r\x1b\\"},
    {"\x1bP$qs\x1b\\", "\x1bP1$r1;10s\x1b\\"},
    {"\x1bP$q q\x1b\\", "\x1bP1$r0 q\x1b\\"},
    {"\x1bP$q\"q\x1b\\", "\x1bP1$r0\"q\x1b\\"},
    {"\x1bP$qx\x1b\\", "\x1bP0$r\x1b\\"},
    {"\x1bP+q436f\x1b\\", "\x1bP1+r436f=323536\x1b\\"},
    {"\x1bP+q585858\x1b\\", "\x1bP0+r585858\x1b\\"},
    {"\x1b[18t", "\x1b[8;5;10t"},
    {"\x1b[14t", ""},
    {"\x1b[16t", ""},
    {"\x1b[11t", "\x1b[1t"},
    {"\x1b[19t", "\x1b[9;5;10t"},
    {"\x1b[20t", ""},
    {"\x1b[21t", ""},
    {"\x1b]10;?\a", "\x1b]10;rgb:c0c0/c0c0/c0c0\a"},
    {"\x1b]11;?\x1b\\", "\x1b]11;rgb:0000/0000/0000\x1b\\"},
    {"\x1b]12;?\x1b\\", "\x1b]12;rgb:c0c0/c0c0/c0c0\x1b\\"},
    {"\x1b]4;1;?;2;?\a", "\x1b]4;1;rgb:cdcd/0000/0000\a\x1b]4;2;rgb:0000/cdcd/0000\a"},
    {"\x1b]52;c;?\a", ""},
    {"\x1b]17;?\a", ""},
    {"\x1b]99;i=1:p=?;\x1b\\", ""},
    {"\x1b_Gi=31,a=q;AAAA\x1b\\", ""},
    {"\x1b[?1;1;0S", ""},
    {"\x05", ""},
    {"\x1b[x", ""},
    {"\x1b[1;1;1;1;2;2*y", ""},
};

// D-078, D-080, D-081, D-082, D-085, D-089
TEST(Relay, AnswersEachQueryOnceAndKeepsItFromClientsWholeOrSplitAnywhere) {
  for (const Query& query : kQueries) {
    const std::string input = "a" + std::string(query.bytes) + "b";
    for (std::size_t cut = 0; cut <= input.size(); ++cut) {
      TestTerminal t;
      t.write("\x1b[H").write(input.substr(1, 0));
      // Asked at home, so that the cursor reports are those of an empty screen.
      const std::string alone(query.bytes);
      const std::size_t at = std::min(cut, alone.size());
      t.write(alone.substr(0, at));
      t.write(alone.substr(at));
      EXPECT_EQ(t.terminal.take_replies(), query.reply) << query.bytes.substr(1) << " cut at " << at;
      EXPECT_EQ(t.relay.writable, "\x1b[H") << query.bytes.substr(1) << " cut at " << at;

      TestTerminal text;
      text.write(input.substr(0, cut));
      text.write(input.substr(cut));
      EXPECT_EQ(text.relay.writable, "ab") << query.bytes.substr(1) << " cut at " << cut;
    }
  }
}

// D-091
TEST(Relay, PassesEverythingElseByteExactHoweverItIsCut) {
  const std::string input =
      std::string("\xff\xc0\x00z\x1b[1;31mx\x1b]0;t\a\x1bPq#0\x1b\\\xf0\x9f\x98\x80", 30) +
      "\x1b[3\x1b[4m\x1b[1\x18y\x1b]2;u\x1b[1m\xe2\x82 \x1b\x1b[?25l\x9b\x31m";
  for (std::size_t cut = 0; cut <= input.size(); ++cut) {
    TestTerminal t;
    t.write(input.substr(0, cut)).write(input.substr(cut));
    t.terminal.flush_relay(t.relay);
    EXPECT_EQ(t.relay.everyone, input) << "cut at " << cut;
  }
  TestTerminal bytewise;
  for (const char& c : input) bytewise.write({&c, 1});
  bytewise.terminal.flush_relay(bytewise.relay);
  EXPECT_EQ(bytewise.relay.everyone, input);
}

TEST(Relay, HoldsIncompleteSequencesUntilTheyAreComplete) {
  TestTerminal t;
  t.write("a\x1b[3");
  EXPECT_EQ(t.relay.everyone, "a");
  t.write("1m\xe2\x82");
  EXPECT_EQ(t.relay.everyone, "a\x1b[31m");
  t.write("\xac\x1b]0;x");
  EXPECT_EQ(t.relay.everyone, "a\x1b[31m\xe2\x82\xac");
  t.terminal.flush_relay(t.relay);
  EXPECT_EQ(t.relay.everyone, "a\x1b[31m\xe2\x82\xac\x1b]0;x");
}

TEST(Relay, ClosesForClientsWhatASwallowedQueryWouldHaveClosed) {
  EXPECT_EQ(TestTerminal().write("\x1b[3\x1b[cm").relay.everyone, "\x1b[3\x18m");
  EXPECT_EQ(TestTerminal().write("\xec\x05\x8f").relay.everyone, "\xec\x18\x8f");
  EXPECT_EQ(TestTerminal().write("\x1b]2;t\x1b[cm").relay.everyone, "\x1b]2;t\x1b\\m");
}

TEST(Relay, ControlsInsideASwallowedSequenceStay) {
  EXPECT_EQ(TestTerminal().write("x\x1b[\r\nc").relay.everyone, "x\r\n");
}

TEST(Relay, ControlsInsideASequenceGoAheadOfItWhenTheyAreExecuted) {
  TestTerminal t;
  t.write("x\x1b[3\n");
  EXPECT_EQ(t.relay.everyone, "x\n");
  t.write("1\x05m");
  EXPECT_EQ(t.relay.everyone, "x\n\x1b[31m");
  EXPECT_EQ(TestTerminal().write("\x1b]2;t\x1b[\n1m").relay.everyone, "\x1b]2;t\x1b\\\n\x1b[1m");
  const std::string longest = "\x1b[" + std::string(5000, '1');
  EXPECT_EQ(TestTerminal().write(longest + "\nm").relay.everyone, longest + "\nm");
}

TEST(Relay, StreamsLongStringsAndMarksTheirTails) {
  TestTerminal t;
  const std::string start = "\x1bPq" + std::string(5000, '#');
  t.write(start);
  EXPECT_EQ(t.relay.everyone, start);
  EXPECT_TRUE(t.terminal.in_long_string());
  t.write("more\x1b");
  EXPECT_EQ(t.relay.everyone, start + "more") << "the ESC may begin something else";
  t.write("\\after");
  EXPECT_EQ(t.relay.everyone, start + "more\x1b\\after");
  EXPECT_EQ(t.relay.tails, "more\x1b\\");
  EXPECT_FALSE(t.terminal.in_long_string());
}

// D-033
TEST(Relay, KnowsALongStringWhoseEffectLasts) {
  const auto begun = [](const std::string& start) {
    TestTerminal t;
    t.write(start + std::string(5000, '1'));
    EXPECT_TRUE(t.terminal.in_long_string());
    const bool lasts = t.terminal.in_long_setting();
    t.write("\x1b\\");
    EXPECT_FALSE(t.terminal.in_long_setting());
    return lasts;
  };
  for (const char* start :
       {"\x1b]0;", "\x1b]2;", "\x1b]4;1;#", "\x1b]7;file:", "\x1b]8;;http:", "\x1b]133;C;"})
    EXPECT_TRUE(begun(start)) << start;
  for (const char* start : {"\x1b]52;c;", "\x1b]9;", "\x1b]777;notify;", "\x1b]1337;File=", "\x1b]",
                            "\x1b]4242;", "\x1bPq", "\x1b_G", "\x1b^", "\x1bX"})
    EXPECT_FALSE(begun(start)) << start;
}

// D-025: who came in the middle of it misses the rest of it, and nothing behind it.
TEST(Relay, TheTailOfAnOverLongSequenceEndsWithIt) {
  const struct {
    std::string start;
    std::string tail;
    std::string after;
  } kCases[] = {
      {"\x1b[" + std::string(5000, '1'), "2;3m", "text"},
      {"\x1b" + std::string(5000, '('), "B", "text"},
      {"\x1b[" + std::string(5000, '1'), "23", "\x1b[31mtext"},
      {"\x1b[" + std::string(5000, '1'), "23\x18", "text"},
      {"\x1b[" + std::string(5000, '1'), "2", "\xc3\xa9"},
  };
  for (const auto& one : kCases) {
    TestTerminal t;
    t.write(one.start);
    EXPECT_TRUE(t.terminal.in_long_string());
    t.write(one.tail + one.after);
    EXPECT_EQ(t.relay.everyone, one.start + one.tail + one.after);
    EXPECT_EQ(t.relay.tails, one.tail);
    EXPECT_FALSE(t.terminal.in_long_string());
  }
}

TEST(Relay, AnOverLongSequenceIsNoQuery) {
  std::string query = "\x1b]4";
  while (query.size() < 5000) query += ";1;?";
  TestTerminal t;
  t.write(query + "\a");
  EXPECT_EQ(t.terminal.take_replies(), "");
  EXPECT_EQ(t.relay.everyone, query + "\a");
}

TEST(Relay, ClipboardWritesGoToWritableClientsOnly) {
  TestTerminal t;
  t.write("a\x1b]52;c;aGk=\ab");
  EXPECT_EQ(t.relay.everyone, "ab");
  EXPECT_EQ(t.relay.writable, "a\x1b]52;c;aGk=\ab");
  TestTerminal large;
  const std::string copy = "\x1b]52;c;" + std::string(20'000, 'A') + "\a";
  for (std::size_t i = 0; i < copy.size(); i += 1000) large.write(copy.substr(i, 1000));
  EXPECT_EQ(large.relay.everyone, "");
  EXPECT_EQ(large.relay.writable, copy);
}

// D-090
TEST(Relay, InBandResizeStaysBetweenTheApplicationAndTheTerminal) {
  TestTerminal t;
  t.write("\x1b[?2048h");
  EXPECT_EQ(t.terminal.take_replies(), "\x1b[48;5;10;0;0t");
  EXPECT_EQ(t.relay.everyone, "");
  t.terminal.resize({6, 12});
  EXPECT_EQ(t.terminal.take_replies(), "\x1b[48;6;12;0;0t");
  t.write("\x1b[?25;2048;1l");
  EXPECT_EQ(t.relay.everyone, "\x1b[?25;1l");
  t.terminal.resize({7, 12});
  EXPECT_EQ(t.terminal.take_replies(), "");
}

// D-086
TEST(Relay, SettingsPassAndQueriesAmongThemAreTakenOut) {
  EXPECT_EQ(TestTerminal().write("\x1b]10;rgb:1/2/3\a").relay.everyone, "\x1b]10;rgb:1/2/3\a");
  TestTerminal t;
  t.write("\x1b]4;1;#102030;1;?\x1b\\");
  EXPECT_EQ(t.terminal.take_replies(), "\x1b]4;1;rgb:1010/2020/3030\x1b\\");
  EXPECT_EQ(t.relay.everyone, "\x1b]4;1;#102030\x1b\\");
}

// D-066
TEST(Relay, ReportsLeavingTheAlternateScreenRightAfterTheSequence) {
  TestTerminal t;
  t.write(
      "\x1b[?1049hx\x1b[?1049ly\x1b[?1049l\x1b[?47h\x1b"
      "cz");
  const std::string first = "\x1b[?1049hx\x1b[?1049l";
  const std::string second = first +
                             "y\x1b[?1049l\x1b[?47h\x1b"
                             "c";
  EXPECT_EQ(t.relay.left_at, (std::vector<std::size_t>{first.size(), second.size()}));
}

// D-083
TEST(Relay, CursorReportsFollowTheMarginsAndNeverLeaveTheScreen) {
  TestTerminal t;
  t.write("0123456789\x1b[6n");
  EXPECT_EQ(t.terminal.take_replies(), "\x1b[1;10R");
  t.write("\x1b[2;4r\x1b[?6h\x1b[2;3H\x1b[6n");
  EXPECT_EQ(t.terminal.take_replies(), "\x1b[2;3R");
}

TEST(Relay, RepliesAreBounded) {
  TestTerminal t;
  for (int i = 0; i < 20'000; ++i) t.write("\x1b[c");
  EXPECT_LE(t.terminal.take_replies().size(), kMaxReplyBytes);
}

}  // namespace
}  // namespace pty::vt
