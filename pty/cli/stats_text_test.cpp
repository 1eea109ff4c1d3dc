#include "pty/cli/stats_text.hpp"

#include <gtest/gtest.h>

namespace pty::cli {
namespace {

constexpr base::WallTime kNow{std::chrono::seconds(1'700'000'000)};  // 2023-11-14T22:13:20Z

TEST(StatsText, WritesUptimeInTwoUnits) {  // §8.8
  EXPECT_EQ(format_uptime(std::nullopt), "unknown");
  EXPECT_EQ(format_uptime(45), "45s");
  EXPECT_EQ(format_uptime(185), "3m 5s");
  EXPECT_EQ(format_uptime(7440), "2h 4m");
  EXPECT_EQ(format_uptime(97200), "1d 3h");
}

TEST(StatsText, WritesMemoryInItsUnit) {  // §8.8
  EXPECT_EQ(format_memory(512), "512 KB");
  EXPECT_EQ(format_memory(1536), "1.5 MB");
  EXPECT_EQ(format_memory(std::int64_t{9} << 18), "2.25 GB");
}

TEST(StatsText, ShowsTheBlockOfALiveSession) {
  registry::Session session;
  session.id = "api";
  session.display_command = "node server.js";
  session.cwd = "/srv";
  registry::StatusDocument status;
  status.terminal = {.cols = 80,
                     .rows = 24,
                     .cursor_x = 3,
                     .cursor_y = 2,
                     .scrollback_used = 24,
                     .scrollback_capacity = 10024,
                     .foreground_process = std::nullopt,
                     .foreground = registry::StatusForeground{8, "vi\x1bm", "/usr/bin/vim"},
                     .geometry_policy = base::GeometryPolicy{base::GeometryPolicy::Kind::fixed, {24, 80}}};
  status.activity = {"2023-11-14T22:13:17.000Z", "2023-11-14T22:11:15.000Z", std::nullopt};
  status.process = {.alive = true,
                    .exit_code = std::nullopt,
                    .pid = 7,
                    .resources = registry::StatusResources{.rss_kb = 2048, .cpu_percent = 1.25}};
  status.daemon_pid = 6;
  status.uptime_seconds = 5;
  status.clients.total = 1;
  status.clients.attached = 1;
  status.modes.cursor_hidden = true;
  EXPECT_EQ(format_stats(session, status, kNow),
            "Session: api\n"
            "  Command:    node server.js\n"
            "  CWD:        /srv\n"
            "  Uptime:     5s\n"
            "  Process:    running (pid 7)\n"
            "  CPU:        1.2%\n"
            "  Memory:     2.0 MB\n"
            "  Foreground: vi\\em (pid 8)\n"
            "  Daemon:     pid 6\n"
            "  Terminal:   80x24\n"
            "  Geometry:   fixed at 24 rows x 80 columns\n"
            "  Cursor:     row 2, col 3\n"
            "  Scrollback: 24 / 10024 lines\n"
            "  Clients:    1 (1 attached, 0 readonly)\n"
            "  Activity:   output 3s ago, change 2m 5s ago, input never\n"
            "  Modes:      cursor-hidden\n");
}

TEST(StatsText, TellsAgesEvenWhenTheClockWasSetBack) {
  EXPECT_EQ(format_age("2023-11-14T22:13:25.000Z", kNow), "0s ago");
  EXPECT_EQ(format_age("yesterday", kNow), "at an unknown time");
}

TEST(StatsText, HasNoFiguresForADeadProgram) {
  registry::Session session;
  session.id = "s";
  registry::StatusDocument status;
  status.process.exit_code = 3;
  std::string text = format_stats(session, status, kNow);
  EXPECT_NE(text.find("exited (code 3)"), std::string::npos);
  EXPECT_EQ(text.find("CPU"), std::string::npos);
  session.status = registry::SessionStatus::exited;
  EXPECT_EQ(format_gone("s", session), "Session \"s\" has exited (code ?).");
  session.status = registry::SessionStatus::vanished;
  EXPECT_EQ(format_gone("s", session), "Session \"s\" has vanished (no exit record — killed or crashed).");
}

}  // namespace
}  // namespace pty::cli
