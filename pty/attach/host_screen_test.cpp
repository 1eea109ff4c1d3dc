#include "pty/attach/host_screen.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "pty/vt/dump_plain.hpp"
#include "pty/vt/dump_restore.hpp"
#include "pty/vt/same_state.hpp"
#include "pty/vt/terminal.hpp"

namespace pty::attach {
namespace {

using base::ByteView;
using base::Size;

/// A session's daemon and the person's terminal, with the client between them.
class Stage : public HostOutput {
 public:
  Stage(Size grid, Size host)
      : session(grid), terminal(host), screen(*this, HostScreen::Kind::terminal, host), host_size(host) {}

  void write_host(ByteView bytes) override {
    terminal.write(bytes);
    written += bytes;
  }

  /// What a daemon does for a client that asks.
  void send_picture() {
    screen.on_geometry(session.size(), clock.now());
    screen.on_screen(vt::restore_dump(session));
    primary_owed_ = session.on_alternate();
    settle();
  }
  void output(ByteView bytes) {
    session.write(bytes);
    screen.on_data(bytes);
    // Whoever got his picture on the alternate screen has not seen what lies under it.
    if (primary_owed_ && !session.on_alternate()) {
      screen.on_data(vt::primary_repaint(session));
      primary_owed_ = false;
    }
    settle();
  }
  void resize_session(Size size) {
    session.resize(size);
    screen.on_geometry(session.size(), clock.now());
    settle();
  }
  void resize_terminal(Size size) {
    host_size = size;
    terminal.resize(size);
    screen.on_host_resize(size, clock.now());
    settle();
  }
  void settle() {
    screen.flush(clock.now());
    if (screen.take_picture_request()) {
      ++pictures_asked;
      send_picture();
    }
  }
  /// The visible rows of the session as they must stand on the terminal.
  [[nodiscard]] std::string expected() const { return shown(session); }
  [[nodiscard]] std::string actual() const { return shown(terminal); }
  /// What a terminal shows that got everything up to `end` only.
  [[nodiscard]] std::string shown_before(std::size_t end) const {
    vt::Terminal other(host_size);
    other.write(ByteView(written).substr(0, end));
    return shown(other);
  }

  base::ManualClock clock;
  vt::Terminal session;
  vt::Terminal terminal;
  HostScreen screen;
  Size host_size;
  int pictures_asked = 0;
  std::string written;  ///< to the person's terminal

 private:
  bool primary_owed_ = false;

