#pragma once
// A value on its way from one thread to another, of which only the last one counts: however often it changes,
// one piece of work waits to take it.

#include <mutex>
#include <optional>
#include <utility>

namespace pty::daemon {

template <class Value>
class Latest {
 public:
  /// False if one is on its way already: this one goes in its place.
  bool put(Value value) {
    const std::lock_guard lock(mutex_);
    return !std::exchange(value_, std::move(value));
  }
  std::optional<Value> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(value_, std::nullopt);
  }

 private:
  std::mutex mutex_;
  std::optional<Value> value_;
};

}  // namespace pty::daemon
