#include "pty/attach/session_titles.hpp"

#include "pty/attach/terminal_restorer.hpp"
#include "pty/vt/terminal_state.hpp"

namespace pty::attach {
namespace {

void append_title(char osc, const std::optional<base::ByteBuffer>& before,
                  const std::optional<base::ByteBuffer>& next, base::ByteBuffer& out) {
  if (next && next != before) out.append("\x1b]").append(1, osc).append(";").append(*next).append("\x1b\\");
}

}  // namespace

void SessionTitles::set(std::uint32_t osc, base::ByteView text) {
  if (osc != 1) shown_.title = text.substr(0, vt::kMaxTitleBytes);
  if (osc != 2) shown_.icon = text.substr(0, vt::kMaxTitleBytes);
}

void SessionTitles::push() {
  if (stack_.size() == vt::kMaxTitleStack) stack_.erase(stack_.begin());
  stack_.push_back(shown_);
}

void SessionTitles::pop(std::uint16_t what) {
  if (stack_.empty()) return;
  if (what != 1) shown_.title = std::move(stack_.back().title);
  if (what != 2) shown_.icon = std::move(stack_.back().icon);
  stack_.pop_back();
}

base::ByteBuffer change_of_titles(const SessionTitles::Pair& before, const SessionTitles::Pair& next) {
  base::ByteBuffer out;
  SessionTitles::Pair shown = before;
  if ((before.title && !next.title) || (before.icon && !next.icon)) {
    out.append(kPopTitle);
    if (next.title || next.icon) out.append(kPushTitle);
    shown = {};
  }
  append_title('2', shown.title, next.title, out);
  append_title('1', shown.icon, next.icon, out);
  return out;
}

}  // namespace pty::attach
