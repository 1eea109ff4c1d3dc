#include "pty/cli/stats_text.hpp"

#include <fmt/format.h>

#include "pty/os/wall_time.hpp"
#include "pty/text/untrusted.hpp"

namespace pty::cli {
namespace {

void add_line(std::string& out, std::string_view name, std::string_view value) {
  out.append(fmt::format("  {:<11} {}\n", fmt::format("{}:", name), value));
}

std::string process_text(const registry::StatusProcess& process) {
  if (process.alive) return process.pid ? fmt::format("running (pid {})", *process.pid) : "running";
  return fmt::format("exited (code {})", process.exit_code ? std::to_string(*process.exit_code) : "?");
}

std::string daemon_text(const registry::StatusDocument& status) {
  std::string text = fmt::format("pid {}", status.daemon_pid);
  if (status.daemon_resources) text.append(", ").append(format_memory(status.daemon_resources->rss_kb));
  return text;
}

std::string policy_text(const base::GeometryPolicy& policy) {
  if (policy.is_fixed())
    return fmt::format("fixed at {} rows x {} columns", policy.size.rows, policy.size.cols);
  return std::string(base::name_of(policy.kind));
}

std::string modes_text(const registry::StatusModes& modes) {
  std::string text;
  auto add = [&text](bool on, std::string_view name) {
    if (!on) return;
    if (!text.empty()) text.append(", ");
    text.append(name);
  };
  add(modes.sgr_mouse, "sgr-mouse");
  add(modes.cursor_hidden, "cursor-hidden");
  add(modes.kitty_keyboard, "kitty-keyboard");
  add(modes.alternate_screen, "alternate-screen");
  add(modes.bracketed_paste, "bracketed-paste");
  add(modes.mouse_tracking, "mouse-tracking");
  return text.empty() ? "none" : text;
}

}  // namespace

std::string format_uptime(std::optional<std::int64_t> seconds) {
  if (!seconds) return "unknown";
  std::int64_t s = *seconds < 0 ? 0 : *seconds;
  if (s < 60) return fmt::format("{}s", s);
  if (s < 3600) return fmt::format("{}m {}s", s / 60, s % 60);
  if (s < 86400) return fmt::format("{}h {}m", s / 3600, s % 3600 / 60);
  return fmt::format("{}d {}h", s / 86400, s % 86400 / 3600);
}

std::string format_age(const std::optional<std::string>& iso, base::WallTime now) {
  if (!iso) return "never";
  const auto then = os::parse_iso8601(*iso);
  if (!then) return "at an unknown time";
  return format_uptime(std::chrono::floor<std::chrono::seconds>(now - *then).count()) + " ago";
}

std::string format_memory(std::int64_t kibibytes) {
  constexpr double kStep = 1024.0;
  auto amount = static_cast<double>(kibibytes);
  if (amount < kStep) return fmt::format("{} KB", kibibytes);
  if (amount < kStep * kStep) return fmt::format("{:.1f} MB", amount / kStep);
  return fmt::format("{:.2f} GB", amount / kStep / kStep);
}

std::string format_stats(const registry::Session& session, const registry::StatusDocument& status,
                         base::WallTime now) {
  std::string out = "Session: " + text::escape_controls(session.id) + "\n";
  add_line(out, "Command",
           session.display_command.empty() ? "unknown" : text::escape_controls(session.display_command));
  add_line(out, "CWD", text::escape_controls(session.cwd));
  add_line(out, "Uptime", format_uptime(status.uptime_seconds));
  add_line(out, "Process", process_text(status.process));
  if (status.process.alive && status.process.resources) {
    add_line(out, "CPU", fmt::format("{:.1f}%", status.process.resources->cpu_percent));
    add_line(out, "Memory", format_memory(status.process.resources->rss_kb));
  }
  if (const auto& foreground = status.terminal.foreground)
    add_line(out, "Foreground",
             fmt::format("{} (pid {})", text::escape_controls(foreground->name), foreground->pid));
  add_line(out, "Daemon", daemon_text(status));
  const registry::StatusTerminal& terminal = status.terminal;
  add_line(out, "Terminal", fmt::format("{}x{}", terminal.cols, terminal.rows));
  if (terminal.geometry_policy) add_line(out, "Geometry", policy_text(*terminal.geometry_policy));
  add_line(out, "Cursor", fmt::format("row {}, col {}", terminal.cursor_y, terminal.cursor_x));
  add_line(out, "Scrollback",
           fmt::format("{} / {} lines", terminal.scrollback_used, terminal.scrollback_capacity));
  add_line(out, "Clients",
           fmt::format("{} ({} attached, {} readonly)", status.clients.total, status.clients.attached,
                       status.clients.read_only));
  if (status.activity)
    add_line(out, "Activity",
             fmt::format("output {}, change {}, input {}", format_age(status.activity->last_output_at, now),
                         format_age(status.activity->last_change_at, now),
                         format_age(status.activity->last_input_at, now)));
  add_line(out, "Modes", modes_text(status.modes));
  for (const std::string& warning : status.warnings) add_line(out, "Warning", text::escape_controls(warning));
  return out;
}

std::string format_gone(std::string_view reference, const registry::Session& session) {
  std::string name = text::escape_controls(reference);
  if (session.status == registry::SessionStatus::vanished)
    return fmt::format("Session \"{}\" has vanished (no exit record — killed or crashed).", name);
  return fmt::format("Session \"{}\" has exited (code {}).", name,
                     session.exit_code ? std::to_string(*session.exit_code) : "?");
}

}  // namespace pty::cli
