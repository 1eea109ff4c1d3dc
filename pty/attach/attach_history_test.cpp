// The session's history on the person's terminal: the same from a daemon that sends it behind the screen as
// from one that does not know that.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pty/attach/attach_core.hpp"
#include "pty/attach/idle_ports.hpp"
#include "pty/attach/timed_core.hpp"
#include "pty/vt/dump_plain.hpp"
#include "pty/vt/dump_restore.hpp"
#include "pty/vt/same_state.hpp"
#include "pty/vt/terminal.hpp"

namespace pty::attach {
namespace {

using base::ByteView;
using base::Milliseconds;
using base::Size;
using vt::Extent;
using wire::HistoryWish;

constexpr Size kTableSize{10, 40};
constexpr ByteView kOwnLines = "\x1b]2;shell\x07the person's\r\nown lines\r\n$ pty attach box\r\n";

enum class Daemon : std::uint8_t { old, present };

/// A person's terminal with a client on it, and the session with its daemon.
class Table final : public IdlePorts {
 public:
  explicit Table(Daemon daemon, Size grid = kTableSize)
      : session(grid), core(*this, "box", {}, kTableSize, Reconnect{}), daemon_(daemon) {
    outer.write(kOwnLines);
    core.start();
  }

  void write_host(ByteView bytes) override {
    outer.write(bytes);
    written.append(bytes);
  }
  void request_picture(Size /*size*/, HistoryWish history) override { wish = history; }

  /// What the daemon answers, up to where the history would follow; then that.
  void answer_screen() {
    const HistoryWish asked = daemon_ == Daemon::old ? HistoryWish::in_picture : wish.value();
    wish.reset();
    follows_ = asked == HistoryWish::behind && session.history_rows() > 0 && !session.on_alternate();
    core.on_geometry(session.size(), clock.now());
    picture(follows_ || asked == HistoryWish::none ? Extent::viewport : Extent::full);
  }
  void answer_history() {
    if (std::exchange(follows_, false)) picture(Extent::full);
  }
  void answer() {
    answer_screen();
    answer_history();
  }
  /// The daemon begins by itself.
  void resynchronise() {
    wish = HistoryWish::none;
    answer();
    wish.reset();
  }
  void output(ByteView bytes) {
    session.write(bytes);
    core.on_data(bytes);
    core.on_turn_end(clock.now());
  }
  void resize(Size size) {
    outer.resize(size);
    core.on_host_resize(size, clock.now());
    core.on_turn_end(clock.now());
  }
  void pass(Milliseconds time) { pass_time(core, clock, time); }
  [[nodiscard]] std::string shown() const { return vt::plain_text(outer, Extent::viewport); }
  [[nodiscard]] std::string all() const { return vt::plain_text(outer, Extent::full); }
  [[nodiscard]] std::string expected() const { return vt::plain_text(session, Extent::viewport); }

  base::ManualClock clock;
  vt::Terminal session;
  vt::Terminal outer{kTableSize};
  std::optional<HistoryWish> wish;
  std::string written;
  AttachCore core;

 private:
  void picture(Extent extent) {
    vt::RestoreOptions options;
    options.extent = extent;
    core.on_screen(vt::restore_dump(session, options));
    core.on_turn_end(clock.now());
  }

