#include "pty/attach/attach_banner.hpp"

#include <gtest/gtest.h>

#include "pty/vt/dump_plain.hpp"
#include "pty/vt/terminal.hpp"

namespace pty::attach {
namespace {

TEST(AttachBanner, EndsTheScrollbackWhereverTheCursorWas) {
  for (const std::string before : {"", "$ pty attach box\r\n", "1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n"}) {
    vt::Terminal terminal({5, 60});
    terminal.write(before);
    terminal.write(attach_banner("box", {}, 5));
    EXPECT_EQ(vt::plain_text(terminal, vt::Extent::viewport), "");
    terminal.write("\x1b[2J\x1b[Hsession");
    const std::string all = vt::plain_text(terminal, vt::Extent::full);
    EXPECT_TRUE(all.ends_with("[attached to box; Ctrl+\\ detaches]\nsession")) << all;
    EXPECT_NE(all.find(before.substr(0, before.find('\r'))), std::string::npos) << all;
  }
}

TEST(AttachBanner, NamesTheKeyThatWasChosenAndShowsNoControls) {
  EXPECT_EQ(attach_banner("box", *parse_detach_key("f12"), 0), "[attached to box; F12 detaches]\r\n");
  EXPECT_EQ(attach_banner("box", *parse_detach_key("none"), 0), "[attached to box; no key detaches]\r\n");
  EXPECT_EQ(attach_banner("b\x1bx", {}, 0), "[attached to b\\ex; Ctrl+\\ detaches]\r\n");
}

}  // namespace
}  // namespace pty::attach
