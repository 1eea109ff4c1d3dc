#pragma once
// Signals as ordinary events: while open, the given signals are blocked and arrive as calls of the handler on
// the loop. Several deliveries of one signal may arrive as one. The mask of before returns on close; programs
// started through this room get an empty mask anyway. Open watches before starting threads, so that every
// thread blocks the signals.

#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>

#include "pty/base/error.hpp"
#include "pty/os/loop.hpp"

namespace pty::os {

class SignalWatch {
 public:
  using Handler = std::function<void(int signal)>;

  explicit SignalWatch(Loop& loop);
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;
  ~SignalWatch();

  /// Pre: no other open watch has any of these signals. Fails: system.
  base::Status open(std::span<const int> signals, Handler handler);
  base::Status open(std::initializer_list<int> signals, Handler handler) {
    return open(std::span(signals.begin(), signals.size()), std::move(handler));
  }
  void close();

 private:
  struct Source;
  LoopCore& core_;
  std::unique_ptr<Source> source_;
};

}  // namespace pty::os
