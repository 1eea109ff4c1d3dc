#include "pty/vt/keyboard_stack.hpp"

#include <algorithm>

namespace pty::vt {

void KeyboardStack::push(std::uint8_t flags) {
  if (depth_ == kMaxKeyboardLevels) {
    std::rotate(levels_.begin(), levels_.begin() + 1, levels_.end());
    --depth_;
  }
  levels_[depth_++] = flags & kKeyboardFlagMask;
}

void KeyboardStack::pop(std::uint16_t count) {
  if (count >= depth_) {
    reset();
    return;
  }
  for (std::uint16_t i = 0; i < count; ++i) levels_[--depth_] = 0;
}

void KeyboardStack::set(std::uint8_t flags, std::uint16_t how) {
  std::uint8_t& top = depth_ == 0 ? base_ : levels_[depth_ - 1U];
  flags &= kKeyboardFlagMask;
  if (how == 1) top = flags;
  if (how == 2) top = static_cast<std::uint8_t>(top | flags);
  if (how == 3) top = static_cast<std::uint8_t>(top & ~flags);
}

}  // namespace pty::vt
