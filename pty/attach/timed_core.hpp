#pragma once
// Test support: time for a client's core, and its end.

#include <gtest/gtest.h>

#include <chrono>
#include <optional>

#include "pty/attach/client_core.hpp"
#include "pty/base/clock.hpp"

namespace pty::attach {

/// Lets time pass, stopping at every deadline on the way as the shell's timer would.
inline void pass_time(ClientCore& core, base::ManualClock& clock, base::Milliseconds time) {
  const base::TimePoint end = clock.now() + time;
  const auto advance_to = [&clock](base::TimePoint to) {
    if (to > clock.now()) clock.advance(std::chrono::duration_cast<base::Milliseconds>(to - clock.now()));
  };
  while (core.deadline() && *core.deadline() <= end) {
    advance_to(*core.deadline());
    core.on_time(clock.now());
    core.on_turn_end(clock.now());
  }
  advance_to(end);
}

/// It has told `outcome`, and waits for nothing any more.
inline void expect_ended(const ClientCore& core, const std::optional<AttachOutcome>& outcome,
                         AttachOutcome::Kind kind, int status) {
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->kind, kind);
  EXPECT_EQ(outcome->exit_status, status);
  EXPECT_TRUE(core.ended());
  EXPECT_EQ(core.deadline(), std::nullopt);
}

}  // namespace pty::attach
