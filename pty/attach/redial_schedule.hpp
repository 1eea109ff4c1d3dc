#pragma once
// When a broken connection is tried again. Attempts come after 100, 250, 500, 1000, 2000, 5000, 10000 and
// then always 15000 ms. The delays begin anew after a connection that was live for two seconds; one that
// breaks before its first picture counts as a failed attempt. Sans-IO: time comes in.

#include <array>
#include <cstdint>
#include <optional>

#include "pty/base/clock.hpp"

namespace pty::attach {

class RedialSchedule {
 public:
  static constexpr std::array<base::Milliseconds, 8> kDelays{
      {base::Milliseconds{100}, base::Milliseconds{250}, base::Milliseconds{500}, base::Milliseconds{1000},
       base::Milliseconds{2000}, base::Milliseconds{5000}, base::Milliseconds{10000},
       base::Milliseconds{15000}}};
  static constexpr base::Milliseconds kSettled{2000};

  enum class Next : std::uint8_t { armed, exhausted };

  /// `max_failures`: so many failed attempts in a row are one too many; nothing: there is no bound.
  explicit RedialSchedule(std::optional<std::uint32_t> max_failures = {}) : max_failures_(max_failures) {}

  /// The connection carries a session: its first picture is there.
  void on_live(base::TimePoint now);
  /// The connection broke.
  Next on_loss(base::TimePoint now);
  /// The attempt came to nothing.
  Next on_failure(base::TimePoint now);
  /// The connection was given up on purpose: the next attempt is due at once.
  void restart();
  /// Something happened that makes waiting pointless. Does nothing while no attempt is waited for.
  void hurry();

  /// When the next attempt is to be made; nothing while one is running or the connection stands.
  [[nodiscard]] std::optional<base::TimePoint> due() const { return due_; }
  /// True once the time has come: the attempt is the caller's from then on.
  bool take_attempt(base::TimePoint now);

 private:
  void arm(base::TimePoint now);

  std::optional<std::uint32_t> max_failures_;
  std::uint32_t failures_ = 0;
  std::size_t step_ = 0;
  std::optional<base::TimePoint> live_since_;
  std::optional<base::TimePoint> due_;
};

}  // namespace pty::attach
