#pragma once
// Test support: time for a client's core, and its end.

#include <gtest/gtest.h>

#include <optional>

#include "pty/attach/client_core.hpp"
#include "pty/attach/pass_deadlines.hpp"
#include "pty/base/clock.hpp"

namespace pty::attach {

/// Lets time pass, stopping at every deadline on the way as the shell's timer would.
inline void pass_time(ClientCore& core, base::ManualClock& clock, base::Milliseconds time) {
  const auto on_time = [&] {
    core.on_time(clock.now());
    core.on_turn_end(clock.now());
  };
  pass_deadlines(clock, time, [&core] { return core.deadline(); }, on_time);
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
