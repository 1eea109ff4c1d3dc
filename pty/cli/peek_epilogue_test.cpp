#include "pty/cli/peek_epilogue.hpp"

#include <gtest/gtest.h>

namespace pty::cli {
namespace {

constexpr base::ByteView kScreen = "\x1b[?1003h text \x1b[>1u\x1b\x1b[>5u\x1b[>4;2m\x1b[>\x1b[1u\x1b[>12u";

TEST(PeekEpilogue, UndoesModesInAPersonsTerminalWithoutMovingTheCursor) {  // D §11.1
  PeekEpilogue epilogue(PeekSink::terminal);
  epilogue.note(kScreen);
  const std::string undo = epilogue.text();
  EXPECT_TRUE(
      undo.starts_with("\x1b[0m\x1b"
                       "7"));
  EXPECT_TRUE(
      undo.ends_with("\x1b"
                     "8\x1b[<3u"));
  EXPECT_EQ(undo.find("?1049l"), std::string::npos);
  EXPECT_EQ(undo.find("999;1H"), std::string::npos);
}

TEST(PeekEpilogue, IsTheSameHoweverTheScreenWasCut) {
  PeekEpilogue whole(PeekSink::terminal);
  whole.note(kScreen);
  for (std::size_t cut = 0; cut <= kScreen.size(); ++cut) {
    PeekEpilogue epilogue(PeekSink::terminal);
    epilogue.note(kScreen.substr(0, cut));
    epilogue.note(kScreen.substr(cut));
    EXPECT_EQ(epilogue.text(), whole.text()) << "cut at " << cut;
  }
  PeekEpilogue bytes(PeekSink::terminal);
  for (std::size_t i = 0; i < kScreen.size(); ++i) bytes.note(kScreen.substr(i, 1));
  EXPECT_EQ(bytes.text(), whole.text());
}

TEST(PeekEpilogue, EndsACapturedScreenWithTheDocumentedReset) {
  PeekEpilogue epilogue(PeekSink::file);
  epilogue.note("text");
  const std::string undo = epilogue.text();
  EXPECT_TRUE(undo.starts_with("\x1b[?1049l"));
  EXPECT_TRUE(undo.ends_with("\x1b[999;1H"));
}

}  // namespace
}  // namespace pty::cli
