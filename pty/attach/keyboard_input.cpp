#include "pty/attach/keyboard_input.hpp"

namespace pty::attach {

KeyboardInput::KeyboardInput(Source source, DetachMatcher::Policy policy, const DetachKey& key)
    : matcher_(policy, key), local_keys_(DetachMatcher::Policy::immediate, key) {
  if (source == Source::terminal)
    replies_.emplace(key.key ? StrayReplies::LoneEscape::passes : StrayReplies::LoneEscape::is_held);
}

KeyboardInput::Output KeyboardInput::feed(base::ByteView bytes, base::TimePoint now) {
  Output typed = matcher_.feed(bytes, now);
  if (replies_ && !typed.forward.empty()) typed.forward = replies_->feed(typed.forward, now);
  return typed;
}

bool KeyboardInput::leaves(base::ByteView bytes, base::TimePoint now) {
  return local_keys_.feed(bytes, now).detach;
}

KeyboardInput::Output KeyboardInput::on_time(base::TimePoint now) {
  Output typed = matcher_.on_time(now);
  // What is due of the replies was typed earlier; feed() passes it first.
  if (replies_)
    typed.forward = typed.forward.empty() ? replies_->on_time(now) : replies_->feed(typed.forward, now);
  return typed;
}

std::optional<base::TimePoint> KeyboardInput::deadline() const {
  return base::earlier(matcher_.deadline(), replies_ ? replies_->deadline() : std::nullopt);
}

void KeyboardInput::reset() {
  matcher_.reset();
  local_keys_.reset();
  if (replies_) replies_->reset();
}

}  // namespace pty::attach
