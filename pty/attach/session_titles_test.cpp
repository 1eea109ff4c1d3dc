#include "pty/attach/session_titles.hpp"

#include <gtest/gtest.h>

#include "pty/vt/terminal_state.hpp"

namespace pty::attach {
namespace {

using Pair = SessionTitles::Pair;

TEST(SessionTitles, APopRestoresWhatItNames) {
  SessionTitles titles;
  titles.set(2, "shell");
  titles.push();
  titles.push();
  titles.set(0, "vim");
  EXPECT_EQ(titles.shown(), (Pair{"vim", "vim"}));
  titles.pop(2);
  EXPECT_EQ(titles.shown(), (Pair{"shell", "vim"}));
  titles.pop(1);
  EXPECT_EQ(titles.shown(), (Pair{"shell", std::nullopt}));
  titles.pop(0);
  EXPECT_EQ(titles.shown(), (Pair{"shell", std::nullopt})) << "nothing was left to pop";
}

TEST(SessionTitles, TheStackIsBounded) {
  SessionTitles titles;
  for (std::size_t i = 0; i <= vt::kMaxTitleStack; ++i) {
    titles.set(2, std::to_string(i));
    titles.push();
  }
  for (std::size_t i = 0; i < vt::kMaxTitleStack; ++i) titles.pop(0);
  EXPECT_EQ(titles.shown().title, "1") << "the oldest is gone";
  titles.pop(0);
  EXPECT_EQ(titles.shown().title, "1");
  titles.set(2, std::string(100'000, 'x'));
  EXPECT_EQ(titles.shown().title->size(), vt::kMaxTitleBytes);
}

TEST(SessionTitles, OnlyWhatChangesIsTold) {
  const Pair none;
  const Pair both{"t", "i"};
  EXPECT_EQ(change_of_titles(both, both), "");
  EXPECT_EQ(change_of_titles(both, {"u", "i"}), "\x1b]2;u\x1b\\");
  EXPECT_EQ(change_of_titles(both, {"t", ""}), "\x1b]1;\x1b\\");
  EXPECT_EQ(change_of_titles(both, none), "\x1b[23;0t");
  EXPECT_EQ(change_of_titles(both, {"t", std::nullopt}), "\x1b[23;0t\x1b[22;0t\x1b]2;t\x1b\\");
  EXPECT_EQ(change_of_titles({"t", std::nullopt}, {std::nullopt, std::nullopt}), "\x1b[23;0t");
  EXPECT_EQ(change_of_titles(none, none), "");
}

}  // namespace
}  // namespace pty::attach
