// Memory stays within its bound whatever an application sends, for as long as it likes; and what the terminal
// says it holds is what it holds.

#include <gtest/gtest.h>

#include <string>

#include "pty/vt/dump_restore.hpp"
#include "pty/vt/memory_bound.hpp"
#include "pty/vt/terminal.hpp"
#include "pty/vt/terminal_state.hpp"
#include "tests/vt/counted_heap.hpp"

namespace pty::vt_test {
namespace {

constexpr std::size_t kKiB = 1024;
constexpr std::size_t kMiB = 1024 * kKiB;

/// A terminal whose heap is watched.
class Watched {
 public:
  explicit Watched(base::Size size = {24, 80}) : heap_before_(heap_bytes()), terminal_(size, options()) {}

  static vt::TerminalOptions options() {
    vt::TerminalOptions options;
    options.history_bytes = kMiB;
    return options;
  }

  vt::Terminal& terminal() { return terminal_; }
  void feed(base::ByteView bytes) { terminal_.write(bytes); }
  [[nodiscard]] std::size_t held() const { return terminal_.memory_bytes(); }

  /// Within the bound; and the heap has grown by no more than is owned up to: chunks of history ask for their
  /// memory before they use it.
  void expect_within_bounds() const {
    const std::size_t bound = vt::memory_bound(terminal_.size(), options());
    EXPECT_LE(held(), bound);
    EXPECT_LE(heap_bytes() - heap_before_, 2 * held() + kMiB);
  }

