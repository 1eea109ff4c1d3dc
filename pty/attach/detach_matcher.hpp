#pragma once
// Finds the detach key in a terminal's input, in every form terminals send it (detach_key.hpp). Everything
// else passes untouched and at once; only a sequence that may still become the key is held, for at most
// 25 ms. Bracketed pastes are data.
//
// Policy `double_tap_sends` (attach): the key detaches when 300 ms pass without a second one; the second is
// sent to the program as it was received. On a terminal that reports repeats and releases it waits for the
// release, which would end up in the shell behind otherwise. Policy `immediate` (follow, and while
// disconnected): the first detach key or Ctrl+C ends it. Sans-IO: time comes in, wake it at deadline().

#include <cstdint>
#include <optional>
#include <vector>

#include "pty/attach/detach_key.hpp"
#include "pty/base/bytes.hpp"
#include "pty/base/clock.hpp"

namespace pty::attach {

class DetachMatcher {
 public:
  enum class Policy : std::uint8_t { double_tap_sends, immediate };

  static constexpr base::Milliseconds kDoubleTap{300};
  static constexpr base::Milliseconds kAmbiguity{25};
  /// How long a key that is held down may be silent: reports of releases may have been turned off meanwhile.
  static constexpr base::Milliseconds kHeldDown{2000};
  /// The longest sequence that is held as a possible key.
  static constexpr std::size_t kMaxHeld = 64;

  struct Output {
    base::ByteView forward;  ///< for the program; valid until the next call or the end of the fed bytes
    bool detach = false;     ///< the person wants to leave
  };

  explicit DetachMatcher(Policy policy, const DetachKey& key = {});

  Output feed(base::ByteView input, base::TimePoint now);
  /// To be called at deadline() or later.
  Output on_time(base::TimePoint now);
  /// When on_time has something to do.
  [[nodiscard]] std::optional<base::TimePoint> deadline() const;

  /// Forgets everything held and pending: the session ended, or the terminal was handed back meanwhile.
  void reset();
  /// The first tap was seen and its window is open.
  [[nodiscard]] bool detach_pending() const { return detach_at_.has_value(); }

 private:
  void step(char byte, base::TimePoint now);
  void step_held(char byte, base::TimePoint now);
  void step_paste(char byte, base::TimePoint now);
  void hold(char byte, base::TimePoint now);
  void release_held();
  void finish_held(base::TimePoint now);
  void on_key(KeyEvent event, base::ByteView encoding, base::TimePoint now);
  [[nodiscard]] std::optional<base::TimePoint> detach_due() const;
  [[nodiscard]] bool is_key_byte(char byte) const;
  [[nodiscard]] bool may_grow() const;
  [[nodiscard]] std::optional<KeyEvent> key_event(base::ByteView sequence) const;
  [[nodiscard]] std::size_t plain_run(base::ByteView input) const;

  Policy policy_;
  std::vector<KeyPattern> keys_;  ///< none: everything passes
  bool long_forms_ = false;
  bool in_paste_ = false;
  bool held_released_ = false;    ///< the held prefix went out already; it can still be a paste marker
  bool press_swallowed_ = false;  ///< so is its release
  bool detach_now_ = false;
  std::optional<base::TimePoint> detach_at_;
  std::optional<base::TimePoint> down_until_;  ///< the key is held down; later nobody believes it
  base::TimePoint held_since_{};
  base::ByteBuffer held_;
  base::ByteBuffer out_;
};

}  // namespace pty::attach
