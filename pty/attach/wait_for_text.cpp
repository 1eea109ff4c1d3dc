#include "pty/attach/wait_for_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "pty/attach/terminal_restorer.hpp"
#include "pty/attach/text_watcher.hpp"
#include "pty/client/connection.hpp"
#include "pty/os/poll_many.hpp"
#include "pty/text/untrusted.hpp"
#include "pty/vt/dump_peek.hpp"
#include "pty/vt/dump_plain.hpp"
#include "pty/vt/terminal.hpp"

namespace pty::attach {
namespace {

constexpr base::Milliseconds kFateLimit{3000};
constexpr base::Milliseconds kFatePoll{50};
/// Scrolled rows that are looked at again after one packet.
constexpr std::uint64_t kMaxScrolled = 2000;
constexpr std::size_t kMaxLastLines = 200;

bool contains_any(base::ByteView text, const std::vector<std::string>& patterns) {
  return std::ranges::any_of(patterns,
                             [&](const std::string& p) { return text.find(p) != base::ByteView::npos; });
}

/// The rows of the screen with soft wraps joined.
std::string unwrapped(const vt::Terminal& model) {
  std::string text;
  for (std::uint16_t row = 0; row < model.size().rows; ++row) {
    const vt::RowView view = model.row(row);
    for (std::uint16_t col = 0; col < view.used; ++col) {
      const vt::Cell cell = view.cells[col];
      if (cell.width() == vt::CellWidth::second_half || cell.width() == vt::CellWidth::wrap_blank) continue;
      if (cell.has_text()) {
        model.append_text(cell, text);
      } else {
        text.push_back(' ');
      }
    }
    if (!view.has(vt::RowFlag::wrapped)) text.push_back('\n');
  }
  return text;
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t start = 0;
  while (start <= text.size() && !text.empty()) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

std::string indented(const std::vector<std::string>& lines) {
  std::string block;
  for (const std::string& line : lines) block.append("  ").append(text::escape_controls(line)).append("\n");
  return block;
}

/// A local copy of the session's screen, and whether what is looked for was seen on it.
class Watch {
 public:
  explicit Watch(const WaitRequest& request) : request_(request), watcher_(request.patterns) {}

  void on_geometry(base::Size size) {
    size_ = size;
    if (model_) model_->resize(size);
  }
  /// A whole picture replaces what was known.
  bool on_screen(base::ByteView picture) {
    model_ = std::make_unique<vt::Terminal>(size_);
    scrolled_ = 0;
    watcher_.break_run();
    const bool passed_by = watcher_.feed(picture).has_value();
    write(picture);
    if (passed_by || on_display(printed_extent())) match_ = snapshot();
    return match_.has_value();
  }
  bool on_data(base::ByteView bytes) {
    if (!model_) return false;
    const std::optional<std::size_t> end = watcher_.feed(bytes);
    write(bytes.substr(0, end.value_or(bytes.size())));
    if (!end && !on_display(vt::Extent::viewport)) return false;
    match_ = snapshot();
    if (!end) return true;
    // Better with what the program wrote along with the text, unless that takes it away again.
    write(bytes.substr(*end));
    if (on_viewport()) match_ = snapshot();
    return true;
  }

  /// The screen that matched. Pre: one did.
  [[nodiscard]] const base::ByteBuffer& match() const { return *match_; }
  [[nodiscard]] bool has_screen() const { return model_ != nullptr; }
  [[nodiscard]] std::vector<std::string> last_lines() const {
    return model_ ? split_lines(vt::last_lines(*model_, kMaxLastLines)) : std::vector<std::string>{};
  }

 private:
  [[nodiscard]] base::ByteBuffer snapshot() const {
    const vt::Extent extent = printed_extent();
    if (request_.view.plain) return vt::plain_text(*model_, extent) + "\n";
    base::ByteBuffer picture = vt::peek_dump(*model_, extent);
    TerminalRestorer restorer;
    restorer.observe(picture);
    return picture + restorer.undo_all() + "\n";
  }

  [[nodiscard]] vt::Extent printed_extent() const {
    return request_.view.full ? vt::Extent::full : vt::Extent::viewport;
  }

  void write(base::ByteView bytes) {
    model_->write(bytes);
    (void)model_->take_replies();
    (void)model_->take_events();
  }

  /// Text that was put together in pieces shows only on the screen.
  bool on_display(vt::Extent extent) {
    const std::uint64_t scrolled = std::exchange(scrolled_, model_->lines_scrolled());
    const std::uint64_t gone = std::min(scrolled_ - std::min(scrolled, scrolled_), kMaxScrolled);
    if (extent == vt::Extent::full || gone > 0) {
      const std::string text = extent == vt::Extent::full ? vt::plain_text(*model_, vt::Extent::full)
                                                          : vt::last_lines(*model_, gone + size_.rows);
      if (contains_any(text, request_.patterns)) return true;
    }
    return on_viewport();
  }

  [[nodiscard]] bool on_viewport() const {
    return contains_any(vt::plain_text(*model_, vt::Extent::viewport), request_.patterns) ||
           contains_any(unwrapped(*model_), request_.patterns);
  }

  const WaitRequest& request_;
  TextWatcher watcher_;
  base::Size size_;
  std::unique_ptr<vt::Terminal> model_;
  std::uint64_t scrolled_ = 0;
  std::optional<base::ByteBuffer> match_;
};

/// `line` quotes a person, `rest` is lines already.
WaitOutcome failed(std::string_view line, std::string_view rest = {}) {
  return {1, {}, text::escape_controls(line).append("\n").append(rest)};
}

WaitOutcome without_match(const WaitRequest& request, std::string_view how,
                          const std::vector<std::string>& lines) {
  return failed(fmt::format("Session \"{}\" {} without matching {}.", request.endpoint.name, how,
                            quoted_patterns(request.patterns)),
                indented(lines));
}

WaitOutcome timed_out(const WaitRequest& request) {
  return failed(fmt::format("Timed out after {}s waiting for {}.", request.timeout_text,
                            quoted_patterns(request.patterns)));
}

/// The connection ended without a word: the registry knows more, now or soon.
WaitOutcome after_loss(const WaitRequest& request, const Watch& watch) {
  const base::TimePoint start = std::chrono::steady_clock::now();
  while (request.fate) {
    const Fate fate = request.fate();
    if (fate.kind == Fate::Kind::exited)
      return wait_in_last_lines(request.endpoint.name, request.patterns, fate.last_lines, fate.code);
    if (fate.kind != Fate::Kind::pending || std::chrono::steady_clock::now() - start >= kFateLimit) break;
    (void)os::poll_many({}, kFatePoll);
  }
  return without_match(request, "ended", watch.last_lines());
}

/// Absent while the session goes on.
std::optional<WaitOutcome> on_event(const client::Event& event, const WaitRequest& request, Watch& watch) {
  bool found = false;
  if (const auto* geometry = std::get_if<client::Geometry>(&event)) watch.on_geometry(geometry->size);
  if (const auto* screen = std::get_if<client::Screen>(&event)) found = watch.on_screen(screen->bytes);
  if (const auto* data = std::get_if<client::Data>(&event)) found = watch.on_data(data->bytes);
  if (found) return WaitOutcome{0, watch.match(), {}};
  if (const auto* exit = std::get_if<client::Exit>(&event))
    return without_match(request, fmt::format("exited (code {})", exit->code), watch.last_lines());
  if (std::holds_alternative<client::Closed>(event)) return after_loss(request, watch);
  return std::nullopt;
}

}  // namespace

std::string quoted_patterns(const std::vector<std::string>& patterns) {
  std::string text;
  for (const std::string& pattern : patterns) {
    if (!text.empty()) text.append(" or ");
    text.append("\"").append(pattern).append("\"");
  }
  return text;
}

WaitOutcome wait_in_last_lines(const std::string& name, const std::vector<std::string>& patterns,
                               const std::vector<std::string>& last_lines, std::optional<int> exit_code) {
  const std::string text = fmt::format("{}", fmt::join(last_lines, "\n"));
  if (contains_any(text, patterns)) return {0, text + "\n", {}};
  const std::string how = exit_code ? fmt::format("exited (code {})", *exit_code) : "vanished";
  WaitRequest request;
  request.endpoint.name = name;
  request.patterns = patterns;
  return without_match(request, how, last_lines);
}

WaitOutcome run_wait(const WaitRequest& request) {
  const base::TimePoint start = std::chrono::steady_clock::now();
  wire::PeekFlags flags = request.view;
  flags.plain = false;  // the model reads terminal bytes; the printed form is made here
  base::Result<client::Connection> connection = client::Connection::watch(request.endpoint, flags);
  if (!connection) return failed(connection.error().text);

  Watch watch(request);
  while (true) {
    base::Milliseconds left{60'000};
    if (request.timeout) {
      const auto end = start + *request.timeout;
      left = std::chrono::ceil<base::Milliseconds>(end - std::chrono::steady_clock::now());
      left = std::max(left, base::Milliseconds{0});
    }
    const base::Result<client::Event> event = connection->wait_event(left);
    if (!event && event.error().code == base::Errc::timed_out) {
      if (request.timeout) return timed_out(request);
      continue;
    }
    if (!event) return failed(event.error().text);
    if (std::optional<WaitOutcome> outcome = on_event(*event, request, watch)) return *std::move(outcome);
    // A session that never falls silent must not outlast the timeout.
    if (left.count() == 0 && watch.has_screen()) return timed_out(request);
  }
}

}  // namespace pty::attach
