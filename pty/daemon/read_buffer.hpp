#pragma once
// The buffer for reads from the child and from clients. It starts small, grows while data keeps coming, and
// goes back to nothing when the session is quiet.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>

#include "pty/base/bytes.hpp"

namespace pty::daemon {

inline constexpr std::size_t kSmallReadBytes = 4 * 1024;
inline constexpr std::size_t kLargeReadBytes = 64 * 1024;

class ReadBuffer {
 public:
  void clear() { used_ = 0; }
  /// Room for the next read: at least kSmallReadBytes, or empty once kLargeReadBytes are used.
  std::span<char> room() {
    if (used_ + kSmallReadBytes > size_ && size_ < kLargeReadBytes) grow();
    return {bytes_.get() + used_, size_ - used_};
  }
  void add(std::size_t count) { used_ += count; }
  [[nodiscard]] base::ByteView bytes() const { return {bytes_.get(), used_}; }
  void give_back() {
    bytes_.reset();
    size_ = used_ = 0;
  }

 private:
  void grow() {
    const std::size_t larger = std::min(std::max(size_ * 2, 2 * kSmallReadBytes), kLargeReadBytes);
    auto bytes = std::make_unique_for_overwrite<char[]>(larger);
    std::copy_n(bytes_.get(), used_, bytes.get());
    bytes_ = std::move(bytes);
    size_ = larger;
  }

  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0;
  std::size_t used_ = 0;
};

}  // namespace pty::daemon
