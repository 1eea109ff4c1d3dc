#include "pty/attach/stray_replies.hpp"

#include <algorithm>
#include <utility>

#include "pty/term/paste.hpp"

namespace pty::attach {
namespace {

constexpr char kEsc = '\x1b';

/// How long more may be waited for after the last byte.
base::Milliseconds patience(base::ByteView held) {
  // CSI and a number is how keys begin, too.
  const bool key_like = held.size() <= 2 || (held[1] == '[' && held[2] != '?' && held[2] != '>');
  return key_like ? StrayReplies::kAmbiguity : StrayReplies::kPause;
}

}  // namespace

base::ByteView StrayReplies::feed(base::ByteView input, base::TimePoint now) {
  out_.clear();
  if (!held_.empty()) (void)on_time(now);
  if (held_.empty() && out_.empty() && !in_paste_ && input.find(kEsc) == base::ByteView::npos) return input;
  last_byte_ = now;
  for (const char byte : input) {
    if (in_paste_) {
      step_paste(byte);
    } else {
      step(byte);
    }
  }
  if (held_.size() == 1 && escape_ == LoneEscape::passes) out_.append(std::exchange(held_, {}));
  return out_;
}

void StrayReplies::step(char byte) {
  if (held_.empty() && byte != kEsc) {
    out_.push_back(byte);
    return;
  }
  held_.push_back(byte);
  switch (judge_reply(held_)) {
    case ReplyVerdict::maybe:
      if (held_.size() >= kMaxHeld) out_.append(std::exchange(held_, {}));
      return;
    case ReplyVerdict::yes:
      held_.clear();
      return;
    case ReplyVerdict::no:
      break;
  }
  in_paste_ = held_ == term::kPasteStart;
  const bool again = byte == kEsc && held_.size() > 1;
  if (again) held_.pop_back();
  out_.append(std::exchange(held_, {}));
  if (again) held_.push_back(kEsc);
}

void StrayReplies::step_paste(char byte) {
  out_.push_back(byte);
  if (byte != term::kPasteEnd[paste_end_]) paste_end_ = 0;
  if (byte == term::kPasteEnd[paste_end_]) ++paste_end_;
  if (paste_end_ < term::kPasteEnd.size()) return;
  paste_end_ = 0;
  in_paste_ = false;
}

base::ByteView StrayReplies::on_time(base::TimePoint now) {
  out_.clear();
  if (!held_.empty() && now >= last_byte_ + patience(held_)) out_.append(std::exchange(held_, {}));
  return out_;
}

std::optional<base::TimePoint> StrayReplies::deadline() const {
  if (held_.empty()) return std::nullopt;
  return last_byte_ + patience(held_);
}

void StrayReplies::reset() {
  in_paste_ = false;
  paste_end_ = 0;
  held_.clear();
}

}  // namespace pty::attach
