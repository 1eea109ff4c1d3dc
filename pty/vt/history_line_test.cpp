#include "pty/vt/history_line.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace pty::vt {
namespace {

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(engine_() % limit); }
  std::uint8_t byte() { return static_cast<std::uint8_t>(engine_()); }

 private:
  std::mt19937 engine_;
};

RunStyle colored(std::uint8_t index) {
  RunStyle look;
  look.style.foreground = term::Color::indexed(index);
  return look;
}

base::ByteBuffer finished(const LineWriter& writer) {
  base::ByteBuffer line;
  writer.finish(line, LineEnd::hard);
  return line;
}

TEST(HistoryLine, APlainLineCostsItsBytesAndAFew) {
  LineWriter writer;
  const std::string text(60, 'x');
  writer.ascii(60, text, {});
  EXPECT_LE(finished(writer).size(), text.size() + 5);
}

TEST(HistoryLine, TwentyTrueColourChangesStaySmall) {
  LineWriter writer;
  for (std::uint8_t i = 0; i < 20; ++i) {
    RunStyle look;
    look.style.foreground = term::Color::rgb({i, 100, 200});
    writer.ascii(4, "word", look);
  }
  EXPECT_LE(finished(writer).size() + 4, 200U);
}

TEST(HistoryLine, AnEmptyLineIsOneByteAndOneRow) {
  const base::ByteBuffer line = finished(LineWriter{});
  EXPECT_EQ(line.size(), 1U);
  EXPECT_EQ(line_rows(line, 80), 1U);
}

TEST(HistoryLine, RowsAreACeilingDivisionForNarrowText) {
  LineWriter writer;
  writer.ascii(100, std::string(100, 'x'), {});
  const base::ByteBuffer line = finished(writer);
  EXPECT_EQ(line_rows(line, 80), 2U);
  EXPECT_EQ(line_rows(line, 50), 2U);
  EXPECT_EQ(line_rows(line, 49), 3U);
  EXPECT_EQ(line_rows(line, 100), 1U);
}

TEST(HistoryLine, WideCharactersAtAnEdgeWrapWhole) {
  LineWriter writer;
  writer.plain(12, "漢漢漢漢漢漢", 2, {});
  const base::ByteBuffer line = finished(writer);
  EXPECT_EQ(line_rows(line, 12), 1U);
  EXPECT_EQ(line_rows(line, 6), 2U);
  EXPECT_EQ(line_rows(line, 5), 3U);   // two a row and a blank
  EXPECT_EQ(line_rows(line, 11), 2U);  // five a row and a blank
}

TEST(HistoryLine, AnErasedTailTakesNoRows) {
  LineWriter writer;
  writer.ascii(4, "text", {});
  writer.erased(100, colored(1));
  EXPECT_EQ(line_rows(finished(writer), 10), 1U);
}

struct WrittenRun {
  RunKind kind;
  std::uint32_t cells;
  RunStyle look;
  std::string text;
};

term::Color random_color(Dice& random) {
  switch (random.below(4)) {
    case 0:
      return term::Color::indexed(random.byte());
    case 1:
      return term::Color::rgb({random.byte(), random.byte(), random.byte()});
    default:
      return {};
  }
}

RunStyle random_look(Dice& random) {
  RunStyle look;
  if (random.below(3) == 0) return look;
  look.style.foreground = random_color(random);
  look.style.background = random_color(random);
  look.style.underline_color = random_color(random);
  if (random.below(2) == 0) look.style.attributes = random.below(0x80000) & 0x701FF;
  if (random.below(4) == 0) look.link = random.below(1000);
  if (random.below(4) == 0) look.marks = random.byte() % 7;
  return look;
}

enum class Tail : std::uint8_t { no, anywhere };

WrittenRun write_random_run(Dice& random, LineWriter& writer, Tail tail) {
  WrittenRun run{static_cast<RunKind>(random.below(6)), 1 + random.below(300), random_look(random), {}};
  if (tail == Tail::no && run.kind == RunKind::erased) run.kind = RunKind::spaces;
  switch (run.kind) {
    case RunKind::ascii:
      run.text.assign(run.cells, static_cast<char>('!' + random.below(90)));
      writer.ascii(run.cells, run.text, run.look);
      break;
    case RunKind::spaces:
      writer.spaces(run.cells, run.look);
      break;
    case RunKind::erased:
      writer.erased(run.cells, run.look);
      break;
    case RunKind::narrow:
      for (std::uint32_t i = 0; i < run.cells; ++i) run.text += i % 3 == 0 ? "a" : i % 3 == 1 ? "é" : "│";
      writer.plain(run.cells, run.text, 1, run.look);
      break;
    case RunKind::wide:
      run.cells *= 2;
      for (std::uint32_t i = 0; i < run.cells; i += 2) run.text += i % 4 == 0 ? "漢" : "🎉";
      writer.plain(run.cells, run.text, 2, run.look);
      break;
    case RunKind::mixed:
      run.cells *= 3;
      for (std::uint32_t i = 0; i < run.cells; i += 3) {
        put_glyph(run.text, "e\u0301", 2, 1);
        put_glyph(run.text, "👩\u200d🚀", 3, 2);
      }
      writer.mixed(run.cells, run.text, true, run.look);
      break;
  }
  return run;
}

TEST(HistoryLine, RandomRunsComeBackAsTheyWere) {
  Dice random(11);
  for (int round = 0; round < 300; ++round) {
    LineWriter writer;
    std::vector<WrittenRun> written;
    for (std::uint32_t i = 0; i < random.below(12); ++i)
      written.push_back(write_random_run(random, writer, Tail::anywhere));
    const base::ByteBuffer line = finished(writer);
    LineReader reader(line);
    std::size_t index = 0;
    for (vt::Run run; reader.next(run); ++index) {
      ASSERT_LT(index, written.size());
      EXPECT_EQ(run.kind, written[index].kind);
      EXPECT_EQ(run.cells, written[index].cells);
      EXPECT_EQ(run.look, written[index].look);
      EXPECT_EQ(run.text, written[index].text);
    }
    EXPECT_EQ(index, written.size());
  }
}

TEST(HistoryLine, RowsAgreeWithLayingGlyphsOutOneByOne) {
  Dice random(12);
  for (int round = 0; round < 200; ++round) {
    LineWriter writer;
    for (std::uint32_t i = 0; i < random.below(6); ++i) write_random_run(random, writer, Tail::no);
    const base::ByteBuffer line = finished(writer);
    const auto width = static_cast<std::uint16_t>(2 + random.below(100));
    std::uint32_t rows = 1;
    std::uint32_t column = 0;
    LineReader reader(line);
    for (vt::Run run; reader.next(run);) {
      GlyphReader glyphs(run);
      for (Glyph glyph; glyphs.next(glyph);) {
        if (column + glyph.width > width) {
          ++rows;
          column = 0;
        }
        column += glyph.width;
      }
    }
    EXPECT_EQ(line_rows(line, width), rows);
  }
}

}  // namespace
}  // namespace pty::vt