 private:
  std::size_t heap_before_;
  vt::Terminal terminal_;
};

TEST(Caps, EndlessStringsStopGrowing) {
  for (const char* start :
       {"\x1b]2;", "\x1b]52;c;", "\x1b]8;;http://", "\x1bP", "\x1b_G", "\x1b^", "\x1bX"}) {
    Watched watched;
    watched.feed(start);
    const std::string part(64 * kKiB, 'A');
    for (int i = 0; i < 64; ++i) watched.feed(part);
    EXPECT_LE(watched.held(), 3 * kMiB) << start;
    watched.expect_within_bounds();
    watched.feed("\x1b\\");
    (void)watched.terminal().take_events();
    EXPECT_LE(watched.held(), 256 * kKiB) << start << ": given back at the end";
  }
}

TEST(Caps, AMillionParametersAreNoMemory) {
  Watched watched;
  const std::size_t before = watched.held();
  std::string part;
  for (int i = 0; i < 1'000; ++i) part += "1;";
  watched.feed("\x1b[");
  for (int i = 0; i < 1'000; ++i) watched.feed(part);
  watched.expect_within_bounds();
  EXPECT_LE(watched.held(), before + 64 * kKiB);
  watched.feed("mx");
  EXPECT_EQ(watched.terminal().cursor().col, 1);
}

TEST(Caps, AMillionLinks) {
  Watched watched;
  std::string bytes;
  for (int i = 0; i < 1'000'000; ++i) {
    bytes.append("\x1b]8;;a").append(std::to_string(i)).append("\ax");
    if (bytes.size() < 64 * kKiB) continue;
    watched.feed(bytes);
    bytes.clear();
  }
  watched.expect_within_bounds();
  EXPECT_LE(watched.held(), 6 * kMiB);
}

TEST(Caps, LinksAsLongAsTheyMayBe) {
  Watched watched;
  const std::string padding(vt::kMaxUriBytes - 8, 'u');
  const std::string id(vt::kMaxLinkIdBytes - 8, 'i');
  for (int i = 0; i < 10'000; ++i) {
    const std::string number = std::to_string(i);
    watched.feed("\x1b]8;id=" + id + number + ";" + padding + number + "\ax");
  }
  watched.expect_within_bounds();
}

TEST(Caps, AMillionStyles) {
  Watched watched;
  std::string bytes;
  for (int i = 0; i < 1'000'000; ++i) {
    bytes.append("\x1b[38;5;").append(std::to_string(i % 256)).append(";48;2;0;");
    bytes.append(std::to_string(i / 256 % 256)).append(";").append(std::to_string(i / 65'536)).append("mx");
    if (bytes.size() < 64 * kKiB) continue;
    watched.feed(bytes);
    bytes.clear();
  }
  watched.expect_within_bounds();
  EXPECT_LE(watched.held(), 6 * kMiB);
}

TEST(Caps, TenThousandMarksOnOneCellAndManyClusters) {
  Watched watched;
  std::string marks = "e";
  for (int i = 0; i < 10'000; ++i) marks += "\u0301";
  watched.feed(marks);
  EXPECT_LE(watched.terminal().state().tables.clusters.at(1).size(), vt::kMaxClusterCodePoints);
  watched.expect_within_bounds();
  for (int i = 0; i < 20'000; ++i) {
    std::string cluster(1, static_cast<char>('a' + i % 26));
    for (int mark = 0; mark < 20; ++mark) cluster += (i >> mark & 1) != 0 ? "\u0301" : "\u0302";
    watched.feed(cluster);
  }
  watched.expect_within_bounds();
  EXPECT_LE(watched.held(), 12 * kMiB);
}

TEST(Caps, DeepStacks) {
  Watched watched;
  const std::string text(vt::kMaxTitleBytes * 2, 't');
  for (int i = 0; i < 2'000; ++i) {
    watched.feed("\x1b]0;" + std::to_string(i) + text +
                 "\a\x1b[22;0t\x1b[>31u\x1b[?1049h\x1b[>1u\x1b[?1049l");
    (void)watched.terminal().take_events();
  }
  EXPECT_LE(watched.terminal().keyboard_levels().size(), vt::kMaxKeyboardLevels);
  watched.expect_within_bounds();
  EXPECT_LE(watched.held(), 512 * kKiB);
}

TEST(Caps, NotificationsThatNeverEnd) {
  Watched watched;
  const std::string text(8 * kKiB, 'n');
  for (int i = 0; i < 100'000; ++i) {
    const std::string id = std::to_string(i % 40);
    const bool large = i % 100 == 0;
    watched.feed("\x1b]99;i=" + id + ":d=0:p=" + (i % 3 == 0 ? "title;" : "body;") + (large ? text : "n") +
                 "\a");
  }
  watched.expect_within_bounds();
  EXPECT_LE(watched.held(), 512 * kKiB);
}

TEST(Caps, RepliesAndEventsThatNobodyTakes) {
  Watched watched;
  const std::string text(vt::kMaxEventTextBytes * 2, 'e');
  for (int i = 0; i < 20'000; ++i) watched.feed("\x1b[6n\x1b[c\a");
  for (int i = 0; i < 2'000; ++i)
    watched.feed("\x1b]777;notify;" + text + ";" + text + "\a\x1b]2;" + std::to_string(i) + text + "\a");
  watched.feed("\x1b]52;c;" + std::string(2 * kMiB, 'A') + "\a");
  watched.expect_within_bounds();
  EXPECT_LE(watched.terminal().take_replies().size(), vt::kMaxReplyBytes);
  EXPECT_LE(watched.terminal().take_events().size(), vt::kMaxPendingEvents);
  EXPECT_LE(watched.held(), 512 * kKiB) << "given back when they are taken";
}

TEST(Caps, ALineWithoutEnd) {
  Watched watched;
  std::string bytes;
  for (int i = 0; i < 200'000; ++i) {
    bytes.append("\x1b[38;5;").append(std::to_string(i % 256)).append("m漢e\u0301");
    if (i % 50 == 0) bytes.append("\x1b]8;;http://").append(std::to_string(i)).append("\a");
    if (bytes.size() < 64 * kKiB) continue;
    watched.feed(bytes);
    bytes.clear();
  }
  watched.expect_within_bounds();
  EXPECT_LE(vt::restore_dump(watched.terminal()).size(), vt::RestoreOptions{}.max_bytes);
}

// All of it at once, in every size there is: history full, cells of many looks.
TEST(Caps, ResizesToTheLimitsAndBack) {
  Watched watched;
  std::string bytes;
  for (int i = 0; i < 40'000; ++i)
    bytes.append("\x1b[48;2;1;")
        .append(std::to_string(i % 256))
        .append(";")
        .append(std::to_string(i / 256))
        .append("mx");
  for (int round = 0; round < 2; ++round) {
    for (const base::Size size : {base::Size{1, 1}, base::Size{4096, 4096}, base::Size{1, 4096},
                                  base::Size{4096, 1}, base::Size{24, 80}}) {
      watched.terminal().resize(size);
      watched.feed(bytes);
      watched.expect_within_bounds();
    }
    watched.feed(round == 0 ? "\x1b[?1049h" : "\x1b[?1049l");
  }
  EXPECT_LE(watched.held(), 8 * kMiB) << "a large screen's memory is given back";
}

}  // namespace
}  // namespace pty::vt_test
