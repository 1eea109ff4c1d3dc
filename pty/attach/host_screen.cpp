#include "pty/attach/host_screen.hpp"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "pty/term/terminal_reset.hpp"
#include "pty/vt/dump_peek.hpp"
#include "pty/vt/dump_restore.hpp"

namespace pty::attach {
namespace {

/// Leftovers of whoever used the terminal before must not distort the clearing.
constexpr base::ByteView kNeutral = "\x1b[0m\x1b[r\x1b[?6l";
constexpr base::ByteView kClear = "\x1b[2J\x1b[H";
constexpr base::ByteView kWrapOff = "\x1b[?7l";
constexpr base::ByteView kWrapOn = "\x1b[?7h";

/// The same, with the cursor left where it is.
constexpr base::ByteView kFullMargins =
    "\x1b[0m\x1b"
    "7\x1b[r\x1b"
    "8";

constexpr base::ByteView kBeginFrame = "\x1b[?2026h";
constexpr base::ByteView kEndFrame = "\x1b[?2026l";

/// More than the system keeps for a terminal that does not read (Linux: 8 KiB and what is being read).
constexpr std::size_t kUnread = std::size_t{64} << 10;

/// Shorter pictures are there at once, whatever comes first in them.
constexpr std::size_t kLongPicture = std::size_t{64} << 10;
/// How much longer than its screen a picture with a history worth waiting for is.
constexpr std::size_t kMostlyHistory = 4;

/// For a model that is to show a picture's screen alone.
vt::TerminalOptions no_history() {
  vt::TerminalOptions options;
  options.history_lines = 0;
  return options;
}

/// The cells of a screen and its cursor, for a cleared terminal of that size.
base::ByteBuffer cells_of(const vt::Terminal& model) {
  base::ByteBuffer cells = vt::peek_dump(model, vt::Extent::viewport);
  fmt::format_to(std::back_inserter(cells), "\x1b[{};{}H", model.cursor().row + 1, model.cursor().col + 1);
  return cells;
}

/// Erases line by line: a whole screen at once becomes scrollback on some terminals.
base::ByteBuffer erase_rows(std::uint16_t rows) {
  base::ByteBuffer out;
  for (std::uint16_t row = rows; row > 0; --row)
    fmt::format_to(std::back_inserter(out), "\x1b[{}H\x1b[K", row);
  return out;
}

}  // namespace

HostScreen::HostScreen(HostOutput& output, Kind kind, std::optional<base::Size> host,
                       std::span<const term::OuterState> states)
    : output_(output), kind_(kind), host_(host), restorer_(states) {
  if (host_) restorer_.set_width(host_->cols);
}

/// The session's bytes, and what stands for them.
void HostScreen::put(base::ByteView bytes) {
  if (!bytes.empty()) write(restorer_.pass(bytes));
}

void HostScreen::write(base::ByteView bytes) {
  if (undo_kept_ != restorer_.revision()) {
    undo_kept_ = restorer_.revision();
    output_.keep_undo(parting(restorer_.undo_all()));
  }
  if (bytes.empty()) return;
  output_.write_host(bytes);
  unread_ += bytes.size();
  if (unread_ < kUnread || !output_.all_taken()) return;
  unread_ = 0;
  restorer_.settle();
}

/// With what the restorer does not know of.
base::ByteBuffer HostScreen::parting(base::ByteBuffer undo) const {
  if (clipped_) undo.append(kWrapOn);
  if (painted()) undo.append(term::kMoveToBottom);
  return undo;
}

void HostScreen::want_picture() {
  picture_wanted_ = true;
  follow_until_.reset();
}

bool HostScreen::take_picture_request() {
  return std::exchange(picture_wanted_, false);
}

/// Only on a terminal of a known size can a history take its place behind a screen.
wire::HistoryWish HostScreen::history_wish() const {
  if (kind_ != Kind::terminal || !host_) return wire::HistoryWish::in_picture;
  return pictured_ ? wire::HistoryWish::none : wire::HistoryWish::behind;
}

void HostScreen::on_geometry(base::Size grid, base::TimePoint now) {
  history_may_follow_ = false;
  const bool changed = grid_ != grid;
  grid_ = grid;
  if (!differs()) {
    follow_until_.reset();
    repaint();
  }
  if (!host_ || (grid.rows <= host_->rows && grid.cols <= host_->cols)) clip(false);
  if (mode_ == Mode::boxed) {
    // The model re-wraps without the lines above it and without a hidden primary screen: good enough to show
    // until the daemon's picture of the new size is there.
    box_->resize_grid(grid);
    if (changed) want_picture();
  } else if (mode_ == Mode::passing && differs()) {
    // While the terminal itself changes, geometries of sizes it had a moment ago arrive.
    if (follow_until_ && now < *follow_until_) return;
    mode_ = Mode::waiting;
    want_picture();
  }
}

void HostScreen::on_host_resize(base::Size host, base::TimePoint now) {
  if (host_ == host) return;
  host_ = host;
  restorer_.set_width(host.cols);
  if (mode_ == Mode::boxed) {
    box_->resize_host(host);
    if (!differs()) end_box();
    return;
  }
  follow_until_.reset();
  if (mode_ == Mode::passing) {
    repaint_owed_ = true;
    repaint_at_ = now + kRepaintAfter;
    if (differs()) follow_until_ = now + kFollowTime;
  }
  clip(follow_until_ && (host.rows < grid_->rows || host.cols < grid_->cols));
}

void HostScreen::on_time(base::TimePoint now) {
  if (follow_until_ && now >= *follow_until_) {
    follow_until_.reset();
    if (mode_ == Mode::passing && differs()) {
      mode_ = Mode::waiting;
      want_picture();
    }
  }
  if (repaint_at_ && now >= *repaint_at_) {
    repaint_at_.reset();
    if (!differs()) repaint();
  }
}

/// The session has the size that the person's terminal has had for a while.
void HostScreen::repaint() {
  if (repaint_owed_ && !repaint_at_ && mode_ == Mode::passing) want_picture();
  repaint_owed_ = repaint_at_.has_value();
}

/// Bytes for the old, larger size must not wrap on a terminal that has shrunk already.
void HostScreen::clip(bool on) {
  if (on == clipped_) return;
  clipped_ = on;
  undo_kept_ = 0;
  write(on ? kWrapOff : restorer_.mode(term::Mode::autowrap) ? kWrapOn : "");
}

void HostScreen::on_screen(base::ByteView picture) {
  if (std::exchange(history_may_follow_, false)) return show_history(picture);
  history_may_follow_ = history_wish() == wire::HistoryWish::behind;
  clip(false);
  if (differs()) {
    begin_box(picture);
  } else if (kind_ == Kind::terminal && pictured_ && grid_ && !picture.starts_with(kEnterAlternate)) {
    pass_picture(without_history(picture));
  } else {
    pass_picture(picture);
  }
}

/// The person has seen it, and what has left the screen since then has left it on the terminal, too.
base::ByteBuffer HostScreen::without_history(base::ByteView picture) const {
  vt::Terminal model(*grid_, no_history());
  model.write(picture);
  return vt::restore_dump(model);
}

void HostScreen::pass_picture(base::ByteView picture) {
  box_.reset();
  frame_until_.reset();
  mode_ = Mode::passing;
  const bool again = touched_;
  touched_ = true;
  pictured_ = true;
  if (kind_ == Kind::stream) return put(picture);
  const bool alternate = picture.starts_with(kEnterAlternate);
  if (again) {
    begin_again(picture);
    if (alternate) picture.remove_prefix(kEnterAlternate.size());
    put(picture);
    return put(kEndFrame);
  }
  base::ByteBuffer first = begin_first(alternate);
  if (alternate) picture.remove_prefix(kEnterAlternate.size());
  if (picture.size() <= kLongPicture) return put(first.append(picture));
  put(first);
  if (!host_ || alternate || !show_ahead(picture)) put(picture);
}

/// Moves what stands on the terminal into its history, and nothing else: from the cursor's line, whichever it
/// is, one line feed less than there are rows lifts just what is above it out. The blanks end a line that
/// somebody has begun, and stay on it otherwise.
base::ByteBuffer HostScreen::room() const {
  if (!host_) return {};
  base::ByteBuffer out(kFullMargins);
  out.append(host_->cols, ' ').push_back('\r');
  return out.append(host_->rows - 1U, '\n');
}

/// The primary screen stays what it is while the session is on the alternate one.
base::ByteBuffer HostScreen::begin_first(bool alternate) {
  base::ByteBuffer out;
  if (alternate) {
    out.append(kEnterAlternate);
    restorer_.insert_on_return(room());
  } else {
    out.append(room());
  }
  return out.append(kNeutral).append(kClear);
}

/// In place of what is there, as one frame.
void HostScreen::begin_again(base::ByteView picture) {
  const bool alternate = picture.starts_with(kEnterAlternate);
  const base::ByteBuffer undo = restorer_.take_undo_before(picture);
  put(kBeginFrame);
  write(undo);
  if (!alternate) put(restorer_.take_on_return());
  if (alternate && !restorer_.on_alternate()) put(kEnterAlternate);
  put(kNeutral);
  put(erase_rows(host_ ? host_->rows : grid_ ? grid_->rows : 0));
  put(kClear);
}

/// A picture's history comes before its screen, and is long: the screen is shown first, then the whole
/// picture as one frame in its place. False if the picture is nearly all screen; nothing was done then.
bool HostScreen::show_ahead(base::ByteView picture) {
  vt::Terminal model(*grid_, no_history());
  model.write(picture);
  const base::ByteBuffer cells = cells_of(model);
  if (picture.size() < kMostlyHistory * cells.size()) return false;
  put(cells);
  show_history(picture);
  return true;
}

/// The same picture as the one that was just shown, now with its history above, as one frame in its place. On
/// a terminal that has changed its size meanwhile it has none.
void HostScreen::show_history(base::ByteView picture) {
  if (mode_ != Mode::passing || differs() || picture.starts_with(kEnterAlternate)) return;
  const base::ByteBuffer undo = restorer_.take_undo_before(picture);
  put(kBeginFrame);
  write(undo);
  put(kNeutral);
  put(erase_rows(grid_->rows));
  put(picture);
  put(kEndFrame);
}

void HostScreen::on_data(base::ByteView bytes) {
  history_may_follow_ = false;
  switch (mode_) {
    case Mode::passing:
      put(bytes);
      return;
    case Mode::boxed:
      box_->write(bytes);
      return;
    case Mode::blank:
    case Mode::waiting:
      return;  // the picture that is on its way has it
  }
}

void HostScreen::begin_box(base::ByteView picture) {
  const base::ByteBuffer owed = touched_ ? restorer_.take_on_return() : room();
  write(restorer_.take_undo_all());
  if (picture.starts_with(kEnterAlternate)) {
    restorer_.insert_on_return(owed);
    put(kFullMargins);
  } else {
    put(owed);
    put(kNeutral);
  }
  touched_ = true;
  pictured_ = true;
  mode_ = Mode::boxed;
  follow_until_.reset();
  box_ = std::make_unique<Letterbox>(*grid_, *host_);
  box_->write(picture);
}

/// The terminal has become as big as the grid.
void HostScreen::end_box() {
  if (box_->model().on_alternate()) {
    // The primary screen underneath is the daemon's to repaint later, for those who got a picture now. Until
    // it comes the letterbox fills the terminal exactly.
    want_picture();
    return;
  }
  pass_picture(vt::restore_dump(box_->model()));
}

base::ByteView HostScreen::to_session(base::ByteView input) {
  // Pixels cannot be moved: how many of them make a cell is not known here.
  if (mode_ != Mode::boxed || box_->model().mode(term::Mode::mouse_sgr_pixels)) {
    mouse_shift_ = {};
    return input;
  }
  shifted_.clear();
  mouse_shift_.apply(input, {box_->first_row(), box_->first_col(), *grid_}, shifted_);
  return shifted_;
}

void HostScreen::flush(base::TimePoint now) {
  if (mode_ != Mode::boxed) return;
  if (!box_->mid_frame()) {
    frame_until_.reset();
    frame_late_ = false;
  } else if (!frame_late_) {
    if (!frame_until_) frame_until_ = now + kFrameTime;
    if (now < *frame_until_) return;
    frame_until_.reset();
    frame_late_ = true;
  }
  draw();
}

void HostScreen::draw() {
  if (mode_ != Mode::boxed) return;
  frame_.clear();
  box_->render(frame_);
  put(frame_);
}

std::optional<base::TimePoint> HostScreen::deadline() const {
  return base::earlier(follow_until_, base::earlier(repaint_at_, frame_until_));
}

void HostScreen::leave() {
  undo_unread_ = parting(restorer_.undo_recent());
  clip(false);
  if (kind_ == Kind::terminal || touched_) {
    const bool below = painted();
    base::ByteBuffer bytes = restorer_.take_undo_all();
    if (below) bytes.append(term::kMoveToBottom);
    output_.write_host(bytes);
    touched_ = false;
    write({});
  }
  expect_picture();
}

void HostScreen::expect_picture() {
  box_.reset();
  mode_ = Mode::blank;
  grid_.reset();
  follow_until_.reset();
  repaint_at_.reset();
  repaint_owed_ = false;
  frame_until_.reset();
  frame_late_ = false;
  picture_wanted_ = false;
  history_may_follow_ = false;
}

}  // namespace pty::attach
