#include "pty/vt/events.hpp"

#include <gtest/gtest.h>

#include "pty/vt/notification_parser.hpp"
#include "pty/vt/terminal_fixture.hpp"

namespace pty::vt {
namespace {

/// Events as one line each.
std::vector<std::string> events_of(base::ByteView input) {
  TestTerminal t;
  t.write(input);
  std::vector<std::string> lines;
  for (const Event& event : t.terminal.take_events()) {
    const char* names[] = {"bell", "title", "notify", "focus", "visible", "clipboard"};
    std::string line = names[static_cast<int>(event.kind)];
    if (event.kind == EventKind::title_change) line += " " + event.title;
    if (event.has_title) line += " t=" + event.title;
    if (event.has_body) line += " b=" + event.body;
    lines.push_back(line);
  }
  return lines;
}

using Lines = std::vector<std::string>;

// D-149
TEST(Events, BellIsNotAStringTerminator) {
  EXPECT_EQ(events_of("\a\x1b[1\a0A\x1b]2;t\a"), (Lines{"bell", "bell", "title t"}));
}

// D-146, D-149
TEST(Events, TitlesAreReportedWhenTheyDiffer) {
  EXPECT_EQ(events_of("\x1b]2;\a\x1b]0;a\a\x1b]2;a\x1b\\\x1b]1;icon\a\x1b]2;b\a"),
            (Lines{"title a", "title b"}));
  EXPECT_EQ(events_of("\x1b]2;a\a\x1b[22t\x1b]2;b\a\x1b[23t\x1b[23t"),
            (Lines{"title a", "title b", "title a"}));
  EXPECT_EQ(events_of("\x1b]2;a\x01\xff\xc2\x80z\a"), (Lines{"title a\xef\xbf\xbdz"}));
}

// D-146
TEST(Events, FocusAndVisibilityFollowTheModes) {
  EXPECT_EQ(events_of("\x1b[?25h\x1b[?25l\x1b[?25;1004h\x1b[?1004h"), (Lines{"visible", "focus", "focus"}));
  // §14: a reset shows the cursor silently.
  EXPECT_EQ(events_of("\x1b[?25l\x1b[!p\x1b[?25h"), Lines{});
  EXPECT_EQ(events_of("\x1b[?25l\x1b"
                      "c\x1b"
                      "c\x1b[!p"),
            Lines{});
}

// D-146, D-148
TEST(Events, Osc9IsANotificationUnlessItIsACommand) {
  EXPECT_EQ(events_of("\x1b]9;a;b\a"), (Lines{"notify b=a;b"}));
  EXPECT_EQ(events_of("\x1b]9;4;1;50\a\x1b]9;4\a\x1b]9;12;x\a"), (Lines{}));
  EXPECT_EQ(events_of("\x1b]9;13;x\a\x1b]9;4 files\a"), (Lines{"notify b=13;x", "notify b=4 files"}));
}

// D-146
TEST(Events, Osc777NeedsNotifyAndATitle) {
  EXPECT_EQ(events_of("\x1b]777;notify;T;a;b\a\x1b]777;notify;T\x1b\\"),
            (Lines{"notify t=T b=a;b", "notify t=T b="}));
  EXPECT_EQ(events_of("\x1b]777;notify\a\x1b]777;other;T;b\a"), (Lines{}));
}

// D-147
TEST(Events, Osc99CollectsChunksAndDecodesBase64) {
  EXPECT_EQ(events_of("\x1b]99;;Hello\x1b\\"), (Lines{"notify t=Hello"}));
  EXPECT_EQ(
      events_of(
          "\x1b]99;i=1:d=0;Hel\x1b\\\x1b]99;i=2:d=0;x\a\x1b]99;i=1:d=0;lo\x1b\\\x1b]99;i=1:p=body;B\x1b\\"),
      (Lines{"notify t=Hello b=B"}));
  EXPECT_EQ(events_of("\x1b]99;e=1;SGkh\a"), (Lines{"notify t=Hi!"}));
  EXPECT_EQ(events_of("\x1b]99;title=T;body=B\a\x1b]99;i=1:p=?;\a"), (Lines{"notify t=T b=B"}));
}

TEST(Events, PendingEventsAndOpenNotificationsAreBounded) {
  std::string flood(5000, '\a');
  for (int i = 0; i < 100; ++i)
    flood += "\x1b]99;d=0:i=" + std::to_string(i) + ";" + std::string(3000, 'x') + "\a";
  EXPECT_EQ(events_of(flood).size(), kMaxPendingEvents);
}

TEST(Events, ClipboardsAreGivenAsSentAndBoundedTogether) {
  TestTerminal t;
  const std::string most(400'000, 'A');
  for (int i = 0; i < 4; ++i) t.write("\x1b]52;c;" + most + "\a");
  t.write("\x1b]52;p;QQ==\a\x1b]52;c;" + std::string(2 * kMaxPendingClipboardBytes, 'A') + "\a");
  const std::vector<Event> events = t.terminal.take_events();
  ASSERT_EQ(events.size(), 3U) << "two large ones fit, and a small one";
  EXPECT_EQ(events[1].body, most);
  EXPECT_EQ(events[2].title, "p");
  EXPECT_EQ(events[2].body, "QQ==");
  t.write("\x1b]52;c;" + most + "\a");
  EXPECT_EQ(t.terminal.take_events().size(), 1U) << "there is room again once they are taken";
}

TEST(Events, TextsAreCutAtAScalar) {
  EXPECT_EQ(clean_text("a\xe2\x82\xac", 3), "a");
  EXPECT_EQ(clean_text("a\x1b\tb", 9), "ab");
}

}  // namespace
}  // namespace pty::vt