  static std::string shown(const vt::Terminal& of) {
    std::string text;
    for (std::uint16_t row = 0; row < of.size().rows; ++row) {
      const vt::RowView view = of.row(row);
      std::string line;
      for (std::uint16_t col = 0; col < view.used; ++col) {
        if (view.cells[col].width() == vt::CellWidth::second_half) continue;
        const std::size_t before = line.size();
        of.append_text(view.cells[col], line);
        if (line.size() == before) line.push_back(' ');
        const term::Style& style = of.style(view.cells[col].style());
        if (!style.is_default())
          line +=
              "{" + std::to_string(style.attributes) + "," + std::to_string(style.background.bits()) + "}";
      }
      while (line.ends_with(' ')) line.pop_back();
      text += line + "\n";
    }
    while (text.ends_with("\n\n")) text.pop_back();
    return text;
  }
};

void expect_same(const Stage& stage) {
  EXPECT_EQ(stage.actual(), stage.expected());
  EXPECT_EQ(stage.terminal.cursor().row, stage.session.cursor().row);
  EXPECT_EQ(stage.terminal.cursor().col, stage.session.cursor().col);
  EXPECT_EQ(stage.terminal.mode(term::Mode::cursor_visible), stage.session.mode(term::Mode::cursor_visible));
}

void expect_same_input_modes(const Stage& stage) {
  for (const term::Mode mode :
       {term::Mode::application_cursor_keys, term::Mode::mouse_press, term::Mode::mouse_sgr,
        term::Mode::bracketed_paste, term::Mode::focus_reports})
    EXPECT_EQ(stage.terminal.mode(mode), stage.session.mode(mode)) << term::mode_row(mode).name;
  EXPECT_EQ(stage.terminal.keyboard_flags(), stage.session.keyboard_flags());
  EXPECT_EQ(stage.terminal.modify_other_keys(), stage.session.modify_other_keys());
  EXPECT_EQ(stage.terminal.on_alternate(), stage.session.on_alternate());
}

constexpr ByteView kBusy =
    "\x1b[2J\x1b[H\x1b[1;31mred\x1b[0m plain \x1b[44mblue   \x1b[K\x1b[0m\r\n"
    "a long line that has to wrap in a narrow grid because it is longer than forty columns\r\n"
    "\xe6\xbc\xa2\xe5\xad\x97 wide \xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x94\xac cluster "
    "e\xcc\x81\r\n\x1b[?2004h\x1b[?1h\x1b[>5u\x1b[5 q";

// D-118
TEST(HostScreen, PassesThroughWhenSizesAreEqual) {
  Stage stage({24, 80}, {24, 80});
  stage.send_picture();
  stage.output(kBusy);
  expect_same(stage);
  expect_same_input_modes(stage);
}

// A long history does not keep the person waiting: the screen is there before it, and again behind it, with
// nothing left over in between.
TEST(HostScreen, ShowsTheScreenAheadOfALongHistory) {
  for (const bool in_frame : {false, true}) {
    Stage stage({24, 80}, {24, 80});
    for (int i = 0; i < 3'000; ++i)
      stage.session.write("line " + std::to_string(i) + " \x1b[32mof a long history\x1b[0m\r\n");
    stage.session.write(kBusy);
    if (in_frame) stage.session.write("\x1b[?2026h");
    stage.send_picture();
    expect_same(stage);
    expect_same_input_modes(stage);
    const std::size_t frame = stage.written.find("\x1b[?2026h");
    EXPECT_LT(frame, 4'000U);
    EXPECT_EQ(stage.shown_before(frame), stage.expected()) << "the screen is there before the history";
    vt::Terminal plain({24, 80});
    plain.write(vt::restore_dump(stage.session));
    EXPECT_EQ(vt::same_state(plain, stage.terminal), std::nullopt);
  }
}

TEST(HostScreen, AShortHistoryOrABusyScreenIsShownOnce) {
  Stage stage({24, 80}, {24, 80});
  for (int i = 0; i < 300; ++i) stage.session.write("line " + std::to_string(i) + "\r\n");
  stage.send_picture();
  EXPECT_EQ(stage.written.find("line 299"), stage.written.rfind("line 299"));
  Stage busy({50, 200}, {50, 200});
  for (int i = 0; i < 10'000; ++i) {
    const std::string color = std::to_string(i % 256);
    busy.session.write("\x1b[48;2;" + color + ";9;7;38;2;" + color + ";3;3;58;2;4;5;" + color + ";4mx");
  }
  busy.send_picture();
  ASSERT_GT(busy.written.size(), 100'000U);
  EXPECT_LT(busy.written.size(), vt::restore_dump(busy.session).size() + 1'000);
}

// D-118
TEST(HostScreen, ASmallerGridIsDrawnWithoutWrappingOrScrolling) {
  Stage stage({10, 40}, {24, 80});
  stage.send_picture();
  stage.output(kBusy);
  expect_same(stage);
  expect_same_input_modes(stage);
  for (int i = 0; i < 30; ++i) stage.output("\r\nline " + std::to_string(i));
  expect_same(stage);
  stage.output("\x1b[?1049h\x1b[2J\x1b[5;5Hfull screen\x1b[?25l\x1b[?1000;1006h");
  expect_same(stage);
  expect_same_input_modes(stage);
  stage.output("\x1b[?1049l\x1b[?25h\x1b[?1000;1006l");
  expect_same(stage);
  EXPECT_EQ(stage.terminal.history_rows(), 0U) << "nothing scrolled on the person's terminal";
}

// D-118
TEST(HostScreen, ChangesToTheLetterboxAndBackWhenAnotherClientComesAndGoes) {
  Stage stage({24, 80}, {24, 80});
  stage.send_picture();
  stage.output(kBusy);
  stage.resize_session({12, 50});
  EXPECT_EQ(stage.pictures_asked, 1);
  stage.output("more\r\n");
  expect_same(stage);
  stage.resize_session({24, 80});
  expect_same(stage);
  expect_same_input_modes(stage);
  stage.output("\x1b[4hinserted\x1b[4l and passed through\r\n");
  expect_same(stage);
  EXPECT_EQ(stage.terminal.history_rows(), 0U) << "no history was shown twice";
}

// D-118
TEST(HostScreen, ComesBackFromTheLetterboxOnTheAlternateScreenWithAFreshPicture) {
  Stage stage({24, 80}, {24, 80});
  stage.send_picture();
  stage.output("primary\x1b[?1049h\x1b[Halternate");
  stage.resize_session({12, 50});
  stage.resize_session({24, 80});
  EXPECT_EQ(stage.pictures_asked, 2);
  expect_same(stage);
  expect_same_input_modes(stage);
}

// D-118
TEST(HostScreen, ATerminalThatClaimsToBeHugeGetsALetterboxOfAGridsBounds) {
  Letterbox box({3, 10}, {65535, 65535});
  box.write("one\r\ntwo");
  ByteBuffer out;
  box.render(out);
  box.resize_host({20000, 20000});
  box.render(out);
  EXPECT_NE(out.find("one"), ByteBuffer::npos);
  EXPECT_LT(out.size(), 1'000U);
}

// D-118
TEST(HostScreen, AMarkOnTheLastColumnIsWrittenWhereTheCursorCanMoveOn) {
  Stage stage({4, 20}, {4, 10});
  stage.send_picture();
  for (const ByteView line :
       {"\x1b[1;9Hqe\u0301", "\x1b[2;8H\u4f60e\u0301", "\x1b[3;8Hq\u4f60\u0301", "\x1b[4;9Ha\u0302u\u0308"}) {
    stage.output(ByteBuffer(line) + "\x1b[1;1H");
    expect_same(stage);
    stage.output("\x1b[2Jfresh\x1b[1;1H");
    stage.output(ByteBuffer("\x1b[31;4m") + ByteBuffer(line) + "\x1b[m\x1b[1;1H");
    expect_same(stage);
  }
  EXPECT_NE(stage.written.find("\x1b[1;7H\x1b[1@e\u0301"), std::string::npos);
  EXPECT_EQ(stage.written.find("\x1b[1;10He\u0301"), std::string::npos);
}

// D-118
TEST(HostScreen, ABiggerGridIsClippedToThePartWithTheCursor) {
  Stage stage({24, 80}, {6, 20});
  stage.send_picture();
  stage.output("\x1b[H\x1b[2Jtop\x1b[20;1Hbottom\x1b[24;1Hlast");
  EXPECT_EQ(stage.actual(), "\nbottom\n\n\n\nlast\n");
  stage.output("\x1b[1;1H");
  EXPECT_EQ(stage.actual(), "top\n");
  stage.output("\x1b[1;60Hright\x1b[1;64H");
  EXPECT_EQ(stage.terminal.cursor().col, 19);
}

// As a writable client of a session with a larger size of its own sees it.
TEST(HostScreen, APromptAtTheTopOfATallGridKeepsWhatStandsAboveIt) {
  Stage stage({24, 80}, {6, 20});
  stage.send_picture();
  stage.output("\x1b[H\x1b[2Jone\r\ntwo\r\nthree\r\n$");
  EXPECT_EQ(stage.actual(), "one\ntwo\nthree\n$\n");
  stage.output("\r\n4\r\n5\r\n6\r\n7");
  EXPECT_EQ(stage.actual(), "three\n$\n4\n5\n6\n7\n");
}

TEST(HostScreen, AClickOnAPartOfALargerGridMeansTheCellThatIsShownThere) {
  Stage stage({24, 80}, {6, 20});
  stage.send_picture();
  stage.output("\x1b[?1003h\x1b[?1006h\x1b[H\x1b[2Jtop\x1b[24;31Hlast");
  EXPECT_EQ(stage.actual(), "\n\n\n\n\n               last\n");
  EXPECT_EQ(stage.screen.to_session("\x1b[<0;16;6M"), "\x1b[<0;31;24M");
  stage.output("\x1b[?1016h");
  EXPECT_EQ(stage.screen.to_session("\x1b[<0;16;6M"), "\x1b[<0;16;6M") << "pixels";
  Stage equal({24, 80}, {24, 80});
  equal.send_picture();
  EXPECT_EQ(equal.screen.to_session("\x1b[<0;16;6M"), "\x1b[<0;16;6M");
}

// D-118
TEST(HostScreen, RandomOutputAtRandomSizesLooksLikeTheSession) {
  std::mt19937 random(7);
  const auto pick = [&random](std::uint32_t below) { return static_cast<std::uint16_t>(random() % below); };
  for (int round = 0; round < 20; ++round) {
    const Size host{static_cast<std::uint16_t>(10 + pick(10)), static_cast<std::uint16_t>(30 + pick(30))};
    Stage stage({static_cast<std::uint16_t>(4 + pick(6)), static_cast<std::uint16_t>(10 + pick(20))}, host);
    stage.send_picture();
    for (int step = 0; step < 60; ++step) {
      std::string bytes;
      switch (pick(9)) {
        case 0:
          bytes = "\x1b[" + std::to_string(pick(12)) + ";" + std::to_string(pick(40)) + "H";
          break;
        case 1:
          bytes = "\x1b[3" + std::to_string(pick(8)) + ";4" + std::to_string(pick(8)) + "m";
          break;
        case 2:
          bytes = "\x1b[" + std::to_string(pick(3)) + "J";
          break;
        case 3:
          bytes = "\r\n";
          break;
        case 4:
          bytes = "\xe6\xbc\xa2\xe5\xad\x97";
          break;
        case 5:
          bytes = "\x1b[" + std::to_string(pick(4)) + "L";
          break;
        case 6:
          bytes = "\x1b[" + std::to_string(pick(5)) + "X";
          break;
        case 7:
          bytes = pick(8) == 0 ? "\x1b[?1049h" : "\x1b[?1049l";
          break;
        default:
          bytes = "text " + std::to_string(pick(1000));
          break;
      }
      stage.output(bytes);
      if (pick(15) == 0)
        stage.resize_session(
            {static_cast<std::uint16_t>(4 + pick(6)), static_cast<std::uint16_t>(10 + pick(20))});
      ASSERT_EQ(stage.actual(), stage.expected()) << "round " << round << " step " << step;
    }
  }
}

// D-116, D-118
TEST(HostScreen, LeavingALetterboxLeavesNothingBehind) {
  Stage stage({10, 40}, {24, 80});
  stage.send_picture();
  stage.output(kBusy);
  stage.output("\x1b[?1049h\x1b[?25l\x1b[?1000h\x1b[>1u\x1b]11;#000000\x07\x1b]2;title\x07");
  EXPECT_EQ(stage.terminal.title(), "title") << "what is not a picture is passed on";
  stage.screen.leave();
  const vt::Terminal fresh({24, 80});
  for (const term::ModeRow& row : term::kModeTable)
    EXPECT_EQ(stage.terminal.mode(row.mode), fresh.mode(row.mode)) << row.name;
  EXPECT_FALSE(stage.terminal.on_alternate());
  EXPECT_EQ(stage.terminal.keyboard_flags(), 0);
  EXPECT_EQ(stage.terminal.cursor_shape(), 0);
  EXPECT_EQ(stage.terminal.cursor().row, 23);
}

// D-118
TEST(HostScreen, AShrinkingTerminalClipsUntilTheSessionFollows) {
  Stage stage({24, 80}, {24, 80});
  stage.send_picture();
  stage.output("\x1b[H");
  stage.resize_terminal({24, 40});
  EXPECT_FALSE(stage.terminal.mode(term::Mode::autowrap));
  stage.resize_session({24, 40});
  EXPECT_TRUE(stage.terminal.mode(term::Mode::autowrap));
  EXPECT_EQ(stage.pictures_asked, 0);
}

// D-118
TEST(HostScreen, ATerminalThatGrowsUnderASmallerPeerGetsALetterboxAfterAMoment) {
  Stage stage({24, 80}, {24, 80});
  stage.send_picture();
  stage.resize_terminal({30, 100});
  ASSERT_TRUE(stage.screen.deadline());
  stage.clock.advance(HostScreen::kFollowTime);
  stage.screen.on_time(stage.clock.now());
  stage.settle();
  EXPECT_EQ(stage.pictures_asked, 1);
  stage.output(kBusy);
  expect_same(stage);
}

/// The person's terminal when the first picture comes, with the cursor below.
constexpr ByteView kShell = "first words\r\nsecond words\r\n$ pty attach box\r\n";

std::string all_of(const vt::Terminal& terminal) {
  return vt::plain_text(terminal, vt::Extent::full);
}

std::size_t occurrences(const std::string& text, std::string_view of) {
  std::size_t count = 0;
  for (std::size_t at = text.find(of); at != text.npos; at = text.find(of, at + 1)) ++count;
  return count;
}

/// A session with a history of 40 lines, "line 0" to "line 39", on a terminal in use.
struct Lived : Stage {
  explicit Lived(Size size = {10, 40}) : Stage(size, size) {
    terminal.write(kShell);
    for (int i = 0; i < 40; ++i) session.write("line " + std::to_string(i) + "\r\n");
    session.write("$ ");
  }
};

// D-117
TEST(HostScreen, WhatStoodOnTheTerminalGoesToItsHistoryAndNothingElseDoes) {
  Lived stage;
  stage.send_picture();
  EXPECT_TRUE(
      all_of(stage.terminal).starts_with("first words\nsecond words\n$ pty attach box\nline 0\nline 1\n"))
      << all_of(stage.terminal);
  expect_same(stage);

  Stage begun({10, 40}, {10, 40});
  begun.terminal.write("first words\r\nhalf a line");
  begun.session.write("$ ");
  begun.send_picture();
  EXPECT_TRUE(all_of(begun.terminal).starts_with("first words\nhalf a line")) << all_of(begun.terminal);
  EXPECT_EQ(begun.terminal.history_rows(), 2U);
  expect_same(begun);

  Stage letterboxed({5, 20}, {10, 40});
  letterboxed.terminal.write(kShell);
  letterboxed.session.write("$ ");
  letterboxed.send_picture();
  EXPECT_EQ(letterboxed.terminal.history_rows(), 3U);
  expect_same(letterboxed);
}

// D-117
TEST(HostScreen, ASessionOnTheAlternateScreenLeavesThePrimaryOneAlone) {
  for (const Size grid : {Size{10, 40}, Size{6, 30}}) {
    Stage stage(grid, {10, 40});
    stage.terminal.write(kShell);
    vt::Terminal before({10, 40});
    before.write(std::string(kShell) + "\x1b\x37");  // the place that the session's saved cursor takes
    stage.session.write("under it\x1b[?1049h\x1b[2;5rfull screen\x1b[5;5H");
    stage.send_picture();
    EXPECT_TRUE(stage.terminal.on_alternate());
    expect_same(stage);
    stage.screen.leave();
    EXPECT_EQ(vt::same_state(before, stage.terminal), std::nullopt) << "the cursor is where it was, too";
  }
}

// D-117
TEST(HostScreen, AProgramThatLeavesTheAlternateScreenDoesNotCostThePersonsLines) {
  for (const Size grid : {Size{10, 40}, Size{6, 30}}) {
    Stage stage(grid, {10, 40});
    stage.terminal.write(kShell);
    stage.session.write("under it\x1b[?1049hfull screen");
    stage.send_picture();
    stage.output("\x1b[?1049l");
    stage.output("\r\n$ ");
    expect_same(stage);
    EXPECT_TRUE(all_of(stage.terminal).starts_with("first words\nsecond words\n$ pty attach box\nunder it"))
        << all_of(stage.terminal);
  }
}

// D-117
TEST(HostScreen, LaterPicturesShowTheScreenInPlaceWithoutTheHistory) {
  Lived stage;
  stage.send_picture();
  const std::string before = all_of(stage.terminal);
  const std::size_t history = stage.terminal.history_rows();
  for (int i = 0; i < 3; ++i) stage.send_picture();  // the daemon resynchronised
  EXPECT_EQ(all_of(stage.terminal), before);
  stage.screen.expect_picture();  // continued
  stage.send_picture();
  EXPECT_EQ(all_of(stage.terminal), before);
  stage.resize_session({6, 30});  // a smaller client came
  stage.resize_session({10, 40});
  EXPECT_EQ(stage.terminal.history_rows(), history);
  expect_same(stage);
  vt::Terminal plain({10, 40});
  plain.write(vt::restore_dump(stage.session));
  vt::SameStateOptions options;
  options.compare = vt::SameStateOptions::Compare::without_history;
  EXPECT_EQ(vt::same_state(plain, stage.terminal, options), std::nullopt);
}

// D-115, D-117
TEST(HostScreen, ComingBackAfterAStopShowsTheScreenAndNotTheHistory) {
  Lived stage;
  stage.send_picture();
  stage.screen.leave();
  stage.terminal.write("\r\n$ fg\r\n");
  stage.send_picture();
  const std::string text = all_of(stage.terminal);
  EXPECT_EQ(occurrences(text, "line 20\n"), 1U) << text;
  EXPECT_EQ(occurrences(text, "$ fg\n"), 1U) << text;
  expect_same(stage);
}

// D-118
TEST(HostScreen, ASettledResizeIsFollowedByOneFreshPictureInPlace) {
  Stage stage({10, 40}, {10, 40});
  stage.session.write("a line that is longer than thirty columns\r\n\x1b[5;1H$ typing");
  stage.send_picture();
  for (const int width : {38, 34, 30}) {
    const auto cols = static_cast<std::uint16_t>(width);
    stage.resize_terminal({10, cols});
    stage.resize_session({10, cols});
    stage.clock.advance(base::Milliseconds{20});
    stage.screen.on_time(stage.clock.now());
    stage.settle();
  }
  EXPECT_EQ(stage.pictures_asked, 0) << "it is still changing";
  stage.terminal.write("\x1b[3;3Hwhat the terminal made of it");
  stage.clock.advance(HostScreen::kRepaintAfter);
  ASSERT_TRUE(stage.screen.deadline());
  stage.screen.on_time(stage.clock.now());
  const std::size_t history = stage.terminal.history_rows();
  stage.settle();
  EXPECT_EQ(stage.pictures_asked, 1);
  expect_same(stage);
  EXPECT_EQ(stage.terminal.history_rows(), history);
  EXPECT_EQ(stage.screen.deadline(), std::nullopt);
}

// D-118
TEST(HostScreen, ASessionThatFollowsLateIsPaintedWhenItDoes) {
  Stage stage({10, 40}, {10, 40});
  stage.send_picture();
  stage.resize_terminal({10, 30});
  stage.clock.advance(HostScreen::kRepaintAfter);
  stage.screen.on_time(stage.clock.now());
  stage.settle();
  EXPECT_EQ(stage.pictures_asked, 0);
  stage.resize_session({10, 30});
  EXPECT_EQ(stage.pictures_asked, 1);
  expect_same(stage);
}

// D-118
TEST(HostScreen, AFrameIsDrawnWholeOrAfterAMoment) {
  Stage stage({10, 40}, {24, 80});
  stage.send_picture();
  stage.output("\x1b[?2026h\x1b[Hhalf");
  EXPECT_EQ(stage.actual(), "\n");
  stage.output(" whole\x1b[?2026l");
  EXPECT_EQ(stage.actual(), "half whole\n");
  stage.output("\x1b[?2026h\x1b[Hstuck");
  ASSERT_TRUE(stage.screen.deadline());
  stage.clock.advance(HostScreen::kFrameTime);
  stage.settle();
  EXPECT_EQ(stage.actual(), "stuckwhole\n");
  EXPECT_FALSE(stage.screen.deadline());
}

TEST(HostScreen, AStreamIsNeitherClearedNorMoved) {
  struct Collector : HostOutput {
    void write_host(ByteView bytes) override { all.append(bytes); }
    std::string all;
  } out;
  HostScreen screen(out, HostScreen::Kind::stream, std::nullopt);
  screen.on_geometry({24, 80}, {});
  screen.on_screen("one\x1b[?25l");
  screen.on_data("two");
  screen.leave();
  EXPECT_EQ(out.all, "one\x1b[?25ltwo\x1b[?25h");
}

}  // namespace
}  // namespace pty::attach