  Daemon daemon_;
  bool follows_ = false;
};

std::string lines(int from, int to) {
  std::string out;
  for (int i = from; i <= to; ++i)
    out += "\x1b[3" + std::to_string(i % 8) + "mline\x1b[m " + std::to_string(i) + "\r\n";
  return out;
}

/// Sessions with something behind them, of all kinds.
const std::vector<std::string> kLives{
    lines(1, 30) + "$ ",
    lines(1, 6000) + "$ ",  // long enough to be shown ahead by the client itself
    lines(1, 30) + std::string(300, 'w') + "\xe4\xbd\xa0\xe5\xa5\xbd",
    lines(1, 30) + "\x1b[?1000h\x1b[?1006h\x1b[?2004h\x1b[>5u\x1b]2;title\x07\x1b[?25l\x1b[3;4H",
    lines(1, 30) + "\x1b[3;7r\x1b[?6h\x1b[2;2H\x1b[44mblue",
    lines(1, 30) + "\x1b[2J\x1b[H",
    lines(1, 30) + "\x1b[?1049hfull screen",
    lines(1, 3) + "$ ",
    "",
};

void expect_same(const Table& old, const Table& present) {
  vt::SameStateOptions options;
  options.compare = vt::SameStateOptions::Compare::everything;
  EXPECT_EQ(vt::same_state(old.outer, present.outer, options), std::nullopt) << old.all() << "\n---\n"
                                                                             << present.all();
}

// D-117, D-118
TEST(AttachHistory, TheTerminalEndsUpTheSameWhateverTheDaemonKnows) {
  for (const std::string& life : kLives) {
    Table old(Daemon::old);
    Table present(Daemon::present);
    for (Table* table : {&old, &present}) {
      table->session.write(life);
      table->answer();
    }
    expect_same(old, present);
    for (Table* table : {&old, &present}) table->output("\r\nmore\r\n" + lines(100, 120));
    expect_same(old, present);
    for (Table* table : {&old, &present}) table->resynchronise();
    expect_same(old, present);
    for (Table* table : {&old, &present}) table->core.on_end_signal(15);
    expect_same(old, present);
  }
}

TEST(AttachHistory, TheScreenIsThereAtOnceAndTheHistoryIsOneFrame) {
  Table table(Daemon::present);
  table.session.write(lines(1, 30) + "\x1b[?2004h\x1b[5;3H");
  table.answer_screen();
  EXPECT_EQ(table.shown(), table.expected());
  EXPECT_TRUE(table.outer.mode(term::Mode::bracketed_paste)) << "it can be used";
  EXPECT_EQ(table.outer.cursor().row, 4);
  EXPECT_EQ(table.outer.history_rows(), 3U) << "the person's";
  const std::size_t screen = table.written.size();
  table.answer_history();
  EXPECT_EQ(table.shown(), table.expected());
  EXPECT_TRUE(table.all().starts_with("the person's\nown lines\n$ pty attach box\nline 1\nline 2\n"));
  const std::string history = table.written.substr(screen);
  EXPECT_TRUE(history.starts_with("\x1b[?2026h"));
  EXPECT_EQ(history.find("\x1b[?2026l"), history.size() - 8);
}

TEST(AttachHistory, OutputBehindTheScreenMeansThatNoHistoryFollows) {
  Table table(Daemon::present);
  table.session.write(lines(1, 30));
  table.answer_screen();
  table.output("late");
  table.answer_history();  // no daemon does that: it counts as a later picture
  EXPECT_EQ(table.outer.history_rows(), 3U);
  EXPECT_EQ(table.shown(), table.expected());
}

TEST(AttachHistory, LeavingBeforeItHasComeLeavesNothingBehind) {
  for (const bool behind : {false, true}) {
    for (const std::string& life : kLives) {
      Table table(Daemon::present);
      table.session.write(life);
      table.answer_screen();
      if (behind) table.answer_history();
      table.core.on_sent_away();
      EXPECT_FALSE(table.outer.on_alternate());
      EXPECT_FALSE(table.outer.mode(term::Mode::bracketed_paste));
      EXPECT_FALSE(table.outer.mode(term::Mode::mouse_press));
      EXPECT_TRUE(table.outer.mode(term::Mode::cursor_visible));
      EXPECT_EQ(table.outer.keyboard_levels().size(), 0U);
      EXPECT_EQ(table.outer.title(), "shell");
    }
  }
}

/// What is asked for later never brings the history again.
TEST(AttachHistory, ItIsAskedForOnce) {
  Table table(Daemon::present);
  table.session.write(lines(1, 30));
  EXPECT_EQ(table.wish, HistoryWish::behind);
  table.answer();
  table.core.on_stop_signal();
  table.core.on_continued();
  EXPECT_EQ(table.wish, std::nullopt) << "it dials";
  table.core.on_dialled(Dialled::Kind::connected, table.clock.now());
  EXPECT_EQ(table.wish, HistoryWish::none);
  table.answer();
  table.core.on_continued();  // after a stop that nobody saw coming
  EXPECT_EQ(table.wish, HistoryWish::none);
  table.answer();
  table.session.resize({6, 30});
  table.core.on_geometry({6, 30}, table.clock.now());  // a smaller client came
  table.core.on_turn_end(table.clock.now());
  EXPECT_EQ(table.wish, HistoryWish::none);
  table.answer();
  EXPECT_EQ(table.wish, std::nullopt);
}

// D-118
TEST(AttachHistory, ASettledResizeBringsTheScreenAlone) {
  Table table(Daemon::present);
  table.session.write(lines(1, 30));
  table.answer();
  const Size wide{10, 50};
  table.resize(wide);
  table.session.resize(wide);
  table.core.on_geometry(wide, table.clock.now());
  table.pass(HostScreen::kRepaintAfter);
  EXPECT_EQ(table.wish, HistoryWish::none);
  const std::size_t before = table.outer.history_rows();
  table.answer();
  EXPECT_EQ(table.outer.history_rows(), before);
  EXPECT_EQ(table.shown(), table.expected());
}

TEST(AttachHistory, OnATerminalThatChangesMeanwhileItIsLeftOut) {
  Table table(Daemon::present);
  table.session.write(lines(1, 30));
  table.answer_screen();
  const Size narrow{10, 30};
  table.resize(narrow);
  table.answer_history();
  EXPECT_EQ(table.outer.history_rows(), 3U);
  table.session.resize(narrow);
  table.core.on_geometry(narrow, table.clock.now());
  table.pass(HostScreen::kRepaintAfter);
  table.answer();
  EXPECT_EQ(table.shown(), table.expected());
  EXPECT_TRUE(table.outer.mode(term::Mode::autowrap));
}

TEST(AttachHistory, ASmallerGridIsDrawnFromThePictureAlone) {
  Table table(Daemon::present, {5, 20});
  table.session.write(lines(1, 30));
  table.answer_screen();
  const std::string before = table.all();
  table.answer_history();
  EXPECT_EQ(table.all(), before);
  EXPECT_EQ(table.shown(), table.expected());
}

/// Where no history can be put behind a screen it comes as it always did.
TEST(AttachHistory, AnOutputThatIsNoTerminalOfAKnownSizeGetsItInThePicture) {
  class Ports final : public IdlePorts {
   public:
    void request_picture(Size /*size*/, HistoryWish history) override { wish = history; }
    HistoryWish wish = HistoryWish::behind;
  };
  Ports unknown;
  AttachCore(unknown, "box", {}, Size{0, 0}).start();
  EXPECT_EQ(unknown.wish, HistoryWish::in_picture);
  Ports stream;
  AttachRole role;
  role.output = HostScreen::Kind::stream;
  AttachCore(stream, "box", role, std::nullopt).start();
  EXPECT_EQ(stream.wish, HistoryWish::in_picture);
}

}  // namespace
}  // namespace pty::attach
