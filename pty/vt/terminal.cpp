#include "pty/vt/terminal.hpp"

#include <algorithm>
#include <utility>

#include "pty/text/utf8.hpp"
#include "pty/vt/control_handlers.hpp"
#include "pty/vt/mode_functions.hpp"
#include "pty/vt/osc_commands.hpp"
#include "pty/vt/printing.hpp"
#include "pty/vt/rendition.hpp"
#include "pty/vt/terminal_state.hpp"

namespace pty::vt {
namespace {

/// The tokenizer's sink: everything goes on to the handlers.
class Interpreter {
 public:
  explicit Interpreter(TerminalState& state) : state_(state) {}

  const char* print(const char* p, const char* end) { return print_text(state_, p, end); }
  void print_invalid() {
    state_.charsets.single_shift = 0;  // as any character that is printed whole
    print_code_point(state_, text::kReplacement);
  }
  void control(std::uint8_t c0) {
    if (state_.tokenizer.is_mid_token()) state_.relay.take_out_control(state_.tokenizer, c0);
    dispatch_control(state_, c0);
  }
  const char* rendition(const term::NumberWindow& window) { return select_rendition(state_, window); }
  void csi(const term::CsiSequence& sequence) {
    dispatch_csi(state_, sequence);
    if (state_.left_alternate) report_leaving();
  }
  void escape(std::uint32_t key) {
    dispatch_escape(state_, key);
    if (state_.left_alternate) report_leaving();
  }
  void string(const term::ControlString& string) {
    state_.relay.token_ended(state_.tokenizer);
    dispatch_string(state_, string);
  }
  void ignored() { state_.relay.token_ended(state_.tokenizer); }

 private:
  void report_leaving() {
    state_.left_alternate = false;
    state_.relay.left_alternate(state_.tokenizer);
  }

  TerminalState& state_;
};

std::size_t string_bytes(const TerminalState& state) {
  std::size_t bytes = state.title.capacity() + state.icon.capacity() + state.working_directory.capacity() +
                      state.pointer_shape.capacity();
  bytes += state.title_stack.capacity() * sizeof(TitlePair) + state.events.capacity() * sizeof(Event);
  for (const TitlePair& pair : state.title_stack) bytes += pair.title.capacity() + pair.icon.capacity();
  for (const Event& event : state.events) bytes += event.title.capacity() + event.body.capacity();
  return bytes;
}

}  // namespace

Terminal::Terminal(base::Size size, const TerminalOptions& options)
    : state_(std::make_unique<TerminalState>(clamp_size(size), options)) {}
Terminal::~Terminal() = default;

base::Size Terminal::clamp_size(base::Size size) {
  return base::clamp_size({size.rows, std::max<std::uint16_t>(size.cols, 2)});
}

void Terminal::write(base::ByteView bytes, RelaySink* relay) {
  if (bytes.empty()) return;
  TerminalState& state = *state_;
  ++state.generation;
  Interpreter interpreter(state);
  state.relay.begin(bytes, state.tokenizer.fed(), relay);
  state.tokenizer.feed(bytes, interpreter);
  state.relay.end(state.tokenizer);
}

void Terminal::flush_relay(RelaySink& relay) {
  state_->relay.flush(state_->tokenizer, relay);
}

bool Terminal::in_long_string() const {
  return state_->tokenizer.is_mid_token() && state_->relay.is_streaming(state_->tokenizer.token_begin());
}

bool Terminal::in_long_setting() const {
  const term::Tokenizer& tokenizer = state_->tokenizer;
  return in_long_string() && tokenizer.in_string() && tokenizer.string_kind() == term::StringKind::osc &&
         may_leave_state(tokenizer.string_payload());
}

base::ByteBuffer Terminal::take_replies() {
  return std::exchange(state_->replies, {});
}
std::vector<Event> Terminal::take_events() {
  return std::exchange(state_->events, {});
}

void Terminal::resize(base::Size size) {
  size = clamp_size(size);
  if (size == state_->size) return;
  ++state_->generation;
  resize_state(*state_, size);
  if (state_->mode(term::Mode::in_band_resize)) report_size_in_band(*state_);
}

base::Size Terminal::size() const {
  return state_->size;
}
Cursor Terminal::cursor() const {
  return state_->cursor;
}
std::uint8_t Terminal::cursor_shape() const {
  return state_->cursor_shape;
}
bool Terminal::mode(term::Mode mode) const {
  return state_->mode(mode);
}
bool Terminal::on_alternate() const {
  return state_->on_alternate();
}
bool Terminal::synchronized_output() const {
  return state_->mode(term::Mode::synchronized_output);
}
std::span<const std::uint8_t> Terminal::keyboard_levels() const {
  return state_->screen->keyboard.levels();
}
std::uint8_t Terminal::keyboard_flags() const {
  return state_->screen->keyboard.current();
}
std::uint8_t Terminal::modify_other_keys() const {
  return state_->modify_other_keys;
}
const std::string& Terminal::title() const {
  return state_->title;
}
const std::string& Terminal::working_directory() const {
  return state_->working_directory;
}
std::size_t Terminal::history_rows() const {
  return state_->history.rows(state_->size.cols);
}

std::size_t Terminal::history_lines() const {
  return state_->history.lines();
}

RowView Terminal::row(std::uint16_t row) const {
  return std::as_const(*state_).grid().view(row);
}
const term::Style& Terminal::style(StyleId id) const {
  return state_->tables.styles.at(id);
}
Link Terminal::link(LinkId id) const {
  return state_->tables.links.at(id);
}

void Terminal::append_text(Cell cell, std::string& out) const {
  if (!cell.has_text()) return;
  if (!cell.is_cluster()) return text::append_utf8(out, cell.code_point());
  for (const char32_t code_point : state_->tables.clusters.at(cell.cluster()))
    text::append_utf8(out, code_point);
}

std::uint64_t Terminal::generation() const {
  return state_->generation;
}
std::uint64_t Terminal::row_generation(std::uint16_t row) const {
  const Grid& grid = std::as_const(*state_).grid();
  return std::max(grid.header(row).generation, grid.moved_generation());
}
bool Terminal::content_changed_since(std::uint64_t generation) const {
  const Grid& grid = std::as_const(*state_).grid();
  if (grid.moved_generation() > generation) return true;
  if (grid.header(state_->cursor.row).generation > generation) return true;  // mostly
  for (std::uint16_t row = 0; row < grid.rows(); ++row)
    if (grid.header(row).generation > generation) return true;
  return false;
}
std::uint64_t Terminal::lines_scrolled() const {
  return state_->lines_scrolled;
}

std::size_t Terminal::memory_bytes() const {
  const TerminalState& state = *state_;
  std::size_t bytes = sizeof(TerminalState) + state.primary.grid.memory_bytes() +
                      state.history.memory_bytes() + state.tables.styles.memory_bytes() +
                      state.tables.clusters.memory_bytes() + state.tables.links.memory_bytes() +
                      state.replies.capacity() + state.tokenizer.memory_bytes() + state.relay.memory_bytes() +
                      state.notifications.memory_bytes() + string_bytes(state);
  if (state.alternate) bytes += sizeof(ScreenState) + state.alternate->grid.memory_bytes();
  return bytes;
}

}  // namespace pty::vt
