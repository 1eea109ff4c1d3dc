#include "pty/attach/wait_for_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

#include "pty/attach/screen_wait.hpp"
#include "pty/client/connection.hpp"
#include "pty/os/poll_many.hpp"
#include "pty/text/untrusted.hpp"

namespace pty::attach {
namespace {

constexpr base::Milliseconds kLongestNap{60'000};

std::string indented(const std::vector<std::string>& lines) {
  std::string block;
  for (const std::string& line : lines) block.append("  ").append(text::escape_controls(line)).append("\n");
  return block;
}

/// `line` quotes a person, `rest` is lines already.
WaitOutcome failed(std::string_view line, std::string_view rest = {}) {
  return {1, {}, text::escape_controls(line).append("\n").append(rest), {}};
}

WaitOutcome without_match(const std::string& name, const WaitConditions& conditions, std::string_view how,
                          const std::vector<std::string>& lines) {
  return failed(fmt::format("Session \"{}\" {} without matching {}.", name, how, describe(conditions)),
                indented(lines));
}

WaitOutcome timed_out(const WaitRequest& request) {
  return failed(
      fmt::format("Timed out after {}s waiting for {}.", request.timeout_text, describe(request.conditions)));
}

std::string exited(std::int32_t code) {
  return fmt::format("exited (code {})", code);
}

/// How a session ended that is not running any more.
struct SavedEnd {
  bool known = false;         ///< its exit is recorded
  std::optional<int> code{};  ///< with this code
  [[nodiscard]] std::string text() const {
    if (!known) return "vanished";
    return code ? exited(*code) : "exited";
  }
};

/// An exited session shows its last lines for ever; of one that vanished, only what it had shown is known.
std::optional<std::string> holds_at_end(const WaitConditions& conditions, const std::string& text,
                                        const SavedEnd& end) {
  if (std::optional<std::string> found = find_pattern(conditions, text)) return found;
  if (!end.known) return std::nullopt;
  for (const std::string& gone : conditions.gone)
    if (text.find(gone) == std::string::npos) return describe_gone(gone);
  if (conditions.exit) return describe_exit(end.code);
  return std::nullopt;
}

WaitOutcome in_saved_output(const std::string& name, const WaitConditions& conditions,
                            const std::vector<std::string>& last_lines, const SavedEnd& end) {
  const std::string text = fmt::format("{}", fmt::join(last_lines, "\n"));
  std::optional<std::string> found = holds_at_end(conditions, text, end);
  if (found) return {0, text + "\n", {}, *std::move(found)};
  return without_match(name, conditions, end.text(), last_lines);
}

/// The connection ended without a word: the registry knows more, now or soon.
WaitOutcome after_loss(const WaitRequest& request, const ScreenWait& wait) {
  const base::TimePoint start = std::chrono::steady_clock::now();
  while (request.fate) {
    const Fate fate = request.fate();
    if (fate.kind == Fate::Kind::exited)
      return in_saved_output(request.endpoint.name, request.conditions, fate.last_lines, {true, fate.code});
    if (fate.kind != Fate::Kind::pending || std::chrono::steady_clock::now() - start >= kFateLimit) break;
    (void)os::poll_many({}, kFatePoll);
  }
  return without_match(request.endpoint.name, request.conditions, "ended", wait.last_lines());
}

WaitOutcome matched(const ScreenWait::Match& match) {
  return {0, match.screen, {}, match.condition};
}

/// Absent while the session goes on.
std::optional<WaitOutcome> on_event(const client::Event& event, const WaitRequest& request,
                                    ScreenWait& wait) {
  const base::TimePoint now = std::chrono::steady_clock::now();
  const auto* exit = std::get_if<client::Exit>(&event);
  if (const auto* geometry = std::get_if<client::Geometry>(&event)) wait.on_geometry(geometry->size, now);
  if (const auto* screen = std::get_if<client::Screen>(&event)) wait.on_screen(screen->bytes, now);
  if (const auto* data = std::get_if<client::Data>(&event)) wait.on_data(data->bytes, now);
  if (exit) wait.on_exit(exit->code, now);
  if (wait.match()) return matched(*wait.match());
  if (exit)
    return without_match(request.endpoint.name, request.conditions, exited(exit->code), wait.last_lines());
  if (std::holds_alternative<client::Closed>(event)) return after_loss(request, wait);
  return std::nullopt;
}

base::Milliseconds until(base::TimePoint at) {
  return std::min(base::time_until(at, std::chrono::steady_clock::now()), kLongestNap);
}

}  // namespace

WaitOutcome wait_in_last_lines(const std::string& name, const WaitConditions& conditions,
                               const std::vector<std::string>& last_lines, std::optional<int> exit_code) {
  return in_saved_output(name, conditions, last_lines, {exit_code.has_value(), exit_code});
}

WaitOutcome run_wait(const WaitRequest& request) {
  const base::TimePoint start = std::chrono::steady_clock::now();
  wire::PeekFlags flags = request.view;
  flags.plain = false;  // the model reads terminal bytes; the printed form is made here
  flags.cursor = true;  // and goes on from the picture
  base::Result<client::Connection> connection = client::Connection::watch(request.endpoint, flags);
  if (!connection) return failed(connection.error().text);

  ScreenWait wait(request.conditions, request.view);
  while (true) {
    base::Milliseconds left = kLongestNap;
    if (request.timeout) left = until(start + *request.timeout);
    const bool out_of_time = left.count() == 0;
    if (const auto deadline = wait.next_deadline()) left = std::min(left, until(*deadline));
    const base::Result<client::Event> event = connection->wait_event(left);
    if (!event && event.error().code != base::Errc::timed_out) return failed(event.error().text);
    if (event) {
      if (std::optional<WaitOutcome> outcome = on_event(*event, request, wait)) return *std::move(outcome);
    } else {
      wait.on_time(std::chrono::steady_clock::now());
      if (wait.match()) return matched(*wait.match());
    }
    // A session that never falls silent must not outlast the timeout.
    if (out_of_time && (!event || wait.has_screen())) return timed_out(request);
  }
}

}  // namespace pty::attach
