#include "pty/daemon/picture_batch.hpp"

#include <gtest/gtest.h>

#include "pty/daemon/scripted_session.hpp"

namespace pty::daemon {
namespace {

TEST(PictureBatch, DrawsEachKindOnce) {
  ScriptedModel model;
  PictureBatch pictures(model);
  for (int round = 0; round < 2; ++round) {
    for (unsigned bits = 0; bits < 8; ++bits)
      (void)pictures.peeked({.plain = (bits & 1) != 0, .full = (bits & 2) != 0, .cursor = (bits & 4) != 0});
    for (const vt::Extent extent : {vt::Extent::viewport, vt::Extent::full}) (void)pictures.restored(extent);
  }
  EXPECT_EQ(model.drawn, 10);
}

TEST(PictureBatch, GivesWhatIsAskedFor) {
  ScriptedModel model;
  PictureBatch pictures(model);
  EXPECT_EQ(pictures.peeked({.plain = true}).bytes(), wire::encode_screen(model.image("plain")));
  EXPECT_EQ(pictures.peeked({}).bytes(), wire::encode_screen(model.image("peek")));
  EXPECT_EQ(pictures.restored(vt::Extent::viewport).bytes(), wire::encode_screen(model.image("screen")));
  EXPECT_EQ(pictures.restored(vt::Extent::full).bytes(), wire::encode_screen(model.image("restore")));
}

}  // namespace
}  // namespace pty::daemon
