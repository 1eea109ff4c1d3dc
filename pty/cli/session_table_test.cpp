#include "pty/cli/session_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "pty/os/wall_time.hpp"

namespace pty::cli {
namespace {

using registry::Session;
using registry::SessionStatus;

TableStyle style_at(std::string_view now) {
  TableStyle style;
  style.home = "/home/me";
  style.now = os::parse_iso8601(now).value();
  return style;
}

Session running(std::string id) {
  Session session;
  session.id = std::move(id);
  session.status = SessionStatus::running;
  session.pid = 42;
  session.has_metadata = true;
  session.display_command = "node server.js";
  session.cwd = "/home/me/app";
  session.created_at = "2026-01-01T00:00:00.000Z";
  return session;
}

TEST(SessionTable, SaysSoWhenThereIsNothing) {
  EXPECT_EQ(format_session_table({}, style_at("2026-01-01T00:00:00Z")), "No active sessions.\n");
}

TEST(SessionTable, ShowsUpToThreeBlocks) {  // R-110, §8.7
  Session api = running("abc");
  api.display_name = "api";
  Session done = running("done");
  done.status = SessionStatus::exited;
  done.exit_code = 3;
  done.exited_at = "2026-01-01T00:59:00.000Z";
  Session lost = running("lost");
  lost.status = SessionStatus::vanished;
  EXPECT_EQ(format_session_table({api, done, lost}, style_at("2026-01-01T01:00:00Z")),
            "Active sessions:\n"
            "  api (abc) (pid: 42) — ~/app — node server.js\n"
            "\n"
            "Exited sessions:\n"
            "  done (exited with code 3, 1m ago) — ~/app — node server.js\n"
            "\n"
            "Vanished sessions (no exit record — killed or crashed):\n"
            "  ⚠ lost (vanished, started 1h ago) — ~/app — node server.js\n");
}

TEST(SessionTable, ShowsASocketWithoutRecordAsUnknown) {
  Session bare;
  bare.id = "bare";
  EXPECT_EQ(format_session_table({bare}, style_at("2026-01-01T00:00:00Z")),
            "Active sessions:\n  bare (pid: unknown) — unknown\n");
}

TEST(SessionTable, HidesBookkeepingTagsUnlessAsked) {
  Session session = running("s");
  session.tags = {{":l1-x", "1"}, {"role", "web"}, {"strategy.last-respawn-at", "x"}, {"strategy.mine", "y"}};
  TableStyle style = style_at("2026-01-01T00:00:00Z");
  EXPECT_EQ(format_session_table({session}, style),
            "Active sessions:\n  s #role=web #strategy.mine=y (pid: 42) — ~/app — node server.js\n");
  style.hidden_tags = HiddenTags::show;
  EXPECT_EQ(
      format_session_table({session}, style),
      "Active sessions:\n  s #:l1-x=1 #role=web #strategy.last-respawn-at=x #strategy.mine=y (pid: 42) — "
      "~/app — node server.js\n");
}

TEST(SessionTable, MarksPermanentAndFlappingOnes) {
  Session session = running("s");
  session.tags = {{"strategy", "permanent"}};
  EXPECT_NE(format_session_table({session}, style_at("2026-01-01T00:00:00Z")).find("s [permanent] ("),
            std::string::npos);
  session.tags["strategy.status"] = "flapping";
  std::string text = format_session_table({session}, style_at("2026-01-01T00:00:00Z"));
  EXPECT_NE(text.find("s [flapping]"), std::string::npos) << text;
  EXPECT_EQ(text.find("[permanent]"), std::string::npos) << text;
}

TEST(SessionTable, NothingFromASessionReachesTheTerminalRaw) {  // §8.7 [N]
  Session session = running("s");
  session.display_name = "a\x1b[2Jb";
  session.display_command = "x\ny";
  session.tags = {{"k", "\x07"}};
  session.cwd = "/tmp/\x9b";
  std::string text = format_session_table({session}, style_at("2026-01-01T00:00:00Z"));
  EXPECT_EQ(text.find('\x1b'), std::string::npos) << text;
  EXPECT_EQ(text.find('\x07'), std::string::npos) << text;
  EXPECT_EQ(std::ranges::count(text, '\n'), 2) << text;
}

TEST(SessionTable, ColoursOnlyWhenAskedAndChangesNoText) {
  Session session = running("s");
  TableStyle style = style_at("2026-01-01T00:00:00Z");
  style.colour = Colour::on;
  EXPECT_EQ(format_session_table({session}, style),
            "Active sessions:\n  \x1b[1;36ms\x1b[0m (pid: 42) — ~/app — \x1b[2mnode server.js\x1b[0m\n");
}

TEST(SessionSummary, CountsAndNamesOldestAndNewest) {
  Session old = running("old");
  Session young = running("young");
  young.created_at = "2026-01-01T01:00:00.000Z";
  young.status = SessionStatus::exited;
  base::WallTime now = os::parse_iso8601("2026-01-01T01:00:45Z").value();
  EXPECT_EQ(format_session_summary({old, young}, now),
            "2 sessions — 1 running, 1 exited\noldest: old (running, 1h)\nnewest: young (exited, 45s)\n");
  EXPECT_EQ(format_session_summary({old}, now), "1 session — 1 running\noldest: old (running, 1h)\n");
  EXPECT_EQ(format_session_summary({}, now), "No matching sessions.\n");
}

}  // namespace
}  // namespace pty::cli
