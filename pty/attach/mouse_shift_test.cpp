#include "pty/attach/mouse_shift.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

namespace pty::attach {
namespace {

std::string shifted(std::initializer_list<base::ByteView> reads) {
  MouseShift shift;
  std::string out;
  for (const base::ByteView read : reads) shift.apply(read, {10, 100, {300, 400}}, out);
  return out;
}

TEST(MouseShift, MovesReportsAndNothingElse) {
  EXPECT_EQ(shifted({"a\x1b[<0;3;5Mb\x1b[<35;80;24m\x1b[A"}), "a\x1b[<0;103;15Mb\x1b[<35;180;34m\x1b[A");
  EXPECT_EQ(shifted({"\x1b[M !!x"}), "\x1b[M \x85+x");
  EXPECT_EQ(shifted({"\x1b[M#\xfa\xfa"}), "\x1b[M#\xff\xff") << "as far as a byte goes";
}

TEST(MouseShift, WhatIsNoWholeReportPassesAsItIs) {
  for (const char* text :
       {"\x1b", "\x1b[", "\x1b[<", "\x1b[<1", "\x1b[<1;2", "\x1b[<1;2;3", "\x1b[<1;2;3X", "\x1b[<;2;3M",
        "\x1b[<1;2M", "\x1b[<1;99999;3M", "\x1b[M", "\x1b[M !", "\x1b\x1b[B"})
    EXPECT_EQ(shifted({text}), text);
}

std::string around_a_small_grid(base::ByteView input) {
  MouseShift shift;
  std::string out;
  shift.apply(input, {0, 0, {10, 40}}, out);
  return out;
}

TEST(MouseShift, OutsideTheGridNothingIsPressed) {
  EXPECT_EQ(around_a_small_grid("\x1b[<0;40;10M"), "\x1b[<0;40;10M");
  EXPECT_EQ(around_a_small_grid("a\x1b[<0;41;10Mb\x1b[<64;3;11Mc\x1b[<35;41;1Md"), "abcd");
  EXPECT_EQ(around_a_small_grid("\x1b[<32;79;3M\x1b[<0;79;23m"), "\x1b[<32;40;3M\x1b[<0;40;10m")
      << "a drag and its end stay at the edge";
  EXPECT_EQ(around_a_small_grid("a\x1b[M I!b"), "ab");
  EXPECT_EQ(around_a_small_grid("\x1b[M H!"), "\x1b[M H!");
  EXPECT_EQ(around_a_small_grid("\x1b[M#I~"), "\x1b[M#H*");
  EXPECT_EQ(around_a_small_grid("\x1b[M@I!\x1b[M`I!"), "\x1b[M@H!") << "a drag, a wheel";
}

TEST(MouseShift, PastedTextIsNotLookedAt) {
  const std::string paste = "\x1b[200~\x1b[<0;3;5M";
  EXPECT_EQ(shifted({paste, "\x1b[<0;3;5M\x1b[201~\x1b[<0;3;5M"}),
            paste + "\x1b[<0;3;5M\x1b[201~\x1b[<0;103;15M");
}

}  // namespace
}  // namespace pty::attach
