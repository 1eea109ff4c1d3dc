#pragma once
// The terminal's size on its way to the session: a burst of resizes becomes its last one, at most every
// 16 ms, and that last one always goes out. Sans-IO.

#include <algorithm>
#include <optional>

#include "pty/base/clock.hpp"
#include "pty/base/size.hpp"

namespace pty::attach {

class ResizeGate {
 public:
  static constexpr base::Milliseconds kGap{16};

  explicit ResizeGate(base::Size size) : size_(size) {}

  /// False if it is the size that is asked for already.
  bool change(base::Size size) {
    if (size == size_) return false;
    size_ = size;
    return true;
  }
  void schedule(base::TimePoint now) { due_ = std::max(now, last_ + kGap); }
  void forget() { due_.reset(); }
  /// The size to ask for, once it is due.
  std::optional<base::Size> take(base::TimePoint now) {
    if (!due_ || now < *due_) return std::nullopt;
    due_.reset();
    last_ = now;
    return size_;
  }
  [[nodiscard]] base::Size size() const { return size_; }
  [[nodiscard]] std::optional<base::TimePoint> due() const { return due_; }

 private:
  base::Size size_;
  std::optional<base::TimePoint> due_;
  base::TimePoint last_{};
};

}  // namespace pty::attach
