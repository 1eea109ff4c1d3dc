#include "pty/attach/detach_matcher.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace pty::attach {
namespace {

constexpr char kEscape = '\x1b';
constexpr char kDetachByte = '\x1c';
constexpr char kInterruptByte = '\x03';
constexpr std::uint32_t kDetachCode = '\\';
constexpr std::uint32_t kInterruptCode = 'c';
constexpr base::ByteView kPasteStart = "\x1b[200~";
constexpr base::ByteView kPasteEnd = "\x1b[201~";
/// Key codes up to here are Latin letters, digits and punctuation: such a layout has its own backslash, so
/// the base-layout key says nothing.
constexpr std::uint32_t kLastLatinCode = 0x24F;

constexpr std::uint32_t kCtrl = 4;
constexpr std::uint32_t kLocks = 64 | 128;

/// One parameter of a CSI sequence with its sub-parameters; absent values are 0.
struct Parameter {
  std::array<std::uint32_t, 3> sub{};
  std::size_t count = 1;
};

bool is_parameter_byte(char byte) {
  return (byte >= '0' && byte <= '9') || byte == ';' || byte == ':';
}

/// Splits "92:124:92;5:1" into parameters. False when there are more than fit, or a number is absurd.
bool split_parameters(base::ByteView text, std::span<Parameter> out, std::size_t& count) {
  count = 1;
  std::size_t sub = 0;
  for (const char byte : text) {
    if (byte == ';') {
      if (count == out.size()) return false;
      ++count;
      sub = 0;
    } else if (byte == ':') {
      ++sub;
      out[count - 1].count = sub + 1;
    } else if (sub < out[count - 1].sub.size()) {
      std::uint32_t& value = out[count - 1].sub[sub];
      value = value * 10 + static_cast<std::uint32_t>(byte - '0');
      if (value > 0x110000) return false;
    }
  }
  return true;
}

bool only_ctrl(std::uint32_t encoded_modifiers) {
  return encoded_modifiers >= 1 && ((encoded_modifiers - 1) & ~kLocks) == kCtrl;
}

}  // namespace

bool DetachMatcher::is_key_byte(char byte) const {
  return byte == kDetachByte || (policy_ == Policy::immediate && byte == kInterruptByte);
}

/// How many leading bytes cannot matter: no key, no escape.
std::size_t DetachMatcher::plain_run(base::ByteView input) const {
  const auto* const end = std::find_if(input.begin(), input.end(), [this](char byte) {
    return byte == kEscape || (!in_paste_ && is_key_byte(byte));
  });
  return static_cast<std::size_t>(end - input.begin());
}

DetachMatcher::Output DetachMatcher::feed(base::ByteView input, base::TimePoint now) {
  if (!held_.empty() || detach_at_) {
    const Output due = on_time(now);
    if (due.detach) return due;
  } else {
    out_.clear();
  }
  if (held_.empty() && out_.empty() && plain_run(input) == input.size()) return {input, false};

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
  const bool detach = detach_at_ && now >= *detach_at_;
  if (detach) reset();
  return {out_, detach};
}

std::optional<base::TimePoint> DetachMatcher::deadline() const {
  std::optional<base::TimePoint> due = detach_at_;
  if (!held_.empty() && !held_released_) {
    const base::TimePoint release = held_since_ + kAmbiguity;
    due = due ? std::min(*due, release) : release;
  }
  return due;
}

void DetachMatcher::reset() {
  in_paste_ = false;
  held_released_ = false;
  press_swallowed_ = false;
  detach_now_ = false;
  detach_at_.reset();
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
    on_key(Key::press, base::ByteView(&byte, 1), now);
  } else {
    out_.push_back(byte);
  }
}

/// Only the end marker matters here.
void DetachMatcher::step_paste(char byte, base::TimePoint now) {
  if (byte != kPasteEnd[held_.size()]) release_held();
  if (byte != kPasteEnd[held_.size()]) {
    out_.push_back(byte);
    return;
  }
  hold(byte, now);
  if (held_.size() == kPasteEnd.size()) {
    release_held();
    in_paste_ = false;
  }
}

void DetachMatcher::step_held(char byte, base::TimePoint now) {
  if (byte == kEscape || is_key_byte(byte)) {
    release_held();
    step(byte, now);
    return;
  }
  hold(byte, now);
  const bool introducer = held_.size() == 2 && byte == '[';
  const bool parameter = held_.size() > 2 && is_parameter_byte(byte);
  if (introducer || (parameter && held_.size() < kMaxHeld)) return;
  finish_held(now);
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
  if (held_ == kPasteStart) in_paste_ = true;
  const Key key = held_released_ ? Key::other : classify(held_);
  if (key == Key::other) {
    release_held();
    return;
  }
  const base::ByteBuffer encoding = std::exchange(held_, {});
  on_key(key, encoding, now);
}

void DetachMatcher::on_key(Key key, base::ByteView encoding, base::TimePoint now) {
  if (key == Key::repeat) return;
  if (key == Key::release) {
    if (!std::exchange(press_swallowed_, false)) out_.append(encoding);
    return;
  }
  if (policy_ == Policy::immediate) {
    detach_now_ = true;
  } else if (detach_at_) {
    detach_at_.reset();
    press_swallowed_ = false;
    out_.append(encoding);
  } else {
    detach_at_ = now + kDoubleTap;
    press_swallowed_ = true;
  }
}

DetachMatcher::Key DetachMatcher::classify(base::ByteView sequence) const {
  const char final = sequence.back();
  if (sequence.size() < 4 || (final != 'u' && final != '~')) return Key::other;
  std::array<Parameter, 3> parameters{};
  std::size_t count = 0;
  if (!split_parameters(sequence.substr(2, sequence.size() - 3), parameters, count)) return Key::other;

  const auto wanted = [this](std::uint32_t code) {
    return code == kDetachCode || (policy_ == Policy::immediate && code == kInterruptCode);
  };
  if (final == '~') {
    const bool found = count == 3 && parameters[0].sub[0] == 27 && only_ctrl(parameters[1].sub[0]) &&
                       wanted(parameters[2].sub[0]);
    return found ? Key::press : Key::other;
  }
  const Parameter& code = parameters[0];
  const bool by_layout = code.count == 3 && code.sub[0] > kLastLatinCode && wanted(code.sub[2]);
  if (count < 2 || !(wanted(code.sub[0]) || by_layout) || !only_ctrl(parameters[1].sub[0])) return Key::other;
  switch (parameters[1].sub[1]) {
    case 0:
    case 1:
      return Key::press;
    case 2:
      return Key::repeat;
    case 3:
      return Key::release;
    default:
      return Key::other;
  }
}

}  // namespace pty::attach
