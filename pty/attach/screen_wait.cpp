#include "pty/attach/screen_wait.hpp"

#include <algorithm>
#include <utility>

#include "pty/attach/terminal_restorer.hpp"
#include "pty/registry/metadata.hpp"
#include "pty/text/split_lines.hpp"
#include "pty/vt/dump_peek.hpp"
#include "pty/vt/visible_picture.hpp"

namespace pty::attach {
namespace {

/// Scrolled rows that are looked at again after one packet.
constexpr std::uint64_t kMaxScrolled = 2000;

/// The rows [first, end) with soft wraps joined.
std::string unwrapped(const vt::Terminal& model, std::uint16_t first, std::uint16_t end) {
  std::string text;
  for (std::uint16_t row = first; row < end; ++row) {
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

std::string unwrapped(const vt::Terminal& model) {
  return unwrapped(model, 0, model.size().rows);
}

/// The line in which the cursor stands.
std::string line_of_cursor(const vt::Terminal& model) {
  std::uint16_t first = model.cursor().row;
  std::uint16_t end = first;
  while (first > 0 && model.row(static_cast<std::uint16_t>(first - 1)).has(vt::RowFlag::wrapped)) --first;
  while (end + 1 < model.size().rows && model.row(end).has(vt::RowFlag::wrapped)) ++end;
  return unwrapped(model, first, static_cast<std::uint16_t>(end + 1));
}

}  // namespace

ScreenWait::ScreenWait(const WaitConditions& conditions, wire::PeekFlags view)
    : conditions_(conditions), view_(view), watcher_(conditions), gone_since_(conditions.gone.size()) {}

void ScreenWait::on_geometry(base::Size size, base::TimePoint now) {
  size_ = size;
  if (!model_ || match_) return;
  model_->resize(size);
  output_at_ = now;
  settle(now);
}

void ScreenWait::on_screen(base::ByteView picture, base::TimePoint now) {
  const bool first = model_ == nullptr;
  model_ = std::make_unique<vt::Terminal>(size_);
  scrolled_ = 0;
  watcher_.forget();
  std::optional<TextWatcher::Found> passed_by = watcher_.feed(picture);
  write(picture);
  output_at_ = now;
  if (first) quiet_since_ = now;
  std::optional<std::string> found = on_display(printed_extent());
  if (!found && passed_by) found = std::move(passed_by->condition);
  if (found) return conclude(*std::move(found));
  settle(now);
}

void ScreenWait::on_data(base::ByteView bytes, base::TimePoint now) {
  if (!model_ || match_) return;
  std::optional<TextWatcher::Found> found = watcher_.feed(bytes);
  std::size_t written = 0;
  for (const std::size_t end : watcher_.placed_ends()) {
    if (found && end >= found->bytes) break;
    write(bytes.substr(written, end - written));
    written = end;
    if (auto shown = find_pattern(conditions_, line_of_cursor(*model_))) {
      found = {end, *std::move(shown)};
      break;
    }
  }
  write(bytes.substr(written, found ? found->bytes - written : bytes.size()));
  output_at_ = now;
  if (!found) {
    if (std::optional<std::string> shown = on_display(vt::Extent::viewport))
      return conclude(*std::move(shown));
    return settle(now);
  }
  const std::size_t end = found->bytes;
  conclude(std::move(found->condition));
  // Better with what the program wrote along with the text, unless that takes it away again.
  write(bytes.substr(end));
  if (on_viewport()) match_->screen = snapshot();
}

void ScreenWait::on_exit(std::int32_t code, base::TimePoint now) {
  if (!model_ || match_) return;
  output_at_ = now - kUpdateLimit;  // no update will be finished any more
  settle(now);
  for (std::size_t i = 0; i < gone_since_.size() && !match_; ++i)
    if (gone_since_[i]) conclude(describe_gone(conditions_.gone[i]));
  if (!match_ && conditions_.exit) conclude(describe_exit(code));
}

void ScreenWait::on_time(base::TimePoint now) {
  if (model_ && !match_) settle(now);
}

/// Looks at what depends on time: absence and quiet.
void ScreenWait::settle(base::TimePoint now) {
  if (is_unfinished(now)) return;
  for (std::size_t i = 0; i < gone_since_.size(); ++i) {
    std::optional<base::TimePoint>& since = gone_since_[i];
    if (!is_gone(conditions_.gone[i])) {
      since.reset();
      continue;
    }
    if (!since) since = now;
    if (now - *since >= kGoneHold) return conclude(describe_gone(conditions_.gone[i]));
  }
  if (!conditions_.idle) return;
  if (base::ByteBuffer picture = vt::visible_picture(*model_); picture != picture_) {
    if (!picture_.empty()) quiet_since_ = output_at_;
    picture_ = std::move(picture);
  }
  if (now - quiet_since_ >= *conditions_.idle) conclude(describe_idle(conditions_));
}

bool ScreenWait::is_unfinished(base::TimePoint now) const {
  return model_->synchronized_output() && now - output_at_ < kUpdateLimit;
}

std::optional<base::TimePoint> ScreenWait::next_deadline() const {
  if (!model_ || match_) return std::nullopt;
  std::optional<base::TimePoint> next;
  for (const std::optional<base::TimePoint>& since : gone_since_)
    if (since) next = base::earlier(next, *since + kGoneHold);
  if (conditions_.idle) next = base::earlier(next, quiet_since_ + *conditions_.idle);
  const bool times_it = conditions_.idle || !conditions_.gone.empty();
  if (!times_it || !model_->synchronized_output()) return next;
  const base::TimePoint finished = output_at_ + kUpdateLimit;
  return next ? std::max(*next, finished) : finished;
}

void ScreenWait::conclude(std::string condition) {
  match_ = Match{std::move(condition), snapshot()};
}

base::ByteBuffer ScreenWait::snapshot() const {
  const vt::Extent extent = printed_extent();
  if (view_.plain) return vt::plain_text(*model_, extent) + "\n";
  base::ByteBuffer picture = vt::peek_dump(*model_, extent);
  TerminalRestorer restorer;
  base::ByteBuffer shown(restorer.pass(picture));
  return shown.append(restorer.take_undo_all()).append("\n");
}

void ScreenWait::write(base::ByteView bytes) {
  model_->write(bytes);
  (void)model_->take_replies();
  (void)model_->take_events();
}

/// Text that was put together in pieces shows only on the screen.
std::optional<std::string> ScreenWait::on_display(vt::Extent extent) {
  const std::uint64_t scrolled = std::exchange(scrolled_, model_->lines_scrolled());
  if (conditions_.texts.empty() && conditions_.regexes.empty()) return std::nullopt;
  const std::uint64_t gone = std::min(scrolled_ - std::min(scrolled, scrolled_), kMaxScrolled);
  if (extent == vt::Extent::full || gone > 0) {
    const std::string text = extent == vt::Extent::full ? vt::plain_text(*model_, vt::Extent::full)
                                                        : vt::last_lines(*model_, gone + size_.rows);
    if (std::optional<std::string> found = find_pattern(conditions_, text)) return found;
  }
  return on_viewport();
}

std::optional<std::string> ScreenWait::on_viewport() const {
  std::optional<std::string> found = find_pattern(conditions_, vt::plain_text(*model_, vt::Extent::viewport));
  return found ? found : find_pattern(conditions_, unwrapped(*model_));
}

bool ScreenWait::is_gone(const std::string& text) const {
  return vt::plain_text(*model_, vt::Extent::viewport).find(text) == std::string::npos &&
         unwrapped(*model_).find(text) == std::string::npos;
}

std::vector<std::string> ScreenWait::last_lines() const {
  return model_ ? text::split_lines(vt::last_lines(*model_, registry::kMaxLastLines))
                : std::vector<std::string>{};
}

}  // namespace pty::attach
