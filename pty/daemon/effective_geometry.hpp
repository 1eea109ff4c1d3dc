#pragma once
// The size of the shared grid, from what the writable clients ask for and the session's policy. Zero in a
// request means "no constraint on this axis"; an axis that nobody constrains stays as it is.
//
// Whose activity counts under `latest`: attaching, resizing and typing. A repeated request for the same size
// is none: with ATTACH it only asks for a picture, and a client whose terminal has another size than the grid
// does so after each change (two such clients would take the size from each other for ever). Neither is the
// report that a terminal has lost the focus.

#include <cstdint>
#include <span>

#include "pty/base/bytes.hpp"
#include "pty/base/geometry_policy.hpp"
#include "pty/base/size.hpp"

namespace pty::daemon {

struct SizeRequest {
  base::Size size;
  std::uint64_t activity = 0;  ///< higher: active later
};

base::Size effective_size(const base::GeometryPolicy& policy, std::span<const SizeRequest> requests,
                          base::Size current);

/// Whether input tells that somebody uses this terminal: not the report of a lost focus alone (CSI O).
bool tells_activity(base::ByteView input);

}  // namespace pty::daemon
