#pragma once
// The kitty keyboard protocol's flag stack of one screen. Bounded: pushing on a full stack drops the oldest
// level. Source: kitty keyboard protocol, "Progressive enhancement".

#include <array>
#include <cstdint>
#include <span>

namespace pty::vt {

inline constexpr std::size_t kMaxKeyboardLevels = 16;
inline constexpr std::uint8_t kKeyboardFlagMask = 0x1f;

class KeyboardStack {
 public:
  /// The flags in force.
  [[nodiscard]] std::uint8_t current() const { return depth_ == 0 ? base_ : levels_[depth_ - 1U]; }
  /// Flags in force when nothing is pushed: `CSI = u` on an empty stack changes them.
  [[nodiscard]] std::uint8_t base() const { return base_; }
  /// Pushed levels, bottom to top.
  [[nodiscard]] std::span<const std::uint8_t> levels() const { return {levels_.data(), depth_}; }

  void push(std::uint8_t flags);
  /// Popping the last level, or more than there are, resets the base flags as well.
  void pop(std::uint16_t count);
  /// Changes the top level (or the base). how: 1 replace, 2 add, 3 remove.
  void set(std::uint8_t flags, std::uint16_t how);
  void reset() { *this = KeyboardStack{}; }

  friend bool operator==(const KeyboardStack&, const KeyboardStack&) = default;

 private:
  std::array<std::uint8_t, kMaxKeyboardLevels> levels_{};
  std::uint8_t depth_ = 0;
  std::uint8_t base_ = 0;
};

}  // namespace pty::vt
