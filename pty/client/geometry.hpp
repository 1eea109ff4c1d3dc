#pragma once
// The size of a running session and what decides it, asked and changed from outside, without attaching.

#include <optional>

#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/base/geometry_policy.hpp"
#include "pty/base/size.hpp"
#include "pty/client/endpoint.hpp"

namespace pty::client {

struct SessionGeometry {
  base::Size size;
  base::GeometryPolicy policy;
};

/// Sets `policy` if there is one, and returns what holds then, by the daemon's word. Zero on an axis of a
/// fixed size: as it is now.
/// Fails: as dial(); unreachable with the same text when the daemon leaves; timed_out; corrupt; unsupported
/// when the session's daemon is older than geometry policies.
base::Result<SessionGeometry> session_geometry(const Endpoint& endpoint,
                                               const std::optional<base::GeometryPolicy>& policy,
                                               base::Milliseconds timeout = base::Milliseconds{10'000});

}  // namespace pty::client
