#include "pty/daemon/terminal_model.hpp"

#include <gtest/gtest.h>

#include <string>

namespace pty::daemon {
namespace {

class NoSink final : public vt::RelaySink {
 public:
  void relay(const vt::RelayPiece& /*piece*/) override {}
  void left_alternate() override {}
};

// D-067: no program can make a picture that the protocol cannot carry, be it by links, the longest there are.
TEST(TerminalModel, EveryPictureFitsAPacket) {
  static constexpr base::Size kSize{300, 60};
  TerminalModel model(kSize);
  NoSink sink;
  std::string output = "\x1b[H";
  const std::string uri = "http://" + std::string(2000, 'u');
  for (int i = 0; i < kSize.rows * kSize.cols; ++i)
    output += "\x1b]8;id=" + std::string(200, 'i') + ";" + uri + (i % 2 == 0 ? "a" : "b") + "\x1b\\x";
  model.write(output, sink);
  ASSERT_GT(output.size(), std::size_t{wire::kMaxPayload});
  const auto fits = [](const base::ByteBuffer& image) {
    return image.size() >= std::size_t{kSize.rows} * kSize.cols && image.size() <= wire::kMaxPayload;
  };
  EXPECT_TRUE(fits(model.restore_image(vt::Extent::viewport)));
  EXPECT_TRUE(fits(model.restore_image(vt::Extent::full)));
  EXPECT_TRUE(fits(model.primary_repaint()));
  for (const bool plain : {false, true})
    for (const bool cursor : {false, true})
      EXPECT_TRUE(fits(model.peek_image({.plain = plain, .full = true, .cursor = cursor})));
}

// D-155: a record is written that can be read again.
TEST(TerminalModel, TheLastLinesAreBounded) {
  constexpr base::Size kSize{250, 1000};
  TerminalModel model(kSize);
  NoSink sink;
  std::string cluster = "e";
  for (int i = 0; i < 20; ++i) cluster += "\u0301";
  std::string line;
  for (int i = 0; i < kSize.cols; ++i) line += cluster;
  for (int i = 0; i < kSize.rows - 1; ++i) model.write(line + "\r\n", sink);
  model.write("the end", sink);
  std::size_t bytes = 0;
  const std::vector<std::string> lines = model.last_lines();
  for (const std::string& text : lines) bytes += text.size() + 1;
  EXPECT_LE(bytes, kLastLinesBytes);
  EXPECT_GT(bytes, kLastLinesBytes - line.size() - 2);
  EXPECT_EQ(lines.back(), "the end");
  EXPECT_EQ(lines.front(), line);
}

}  // namespace
}  // namespace pty::daemon
