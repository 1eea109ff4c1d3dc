#include "pty/attach/attach_banner.hpp"

#include <gtest/gtest.h>

namespace pty::attach {
namespace {

TEST(AttachBanner, NamesTheKeyThatWasChosenAndShowsNoControls) {
  EXPECT_EQ(attach_banner("box", *parse_detach_key("f12")), "[attached to box; F12 detaches]\r\n");
  EXPECT_EQ(attach_banner("box", *parse_detach_key("none")), "[attached to box; no key detaches]\r\n");
  EXPECT_EQ(attach_banner("b\x1bx", {}), "[attached to b\\ex; Ctrl+\\ detaches]\r\n");
}

}  // namespace
}  // namespace pty::attach
