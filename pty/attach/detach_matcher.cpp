#include "pty/attach/detach_matcher.hpp"

#include <algorithm>
#include <utility>

#include "pty/term/paste.hpp"

namespace pty::attach {
namespace {

constexpr char kEscape = '\x1b';
constexpr term::Key kInterrupt{term::KeyForm::character, 'c', term::kKeyCtrl, {}};

/// CSI 92 ; 5 : 1 u: a terminal that names the event tells of the release as well.
bool names_event(base::ByteView encoding) {
  const base::ByteView modifiers = encoding.substr(std::min(encoding.find(';'), encoding.size() - 1) + 1);
  return modifiers.substr(0, modifiers.find(';')).find(':') != modifiers.npos;
}

}  // namespace

DetachMatcher::DetachMatcher(Policy policy, const DetachKey& key) : policy_(policy) {
  if (key.key) keys_.emplace_back(*key.key);
  if (policy == Policy::immediate) keys_.emplace_back(kInterrupt);
  long_forms_ =
      std::ranges::any_of(keys_, [](const KeyPattern& pattern) { return pattern.has_long_forms(); });
}

bool DetachMatcher::is_key_byte(char byte) const {
  return std::ranges::any_of(keys_, [byte](const KeyPattern& pattern) { return pattern.is_byte(byte); });
}

std::optional<KeyEvent> DetachMatcher::key_event(base::ByteView sequence) const {
  for (const KeyPattern& pattern : keys_)
    if (const std::optional<KeyEvent> event = pattern.match(sequence)) return event;
  return std::nullopt;
}

/// How many leading bytes cannot matter: no key, no escape.
std::size_t DetachMatcher::plain_run(base::ByteView input) const {
  const auto* const end = std::find_if(input.begin(), input.end(), [this](char byte) {
    return byte == kEscape || (!in_paste_ && is_key_byte(byte));
  });
  return static_cast<std::size_t>(end - input.begin());
}

DetachMatcher::Output DetachMatcher::feed(base::ByteView input, base::TimePoint now) {
  if (keys_.empty()) return {input, false};
  if (!held_.empty() || detach_at_) {
    const Output due = on_time(now);
    if (due.detach) return due;
  } else {
    out_.clear();
  }
  if (held_.empty() && out_.empty() && !down_until_ && plain_run(input) == input.size())
    return {input, false};

  while (!input.empty() && !detach_now_) {
    if (held_.empty()) {
      const std::size_t run = plain_run(input);
      out_.append(input.substr(0, run));
      input.remove_prefix(run);
      if (input.empty()) break;
    }
    step(input.front(), now);
    input.remove_prefix(1);
  }
  if (!out_.empty()) down_until_.reset();  // another key: this one is not held down any more
  if (const std::optional<base::TimePoint> due = detach_due(); due && now >= *due) {
    reset();
    detach_now_ = true;
  }
  return {out_, std::exchange(detach_now_, false)};
}

DetachMatcher::Output DetachMatcher::on_time(base::TimePoint now) {
  out_.clear();
  if (!held_.empty() && !held_released_ && now >= held_since_ + kAmbiguity) {
    out_.append(held_);
    // It may still be a paste marker on a slow line, and to miss the end of a paste would leave the detach
    // key dead: what follows is matched on, though nothing can be taken back.
    held_released_ = true;
  }
  const std::optional<base::TimePoint> due = detach_due();
  const bool detach = due && now >= *due;
  if (detach) reset();
  return {out_, detach};
}

std::optional<base::TimePoint> DetachMatcher::detach_due() const {
  return detach_at_ && down_until_ ? std::max(*detach_at_, *down_until_) : detach_at_;
}

std::optional<base::TimePoint> DetachMatcher::deadline() const {
  const std::optional<base::TimePoint> due = detach_due();
  if (held_.empty() || held_released_) return due;
  return base::earlier(due, held_since_ + kAmbiguity);
}

void DetachMatcher::reset() {
  in_paste_ = false;
  held_released_ = false;
  press_swallowed_ = false;
  detach_now_ = false;
  detach_at_.reset();
  down_until_.reset();
  held_.clear();
}

void DetachMatcher::step(char byte, base::TimePoint now) {
  if (in_paste_) {
    step_paste(byte, now);
  } else if (!held_.empty()) {
    step_held(byte, now);
  } else if (byte == kEscape) {
    hold(byte, now);
  } else if (is_key_byte(byte)) {
    on_key(KeyEvent::press, base::ByteView(&byte, 1), now);
  } else {
    out_.push_back(byte);
  }
}

/// Only the end marker matters here.
void DetachMatcher::step_paste(char byte, base::TimePoint now) {
  if (byte != term::kPasteEnd[held_.size()]) release_held();
  if (byte != term::kPasteEnd[held_.size()]) {
    out_.push_back(byte);
    return;
  }
  hold(byte, now);
  if (held_.size() == term::kPasteEnd.size()) {
    release_held();
    in_paste_ = false;
  }
}

void DetachMatcher::step_held(char byte, base::TimePoint now) {
  // Somebody typed Escape, then the key: unless both together are a key.
  if (byte == kEscape || (is_key_byte(byte) && (held_released_ || !key_event(held_ + byte)))) {
    release_held();
    step(byte, now);
    return;
  }
  hold(byte, now);
  if (held_.size() < kMaxHeld && may_grow()) return;
  finish_held(now);
}

/// Whether more bytes belong to the held sequence.
bool DetachMatcher::may_grow() const {
  const char last = held_.back();
  if (held_.size() == 2) return last == '[' || (long_forms_ && last == 'O');
  return is_report_parameter(last) || (long_forms_ && held_.size() == 3 && held_[1] == '[' && last == '[');
}

void DetachMatcher::hold(char byte, base::TimePoint now) {
  if (held_.empty()) {
    held_since_ = now;
    held_released_ = false;
  }
  held_.push_back(byte);
  if (held_released_) out_.push_back(byte);
}

/// The held bytes are not the key: they go out, once.
void DetachMatcher::release_held() {
  if (!held_released_) out_.append(held_);
  held_released_ = false;
  held_.clear();
}

void DetachMatcher::finish_held(base::TimePoint now) {
  if (held_ == term::kPasteStart) in_paste_ = true;
  const std::optional<KeyEvent> event = held_released_ ? std::nullopt : key_event(held_);
  if (!event) {
    release_held();
    return;
  }
  const base::ByteBuffer encoding = std::exchange(held_, {});
  on_key(*event, encoding, now);
}

void DetachMatcher::on_key(KeyEvent event, base::ByteView encoding, base::TimePoint now) {
  if (event == KeyEvent::repeat) {
    if (detach_at_) down_until_ = now + kHeldDown;
    return;
  }
  if (event == KeyEvent::release) {
    down_until_.reset();
    if (!std::exchange(press_swallowed_, false)) out_.append(encoding);
    return;
  }
  if (policy_ == Policy::immediate) {
    detach_now_ = true;
  } else if (detach_at_ && now >= *detach_at_) {
    detach_now_ = true;  // no second tap, and the release of the first was lost
  } else if (detach_at_) {
    detach_at_.reset();
    down_until_.reset();
    press_swallowed_ = false;
    out_.append(encoding);
  } else {
    detach_at_ = now + kDoubleTap;
    if (names_event(encoding)) down_until_ = now + kHeldDown;
    press_swallowed_ = true;
  }
}

}  // namespace pty::attach
