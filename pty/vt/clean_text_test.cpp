// What is clean is found out eight bytes at a time; every byte counts wherever it stands.

#include <gtest/gtest.h>

#include <string>

#include "pty/vt/notification_parser.hpp"

namespace pty::vt {
namespace {

TEST(CleanText, OneByteAnywhereDecides) {
  for (std::size_t size = 1; size <= 20; ++size)
    for (std::size_t at = 0; at < size; ++at)
      for (int byte = 0; byte < 256; ++byte) {
        std::string text(size, 'a');
        text[at] = static_cast<char>(byte);
        ASSERT_EQ(is_clean_ascii(text), byte >= 0x20 && byte < 0x7f) << size << ' ' << at << ' ' << byte;
      }
  EXPECT_TRUE(is_clean_ascii(""));
}

}  // namespace
}  // namespace pty::vt
