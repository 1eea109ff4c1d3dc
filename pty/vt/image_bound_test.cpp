// What gives way when a picture would be too long for one packet.
#include "pty/vt/image_bound.hpp"

#include <gtest/gtest.h>

#include <string>

#include "pty/vt/dump_peek.hpp"
#include "pty/vt/dump_plain.hpp"
#include "pty/vt/dump_restore.hpp"

namespace pty::vt {
namespace {

constexpr base::Size kSize{6, 40};
constexpr std::size_t kCells = std::size_t{6} * 40;

std::string colour(std::size_t number) {
  return "\x1b[38;2;" + std::to_string(number % 200) + ";50;100m";
}

/// Fills the screen, each cell with `look(number)` before it.
template <class Look>
std::string filled(Look look, const std::string& text = "a") {
  std::string out;
  for (std::size_t i = 0; i < kCells; ++i) out += look(i) + text;
  return out;
}

std::string linked() {
  const std::string uri(1000, 'u');
  return filled([&](std::size_t i) {
    return "\x1b]8;;http://" + uri + std::to_string(i % 2) + "\x1b\\\x1b[3" + std::to_string(i % 2) + "m";
  });
}

std::string coloured() {
  return filled(colour);
}

class Screen : public Terminal {
 public:
  explicit Screen(const std::string& output, base::Size size = kSize) : Terminal(size) { write(output); }
};

std::string shown(const std::string& image) {
  return plain_text(Screen(image), Extent::viewport);
}

std::string restored(const Terminal& terminal, std::size_t limit) {
  return restore_dump(terminal, {.image_bytes = limit, .extent = Extent::full});
}

TEST(ImageBound, ARestoreGivesUpLinksFirst) {
  const Screen terminal(linked() + "\x1b]8;;\x1b\\");
  const std::string image = restored(terminal, 10'000);
  EXPECT_LE(image.size(), 10'000U);
  EXPECT_EQ(image.find("http"), std::string::npos);
  EXPECT_NE(image.find("\x1b[31m"), std::string::npos);
  EXPECT_EQ(shown(image), plain_text(terminal, Extent::viewport));
  EXPECT_GT(restored(terminal, 1'000'000).size(), kCells * 1000);
}

TEST(ImageBound, ThenLooks) {
  const Screen terminal(coloured());
  const std::string image = restored(terminal, 2'000);
  EXPECT_LE(image.size(), 2'000U);
  EXPECT_EQ(image.find("38;2;0;"), std::string::npos);
  EXPECT_EQ(shown(image), plain_text(terminal, Extent::viewport));
}

// The application goes on with its own pen, whatever the picture left out.
TEST(ImageBound, ThePenStays) {
  const Screen terminal(linked() + "\x1b[H");
  Screen outer(restored(terminal, 10'000));
  Screen same(restored(terminal, 1'000'000));
  outer.write("\x1b[2JX");
  same.write("\x1b[2JX");
  EXPECT_EQ(restore_dump(outer), restore_dump(same));
}

TEST(ImageBound, HistoryGivesWayBeforeAnythingOfTheScreen) {
  std::string output;
  for (int i = 0; i < 200; ++i) output += "line " + std::to_string(i) + "\r\n";
  const Screen terminal(output + coloured());
  const std::string screen = restore_dump(terminal, {.extent = Extent::viewport});
  EXPECT_EQ(restored(terminal, screen.size()), screen);
  EXPECT_EQ(peek_dump(terminal, Extent::full, PeekEnd::in_flow, screen.size()),
            peek_dump(terminal, Extent::viewport));
  EXPECT_EQ(plain_text(terminal, Extent::full, 1000), plain_text(terminal, Extent::viewport));
}

TEST(ImageBound, TheHiddenScreenGivesWayWithTheLooks) {
  const Screen terminal("\x1b[?47h" + coloured() + "\x1b[?47l\x1b[Hvisible");
  const std::string image = restored(terminal, 2'000);
  EXPECT_LE(image.size(), 2'000U);
  EXPECT_EQ(shown(image), plain_text(terminal, Extent::viewport));
  EXPECT_EQ(image.find("38;2;1;"), std::string::npos);
  EXPECT_NE(restored(terminal, kMaxImageBytes).find("38;2;1;"), std::string::npos);
}

TEST(ImageBound, APrimaryRepaintIsBounded) {
  const Screen terminal(linked());
  const std::string image = primary_repaint(terminal, 10'000);
  EXPECT_LE(image.size(), 10'000U);
  EXPECT_EQ(shown(image), plain_text(terminal, Extent::viewport));
}

TEST(ImageBound, APeekIsBounded) {
  for (const PeekEnd end : {PeekEnd::in_flow, PeekEnd::at_cursor}) {
    const Screen links(linked() + "\x1b]8;;\x1b\\");
    const std::string linkless = peek_dump(links, Extent::full, end, 10'000);
    EXPECT_LE(linkless.size(), 10'000U);
    EXPECT_NE(linkless.find("\x1b[31m"), std::string::npos);
    EXPECT_EQ(shown(linkless), plain_text(links, Extent::viewport));
    const Screen colours(coloured());
    const std::string bare = peek_dump(colours, Extent::full, end, 2'000);
    EXPECT_LE(bare.size(), 2'000U);
    EXPECT_EQ(shown(bare), plain_text(colours, Extent::viewport));
  }
}

std::string clusters() {
  std::string marks;
  for (int i = 0; i < 20; ++i) marks += "\u0301";
  return filled([](std::size_t) { return std::string(); }, "e" + marks);
}

TEST(ImageBound, ClustersBecomeCharacters) {
  const Screen terminal(clusters() + "\x1b[6;1H");
  const std::string text = plain_text(terminal, Extent::viewport, 1'000);
  EXPECT_EQ(text.substr(0, 41), std::string(40, 'e') + "\n");
  EXPECT_LE(text.size(), 1'000U);
  EXPECT_EQ(plain_text_to_cursor(terminal, Extent::full, 1'000), text + "\r");
  EXPECT_EQ(shown(restored(terminal, 1'500)), text);
}

// Wide only as a whole: what stands for it is wide as well.
TEST(ImageBound, WhatStandsForAClusterIsAsWide) {
  const Screen terminal("\x1b[?2027h\u2764\ufe0f|" + coloured().substr(0, 3000), {1, 200});
  ASSERT_EQ(terminal.row(0).cells[0].width(), CellWidth::wide);
  const std::string image = restore_dump(terminal, {.image_bytes = 700});
  const Screen outer(image, {1, 200});
  EXPECT_EQ(outer.row(0).cells[0].width(), CellWidth::wide);
  EXPECT_EQ(outer.row(0).cells[2].code_point(), U'|');
}

TEST(ImageBound, LastLinesAreWholeLines) {
  const Screen terminal("one\r\ntwo\r\nthree");
  EXPECT_EQ(last_lines(terminal, 200, 14), "one\ntwo\nthree");
  EXPECT_EQ(last_lines(terminal, 200, 13), "two\nthree");
  EXPECT_EQ(last_lines(terminal, 200, 5), "");
  EXPECT_EQ(last_lines(terminal, 1), "three");
}

}  // namespace
}  // namespace pty::vt
