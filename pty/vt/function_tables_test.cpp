// Every row of the tables says what the terminal does with its sequence.

#include "pty/vt/function_tables.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "pty/vt/same_state.hpp"
#include "pty/vt/terminal_fixture.hpp"

namespace pty::vt {
namespace {

using Samples = std::map<std::string_view, std::string_view>;

/// Parameters with which a CSI sequence does what it is for; none for most.
const Samples kCsiParameters{{"?m", "4"}, {"*y", "1;1;1;1;2;2"}, {">m", "4;1"}, {"?h", "1"}};
const Samples kOscTexts{
    {"4", "1;red"},   {"5", "1;red"},   {"8", ";http://x"}, {"10", "red"}, {"21", "cursor=red"},
    {"52", "c;aGk="}, {"99", ";hello"}, {"104", ""},        {"133", "A"},  {"777", "notify;t;b"},
};
const Samples kOscQuestions{{"4", "1;?"},
                            {"5", "1;?"},
                            {"21", "cursor=?"},
                            {"52", "c;?"},
                            {"99", "i=1:p=?;"},
                            {"1337", "ReportCellSize"},
                            {"5522", "type=read;Lg=="}};
const Samples kDcsTexts{{"$q", "m"}, {"+q", "436f"}};

std::string_view sample(const Samples& samples, std::string_view spelled, std::string_view usual) {
  const auto found = samples.find(spelled);
  return found != samples.end() ? found->second : usual;
}

std::string csi_sample(const FunctionRow& row) {
  std::string_view rest = row.spelled;
  std::string out = "\x1b[";
  if (rest[0] >= '<' && rest[0] <= '?') {
    out.push_back(rest[0]);
    rest.remove_prefix(1);
  }
  return out.append(sample(kCsiParameters, row.spelled, "")).append(rest);
}

std::string hex(std::string_view text) {
  std::string out;
  for (const char c : text) out += fmt::format("{:02x}", static_cast<unsigned>(c));
  return out;
}

std::string sample_of(FunctionTable table, const FunctionRow& row) {
  const std::string_view spelled = row.spelled;
  switch (table) {
    case FunctionTable::control:
      return std::string(spelled);
    case FunctionTable::escape:
      return fmt::format("\x1b{}{}", spelled, row.parameters.empty() ? "" : "B");
    case FunctionTable::csi:
      return csi_sample(row);
    case FunctionTable::osc:
      return fmt::format("\x1b]{};{}\x1b\\", spelled, sample(kOscTexts, spelled, "text"));
    case FunctionTable::dcs:
      return fmt::format("\x1bP{}{}\x1b\\", spelled, sample(kDcsTexts, spelled, "text"));
    case FunctionTable::apc:
      return fmt::format("\x1b_{}f=32;AAAA\x1b\\", spelled);
    case FunctionTable::status:
      return fmt::format("\x1b[{}n", spelled);
    case FunctionTable::dec_status:
      return fmt::format("\x1b[?{}n", spelled);
    case FunctionTable::window:
      return fmt::format("\x1b[{}t", spelled);
    case FunctionTable::setting:
      return fmt::format("\x1bP$q{}\x1b\\", spelled);
    case FunctionTable::capability:
      return fmt::format("\x1bP+q{}\x1b\\", hex(spelled));
  }
  return {};
}

std::string question_of(FunctionTable table, const FunctionRow& row) {
  if (table == FunctionTable::apc) return fmt::format("\x1b_{}i=1,a=q;AAAA\x1b\\", row.spelled);
  return fmt::format("\x1b]{};{}\x1b\\", row.spelled, sample(kOscQuestions, row.spelled, "?"));
}

/// What became of a sequence, as far as it shows.
Disposition observed(std::string_view bytes) {
  TestTerminal t;
  t.write(bytes);
  const bool replied = !t.terminal.take_replies().empty();
  if (t.relay.everyone == bytes) return Disposition::applied;
  if (t.relay.writable == bytes) return Disposition::writable;
  if (!t.relay.writable.empty()) return Disposition::none;
  return replied ? Disposition::answered : Disposition::refused;
}

/// Applied and passed look the same from outside.
Disposition shown(Disposition disposition) {
  return disposition == Disposition::passed ? Disposition::applied : disposition;
}

template <class Visit>
void for_each_row(Visit visit) {
  for (const FunctionTable table : kFunctionTables)
    for (const FunctionRow& row : function_rows(table)) visit(table, row);
}

TEST(FunctionTables, EveryRowIsWhatTheTerminalDoes) {
  for_each_row([](FunctionTable table, const FunctionRow& row) {
    if (row.disposition == Disposition::varies) return;
    EXPECT_EQ(observed(sample_of(table, row)), shown(row.disposition)) << spelled_out(table, row);
  });
}

TEST(FunctionTables, EveryQuestionIsAnsweredOrRefusedAsItsRowSays) {
  for_each_row([](FunctionTable table, const FunctionRow& row) {
    if (row.asked == Disposition::none) return;
    EXPECT_EQ(observed(question_of(table, row)), row.asked) << spelled_out(table, row);
  });
}

TEST(FunctionTables, WhatIsPassedOrRefusedChangesNothing) {
  for_each_row([](FunctionTable table, const FunctionRow& row) {
    if (row.disposition != Disposition::passed && row.disposition != Disposition::refused) return;
    TestTerminal t;
    t.write("text").write(sample_of(table, row));
    TestTerminal without;
    without.write("text");
    EXPECT_EQ(same_state(without.terminal, t.terminal), std::nullopt) << spelled_out(table, row);
    EXPECT_TRUE(t.terminal.take_events().empty()) << spelled_out(table, row);
  });
}

TEST(FunctionTables, EveryRowHasANameAndASentence) {
  for_each_row([](FunctionTable table, const FunctionRow& row) {
    EXPECT_FALSE(row.name.empty()) << spelled_out(table, row);
    EXPECT_TRUE(row.text.ends_with('.')) << spelled_out(table, row);
  });
}

TEST(FunctionTables, SpelledOutForPeople) {
  std::set<std::string> all;
  for_each_row([&](FunctionTable table, const FunctionRow& row) {
    EXPECT_TRUE(all.insert(spelled_out(table, row)).second) << spelled_out(table, row);
  });
  for (const char* one : {"CSI ? modes h", "CSI shape SP q", "ESC SP F", "ESC # 8", "ENQ (0x05)",
                          "OSC 7 ; URL ST", "DCS $ q m ST", "CSI ? 996 n"})
    EXPECT_TRUE(all.contains(one)) << one;
}

}  // namespace
}  // namespace pty::vt
