// Every state that a session can leave on the outer terminal × every way of leaving: D-101, D-103, D-111,
// D-113, D-114, D-115, D-116.
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "pty/attach/attach_core.hpp"
#include "pty/attach/idle_ports.hpp"
#include "pty/attach/leave_contract.hpp"
#include "pty/vt/dump_restore.hpp"

namespace pty::attach {
namespace {

using base::ByteView;
using base::Milliseconds;
using base::Size;

constexpr Size kOuter{10, 40};
constexpr Size kSmall{9, 30};
constexpr Size kLarger{12, 50};

using States = std::span<const term::OuterState>;

/// A client between a session and an outer terminal that was in use before.
class Visit final : public IdlePorts {
 public:
  Visit(States states, Size grid) : session(grid), core(*this, "box", {}, kOuter, std::nullopt, states) {
    core.start();
  }

  void write_host(ByteView bytes) override {
    written.append(bytes);
    outer.write(bytes);
  }
  void keep_undo(ByteView bytes) override { undo = bytes; }
  Fate probe_fate() override { return fate; }
  void finish(const AttachOutcome& /*outcome*/, const std::string& /*complaint*/) override { ended = true; }

  void picture() {
    core.on_geometry(session.size(), clock.now());
    core.on_screen(vt::restore_dump(session));
    owed_ = session.on_alternate();
    turn();
  }
  void output(ByteView bytes) {
    session.write(bytes);
    core.on_data(bytes);
    if (owed_ && !session.on_alternate()) {
      core.on_data(vt::primary_repaint(session));
      owed_ = false;
    }
    turn();
  }
  void turn() { core.on_turn_end(clock.now()); }
  void pass(Milliseconds time) {
    clock.advance(time);
    core.on_time(clock.now());
    turn();
  }

  base::ManualClock clock;
  vt::Terminal session;
  OuterBefore outer{kOuter};
  base::ByteBuffer written;
  Fate fate;
  std::string undo;
  bool ended = false;
  AttachCore core;

