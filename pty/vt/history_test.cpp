#include "pty/vt/history.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "pty/vt/dump_plain.hpp"
#include "pty/vt/dump_restore.hpp"
#include "pty/vt/history_layout.hpp"
#include "pty/vt/same_state.hpp"
#include "pty/vt/terminal.hpp"
#include "pty/vt/terminal_state.hpp"

namespace pty::vt {
namespace {

History& history_of(Terminal& terminal) {
  return terminal.mutable_state().history;
}

// Bytes a line of a history that holds `lines` times the output.
double bytes_a_line(const std::string& output, int lines, bool idle) {
  Terminal terminal({24, 80});
  for (int i = 0; i < lines + 24; ++i) terminal.write(output + "\r\n");
  if (idle) history_of(terminal).compress_idle();
  return static_cast<double>(history_of(terminal).memory_bytes()) / lines;
}

std::string log_line(int i) {
  static constexpr const char* kWords[] = {"request", "handled", "worker", "cache", "timeout", "after",
                                           "session", "opened",  "closed", "retry", "bytes",   "from"};
  std::string line = "2026-11-29 16:00:" + std::to_string(10 + i % 50) + " ";
  for (unsigned j = 0; line.size() < 60; ++j)
    line += std::string(kWords[(static_cast<unsigned>(i) * 7919U + j * 104'729U) % 12U]) + " ";
  return line.substr(0, 60);
}

TEST(History, ALogLineOfSixtyCharactersIsSmall) {
  Terminal terminal({24, 80});
  constexpr int kLines = 10'000;
  for (int i = 0; i < kLines + 23; ++i) terminal.write(log_line(i) + "\r\n");
  History& history = history_of(terminal);
  ASSERT_EQ(history.lines(), 10'000U);
  EXPECT_LE(history.memory_bytes() / kLines, 110U);
  history.compress_idle();
  EXPECT_LE(history.memory_bytes() / kLines, 50U);
}

TEST(History, TwentyTrueColourChangesAreSmall) {
  std::string line;
  for (int i = 0; i < 20; ++i)
    line += "\x1b[38;2;" + std::to_string(i * 12) + ";" + std::to_string(255 - i) + ";9mabcd";
  EXPECT_LE(bytes_a_line(line + "\x1b[0m", 10'000, false), 250.0);
}

TEST(History, BytesDoNotDependOnTheWidth) {
  std::vector<std::size_t> sizes;
  for (const std::uint16_t cols : {std::uint16_t{80}, std::uint16_t{200}}) {
    Terminal terminal({24, cols});
    for (int i = 0; i < 1'000; ++i) terminal.write(log_line(i) + "\r\n");
    sizes.push_back(history_of(terminal).raw_bytes());
  }
  EXPECT_EQ(sizes[0], sizes[1]);
}

TEST(History, SoftWrappedRowsAreOneLine) {
  Terminal terminal({2, 10});
  terminal.write(std::string(35, 'x') + "\r\n\r\n\r\n");
  EXPECT_EQ(history_of(terminal).lines(), 2U);
  EXPECT_EQ(terminal.history_rows(), 5U);
}

TEST(History, AnEndlessLineIsSplit) {
  Terminal terminal({4, 80});
  for (int i = 0; i < 1'000; ++i) terminal.write(std::string(100, 'x'));
  EXPECT_GE(history_of(terminal).lines(), 24U);
  history_of(terminal).for_each_line([](const History::Line& line) {
    EXPECT_LE(read_head(line.bytes).cells, kMaxLineCells);
    return true;
  });
  EXPECT_EQ(terminal.history_rows(), 1250U - 4U);
}

// A split may fall where a row was wrapped one column early for a wide character.
TEST(History, AnEndlessLineOfWideCharactersIsSplitAndRestored) {
  Terminal terminal({4, 59});
  for (int i = 0; i < 500; ++i) terminal.write("\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d");
  EXPECT_GE(history_of(terminal).lines(), 2U);
  const std::size_t rows = 2'500 / 29 + 1;
  EXPECT_EQ(terminal.history_rows(), rows - 4);
  // The rows before the split were narrower: restored, it falls elsewhere, and must not show.
  for (const std::uint16_t cols :
       {std::uint16_t{58}, std::uint16_t{59}, std::uint16_t{25}, std::uint16_t{59}}) {
    terminal.resize({3, cols});
    terminal.write(std::string(2'500, 'x') + "\u4e2d\u4e2d\u4e2d");
    for (int i = 0; i < 2'200; ++i) terminal.write("\u4e2d");
    Terminal restored({3, cols});
    restored.write(restore_dump(terminal));
    EXPECT_EQ(same_state(terminal, restored), std::nullopt) << cols;
  }
  terminal.resize({24, 59});
  Terminal restored({24, 59});
  restored.write(restore_dump(terminal));
  EXPECT_EQ(same_state(terminal, restored), std::nullopt);
}

TEST(History, KeepsItsLimitOfLines) {
  TerminalOptions options;
  options.history_lines = 50;
  Terminal terminal({5, 20}, options);
  for (int i = 0; i < 200; ++i) terminal.write("line " + std::to_string(i) + "\r\n");
  EXPECT_EQ(history_of(terminal).lines(), 50U);
  EXPECT_EQ(plain_text(terminal, Extent::full).substr(0, 9), "line 146\n");
}

TEST(History, NoLinesAreKeptWithALimitOfZero) {
  TerminalOptions options;
  options.history_lines = 0;
  Terminal terminal({5, 20}, options);
  for (int i = 0; i < 20; ++i) terminal.write("line\r\n");
  EXPECT_EQ(terminal.history_rows(), 0U);
}

TEST(History, Ed3ClearsIt) {
  Terminal terminal({3, 20});
  for (int i = 0; i < 20; ++i) terminal.write("line\r\n");
  terminal.write("\x1b[3J");
  EXPECT_EQ(terminal.history_rows(), 0U);
  EXPECT_EQ(plain_text(terminal, Extent::full), "line\nline");
}

TEST(History, IdleCompressionChangesNothingThatCanBeRead) {
  Terminal terminal({5, 30});
  for (int i = 0; i < 6'000; ++i)
    terminal.write("\x1b[3" + std::to_string(i % 8) + "mcoloured " + std::to_string(i) +
                   " 漢字 e\u0301\x1b[0m\r\n");
  const std::string before = plain_text(terminal, Extent::full);
  const std::size_t rows = terminal.history_rows();
  history_of(terminal).compress_idle();
  EXPECT_EQ(plain_text(terminal, Extent::full), before);
  EXPECT_EQ(terminal.history_rows(), rows);
  terminal.write("more\r\n");
  history_of(terminal).compress_idle();
  EXPECT_EQ(plain_text(terminal, Extent::full), before + "\nmore");
}

// Lines read from either end are the same lines.
TEST(History, WalksInBothDirections) {
  Terminal terminal({3, 12});
  for (int i = 0; i < 3'000; ++i) terminal.write(std::string(static_cast<std::size_t>(i % 40), 'a') + "\r\n");
  std::vector<std::string> forward;
  std::vector<std::string> backward;
  const History& history = history_of(terminal);
  history.for_each_line([&](const History::Line& line) {
    forward.emplace_back(line.bytes);
    return true;
  });
  history.for_each_line_backwards([&](const History::Line& line) {
    backward.emplace_back(line.bytes);
    return true;
  });
  std::reverse(backward.begin(), backward.end());
  EXPECT_EQ(forward, backward);
  EXPECT_EQ(forward.size(), history.lines());
}

TEST(History, RowsAtAnyWidthAreThoseOfTheLayout) {
  Terminal terminal({3, 17});
  for (int i = 0; i < 300; ++i)
    terminal.write(std::string(static_cast<std::size_t>(i % 50), 'a') +
                   (i % 3 == 0 ? "漢字漢字漢字漢字漢字" : "") + "\r\n");
  const History& history = history_of(terminal);
  struct Counter {
    std::size_t rows = 0;
    void text(base::ByteView, std::uint32_t, const RunStyle&) {}
    void erased(std::uint32_t, const RunStyle&) {}
    void end_row(RowEnd) { ++rows; }
  };
  for (std::uint16_t width = 2; width < 60; ++width) {
    Counter counter;
    history.for_each_line([&](const History::Line& line) {
      lay_out_line(line, width, counter);
      return true;
    });
    EXPECT_EQ(history.rows(width), counter.rows) << width;
  }
}

// However often links alternate: their text is kept once in a chunk, and after each collection of the links.
TEST(History, LinksThatComeAgainAreKeptOnce) {
  std::string line;
  for (int i = 0; i < 20; ++i)
    line += "\x1b]8;;http://x/" + std::string(500, 'u') + std::to_string(i) + "\a.";
  EXPECT_LT(bytes_a_line(line + "\x1b]8;;\a", 2'000, false), 700);
}

TEST(History, LinksAreRightAfterMoreThanTheTableHolds) {
  Terminal terminal({3, 40});
  for (int round = 0; round < 3; ++round)
    for (int i = 0; i < 9'000; ++i)
      terminal.write("\x1b]8;id=" + std::to_string(i % 7) + ";http://x/" + std::to_string(i) + "\a" +
                     std::to_string(i) + "\x1b]8;;\a\r\n");
  std::size_t lines = 0;
  history_of(terminal).for_each_line([&](const History::Line& line) {
    vt::Run run;
    LineReader reader(line.bytes);
    if (!reader.next(run) || run.look.link == 0) return false;
    const Link link = split_link((*line.links)[run.look.link - 1]);
    const std::string number(run.text);
    ++lines;
    return link.uri == "http://x/" + number && link.id == std::to_string(std::stoi(number) % 7);
  });
  EXPECT_EQ(lines, terminal.mutable_state().history.lines());
}

// A line of ASCII takes a short way into history: it must come out of it as any other does.
TEST(History, PlainRowsAreKeptLikeAllOthers) {
  for (const std::uint16_t cols :
       {std::uint16_t{2}, std::uint16_t{15}, std::uint16_t{16}, std::uint16_t{80}, std::uint16_t{4096}}) {
    for (std::uint16_t used = 0; used <= cols; used = static_cast<std::uint16_t>(used + 1 + used / 3)) {
      std::vector<Cell> cells(cols);
      for (std::uint16_t i = 0; i < used; ++i) cells[i] = Cell(U' ' + i % 95U);
      InternTables tables;
      HistoryChunk chunk;
      LineWriter writer;
      const RowView row{cells.data(), used};
      pack_row(row, cols, tables, chunk, writer);
      base::ByteBuffer expected;
      writer.finish(expected, LineEnd::hard);
      std::string buffer(kAsciiLineRoom + cols, '\0');
      const auto packed = pack_ascii_line(row, buffer.data() + kAsciiLineRoom);
      ASSERT_TRUE(packed);
      ASSERT_EQ(finish_ascii_line(buffer.data(), *packed), expected) << cols << ' ' << used;
    }
  }
}

TEST(History, ALineWithAGapOrAnotherCharacterIsNoAsciiLine) {
  std::vector<Cell> cells(40, Cell(U'a'));
  char buffer[64];
  for (const Cell other : {Cell(), Cell(U'\u00e9'), Cell(U'\u4e2d')}) {
    cells[20] = other;
    EXPECT_FALSE(pack_ascii_line({cells.data(), 40}, buffer));
  }
}

}  // namespace
}  // namespace pty::vt
