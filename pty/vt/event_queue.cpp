#include "pty/vt/event_queue.hpp"

#include <utility>

namespace pty::vt {

void queue_event(TerminalState& state, EventKind kind) {
  Event event;
  event.kind = kind;
  queue_event(state, std::move(event));
}

void queue_event(TerminalState& state, Event event) {
  if (state.events.size() < kMaxPendingEvents) state.events.push_back(std::move(event));
}

void queue_clipboard(TerminalState& state, std::string_view targets, std::string_view base64) {
  std::size_t pending = base64.size();
  for (const Event& event : state.events)
    if (event.kind == EventKind::clipboard) pending += event.body.size();
  if (pending > kMaxPendingClipboardBytes) return;
  Event event;
  event.kind = EventKind::clipboard;
  event.title = clean_text(targets, kMaxEventTextBytes);
  event.body = clean_text(base64, kMaxPendingClipboardBytes);
  queue_event(state, std::move(event));
}

void change_title(TerminalState& state, std::string_view title) {
  if (title == state.title) return;
  std::string clean = clean_text(title, kMaxTitleBytes);
  if (clean == state.title) return;
  state.title = std::move(clean);
  if (state.events.size() == kMaxPendingEvents) return;
  Event event;
  event.kind = EventKind::title_change;
  event.title = state.title;
  queue_event(state, std::move(event));
}

}  // namespace pty::vt