 private:
  bool owed_ = false;
};

/// Does the way lead over further pictures? They undo by themselves some of what their row would have.
enum class Pictures : std::uint8_t { none, more };

struct Way {
  std::string_view name;
  void (*leave)(Visit&);
  Pictures pictures = Pictures::none;
};

constexpr auto kLost = [](Visit& visit, Fate::Kind kind) {
  visit.fate.kind = kind;
  visit.core.on_closed("", visit.clock.now());
};

template <int kNumber>
void by_signal(Visit& visit) {
  visit.core.on_end_signal(kNumber);
}

void by_detaching(Visit& visit) {
  visit.core.on_input("\x1c", visit.clock.now());
  visit.pass(Milliseconds{300});
}

const std::vector<Way> kWays{
    {"detach key", by_detaching},
    {"session exit", [](Visit& visit) { visit.core.on_exit(3); }},
    {"daemon gone", [](Visit& visit) { kLost(visit, Fate::Kind::lost); }},
    {"killed, record removed", [](Visit& visit) { kLost(visit, Fate::Kind::removed); }},
    {"killed, exit recorded", [](Visit& visit) { kLost(visit, Fate::Kind::exited); }},
    {"connection lost, fate unknown", [](Visit& visit) { kLost(visit, Fate::Kind::pending); }},
    {"SIGHUP", by_signal<1>},
    {"SIGINT", by_signal<2>},
    {"SIGQUIT", by_signal<3>},
    {"SIGTERM", by_signal<15>},
    {"SIGTSTP", [](Visit& visit) { visit.core.on_stop_signal(); }},
    {"SIGTSTP, SIGCONT, detach key",
     [](Visit& visit) {
       visit.core.on_stop_signal();
       visit.core.on_continued();
       visit.picture();
       by_detaching(visit);
     },
     Pictures::more},
    {"SIGCONT after SIGSTOP, detach key",
     [](Visit& visit) {
       visit.core.on_continued();
       visit.picture();
       by_detaching(visit);
     },
     Pictures::more},
    {"resynchronised, detach key",
     [](Visit& visit) {
       for (int i = 0; i < 3; ++i) visit.picture();
       by_detaching(visit);
     },
     Pictures::more},
    {"resized, detach key",
     [](Visit& visit) {
       visit.outer.terminal.resize(kLarger);
       visit.core.on_host_resize(kLarger, visit.clock.now());
       visit.outer.terminal.resize(kOuter);
       visit.core.on_host_resize(kOuter, visit.clock.now());
       visit.pass(HostScreen::kRepaintAfter);
       visit.picture();
       by_detaching(visit);
     },
     Pictures::more},
    {"smaller peer came and left, detach key",
     [](Visit& visit) {
       visit.session.resize(kSmall);
       visit.core.on_geometry(kSmall, visit.clock.now());
       visit.picture();
       visit.session.resize(kOuter);
       visit.core.on_geometry(kOuter, visit.clock.now());
       visit.picture();
       by_detaching(visit);
     },
     Pictures::more},
    {"terminal hung up", [](Visit& visit) { visit.core.on_input_end(AttachCore::InputEnd::terminal); }},
    {"output failed",
     [](Visit& visit) { visit.core.on_output_failure({base::Errc::system, 28, "cannot write"}); }},
    {"crash", [](Visit& visit) { visit.outer.write("\x18\x1b\\" + visit.undo); }},
};

/// How the session's state reaches the client.
enum class Arrival : std::uint8_t { in_the_picture, as_output, in_a_letterbox };
constexpr std::array kArrivals{Arrival::in_the_picture, Arrival::as_output, Arrival::in_a_letterbox};

std::vector<std::string> after_a_visit(ByteView bytes, Arrival arrival, const Way& way,
                                       States states = term::outer_states()) {
  Visit visit(states, arrival == Arrival::in_a_letterbox ? kSmall : kOuter);
  visit.session.write("$ prompt\r\n");
  if (arrival == Arrival::in_the_picture) {
    visit.session.write(bytes);
    visit.picture();
  } else {
    visit.picture();
    visit.output(bytes);
  }
  way.leave(visit);
  const OuterBefore before(kOuter);
  return differences(before, visit.outer);
}

using None = std::vector<std::string>;

// D-101, D-103, D-111, D-113, D-114, D-115, D-116, D-117
TEST(LeaveMatrix, EachStateAloneIsUndoneOnEachWay) {
  for (const Exercise& exercise : exercises())
    for (const Way& way : kWays)
      for (const Arrival arrival : kArrivals)
        EXPECT_EQ(after_a_visit(exercise.bytes, arrival, way), None{})
            << exercise.row << ", " << way.name << ", arrival " << static_cast<int>(arrival);
}

// D-101, D-103, D-111, D-113, D-114, D-115, D-116, D-117
TEST(LeaveMatrix, AllStatesTogetherAreUndoneOnEachWay) {
  for (const Way& way : kWays)
    for (const Arrival arrival : kArrivals)
      for (const std::string_view behind :
           {"", "\x1b[?1049l", "\x1b[?6l\x1b[!p", "\x1b\x63", "\x1b\x63text\x1b[?1000h"})
        EXPECT_EQ(after_a_visit(everything() + std::string(behind), arrival, way), None{})
            << way.name << ", arrival " << static_cast<int>(arrival) << ", then " << behind;
}

// D-116, D-117
TEST(LeaveMatrix, StatesInAnyOrderAreUndone) {
  std::mt19937 random(11);
  const auto pick = [&random](std::size_t below) { return static_cast<std::size_t>(random() % below); };
  std::vector<std::string> steps{"\x1b[?1049l",     "\x1b[?1047l", "\x1b[<3u", "\x1b[23;0t",
                                 "\x1b[?6l\x1b[!p", "\x1b\x63",    "\x1b\x38", "text\r\n"};
  for (const Exercise& exercise : exercises()) steps.push_back(exercise.bytes);
  for (int round = 0; round < 200; ++round) {
    Visit visit(term::outer_states(), pick(3) == 0 ? kSmall : kOuter);
    visit.picture();
    std::string log;
    for (std::size_t step = 0; step < 25; ++step) {
      const std::string& bytes = steps[pick(steps.size())];
      log += bytes;
      visit.output(bytes);
      if (pick(12) == 0) visit.picture();
    }
    const Way& way = kWays[pick(kWays.size())];
    way.leave(visit);
    ASSERT_EQ(differences(OuterBefore(kOuter), visit.outer), None{}) << way.name << " after " << log;
  }
}

// D-101, D-114, D-116
TEST(LeaveMatrix, ATerminalThatHasNotGotTheEndIsStillBroughtBack) {
  for (const Exercise& exercise : exercises()) {
    for (const std::string_view lost : {"", "more text", "\x1b[?1049l\x1b\x63 text", "\x1b[?6l\x1b[!p"}) {
      for (const Way& way : kWays) {
        if (way.name != "detach key" && way.name != "session exit" && way.name != "SIGTERM") continue;
        Visit visit(term::outer_states(), kOuter);
        visit.session.write("$ prompt\r\n");
        visit.picture();
        visit.output(exercise.bytes);
        const std::size_t got = visit.written.size();
        visit.output(lost);
        way.leave(visit);
        OuterBefore outer(kOuter);
        outer.write(ByteView(visit.written).substr(0, got));
        outer.write("\x18\x1b\\" + visit.core.undo_unread());
        EXPECT_EQ(differences(OuterBefore(kOuter), outer), None{})
            << exercise.row << ", " << way.name << ", lost: " << lost;
      }
    }
  }
}

// D-116
TEST(LeaveMatrix, EachRowOfTheTableIsExercised) {
  const std::vector<Exercise> all = exercises();
  for (const term::OuterState& state : term::outer_states())
    EXPECT_TRUE(std::ranges::any_of(all, [&](const Exercise& one) { return one.row == state.name; }))
        << state.name;
}

// D-116
TEST(LeaveMatrix, DroppingAnyRowOfTheTableIsSeen) {
  const std::vector<Exercise> all = exercises();
  const States table = term::outer_states();
  for (std::size_t i = 0; i < table.size(); ++i) {
    std::vector<term::OuterState> rest(table.begin(), table.end());
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    for (const Way& way : kWays) {
      if (way.pictures == Pictures::more) continue;
      bool seen = false;
      for (const Exercise& exercise : all)
        if (exercise.row == table[i].name &&
            !after_a_visit(exercise.bytes, Arrival::as_output, way, rest).empty())
          seen = true;
      EXPECT_TRUE(seen) << "without the row of " << table[i].name << ": " << way.name;
    }
  }
}

}  // namespace
}  // namespace pty::attach
