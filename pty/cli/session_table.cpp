#include "pty/cli/session_table.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "pty/os/wall_time.hpp"
#include "pty/registry/tags.hpp"
#include "pty/text/duration.hpp"
#include "pty/text/untrusted.hpp"

namespace pty::cli {
namespace {

using registry::Session;
using registry::SessionStatus;

constexpr std::string_view kRed = "31";
constexpr std::string_view kYellow = "33";
constexpr std::string_view kDim = "2";

struct Block {
  SessionStatus status;
  std::string_view heading;
  std::string_view heading_sgr;
  std::string_view label_sgr;
  std::string_view bullet;
};
constexpr std::array kBlocks{
    Block{SessionStatus::running, "Active sessions:", "", "1;36", ""},
    Block{SessionStatus::exited, "Exited sessions:", "", "1", ""},
    Block{SessionStatus::vanished, "Vanished sessions (no exit record — killed or crashed):", kYellow, "1;33",
          "⚠ "},
};

std::chrono::seconds age_since(base::WallTime then, base::WallTime now) {
  return std::chrono::duration_cast<std::chrono::seconds>(now - then);
}

std::string ago_or_unknown(const std::optional<std::string>& time, base::WallTime now) {
  std::optional<base::WallTime> then = time ? os::parse_iso8601(*time) : std::nullopt;
  return then ? text::format_ago(age_since(*then, now)) : "unknown";
}

class TableWriter {
 public:
  explicit TableWriter(const TableStyle& style) : style_(style) {}

  std::string take() { return std::move(out_); }

  void block(const Block& block, const std::vector<Session>& sessions) {
    auto belongs = [&](const Session& session) { return session.status == block.status; };
    if (std::ranges::none_of(sessions, belongs)) return;
    if (!out_.empty()) out_.append("\n");
    painted(block.heading, block.heading_sgr);
    out_.append("\n");
    for (const Session& session : sessions) {
      if (belongs(session)) row(block, session);
    }
  }

 private:
  void painted(std::string_view plain, std::string_view sgr) {
    if (style_.colour == Colour::off || sgr.empty()) {
      out_.append(plain);
      return;
    }
    out_.append("\x1b[").append(sgr).append("m").append(plain).append("\x1b[0m");
  }

  void row(const Block& block, const Session& session) {
    out_.append("  ").append(block.bullet);
    painted(text::escape_controls(session.label()), block.label_sgr);
    if (session.display_name) {
      out_.append(" ");
      painted("(" + text::escape_controls(session.id) + ")", kDim);
    }
    marker(session);
    for (const auto& [key, value] : session.tags) {
      if (style_.hidden_tags == HiddenTags::hide && registry::is_hidden_key(key)) continue;
      out_.append(" #").append(text::escape_controls(key)).append("=").append(text::escape_controls(value));
    }
    out_.append(" (").append(state(session)).append(")");
    if (!session.cwd.empty()) out_.append(" — ").append(text::escape_controls(shortened(session.cwd)));
    out_.append(" — ");
    painted(session.display_command.empty() ? "unknown" : text::escape_controls(session.display_command),
            kDim);
    out_.append("\n");
  }

  void marker(const Session& session) {
    if (registry::is_flapping(session.tags)) {
      out_.append(" ");
      painted("[flapping]", kRed);
    } else if (registry::is_permanent(session.tags)) {
      out_.append(" ");
      painted("[permanent]", kYellow);
    }
  }

  [[nodiscard]] std::string state(const Session& session) const {
    switch (session.status) {
      case SessionStatus::running:
        return "pid: " + (session.pid ? std::to_string(*session.pid) : "unknown");
      case SessionStatus::exited:
        return "exited with code " + (session.exit_code ? std::to_string(*session.exit_code) : "?") + ", " +
               ago_or_unknown(session.exited_at, style_.now);
      case SessionStatus::vanished:
        return "vanished, started " + ago_or_unknown(session.created_at, style_.now);
    }
    return {};
  }

  [[nodiscard]] std::string shortened(const std::string& path) const {
    const std::string& home = style_.home;
    if (home.empty() || !path.starts_with(home)) return path;
    if (path.size() != home.size() && path[home.size()] != '/') return path;
    return "~" + path.substr(home.size());
  }

  const TableStyle& style_;
  std::string out_;
};

struct Born {
  const Session* session = nullptr;
  base::WallTime at;
};

std::string summary_line(std::string_view what, const Born& born, base::WallTime now) {
  std::string line(what);
  line.append(": ").append(text::escape_controls(born.session->label()));
  line.append(" (").append(registry::name_of(born.session->status)).append(", ");
  return line.append(text::format_age(age_since(born.at, now))).append(")\n");
}

std::string counts_line(const std::vector<Session>& sessions) {
  std::string line = std::to_string(sessions.size()) + (sessions.size() == 1 ? " session" : " sessions");
  std::string_view separator = " — ";
  for (SessionStatus status : {SessionStatus::running, SessionStatus::exited, SessionStatus::vanished}) {
    auto count = std::ranges::count(sessions, status, &Session::status);
    if (count == 0) continue;
    line.append(separator).append(std::to_string(count)).append(" ").append(registry::name_of(status));
    separator = ", ";
  }
  return line.append("\n");
}

}  // namespace

std::string format_session_table(const std::vector<Session>& sessions, const TableStyle& style) {
  if (sessions.empty()) return "No active sessions.\n";
  TableWriter writer(style);
  for (const Block& block : kBlocks) writer.block(block, sessions);
  return writer.take();
}

std::string format_session_summary(const std::vector<Session>& sessions, base::WallTime now) {
  if (sessions.empty()) return "No matching sessions.\n";
  std::string out = counts_line(sessions);
  Born oldest;
  Born newest;
  for (const Session& session : sessions) {
    std::optional<base::WallTime> at = os::parse_iso8601(session.created_at);
    if (!at) continue;
    if (oldest.session == nullptr || *at < oldest.at) oldest = {&session, *at};
    if (newest.session == nullptr || *at > newest.at) newest = {&session, *at};
  }
  if (oldest.session != nullptr) out.append(summary_line("oldest", oldest, now));
  if (newest.session != oldest.session) out.append(summary_line("newest", newest, now));
  return out;
}

}  // namespace pty::cli
