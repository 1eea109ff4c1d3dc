#pragma once
// The size of the shared grid: per axis the smallest request of the writable clients. Zero means "no
// constraint on this axis"; without any constraint the current size stays.

#include <span>

#include "pty/base/size.hpp"

namespace pty::daemon {

/// Brings a non-zero size into 1…4096 per axis and at most base::kMaxCells cells (rows give way).
base::Size clamp_size(base::Size size);

base::Size effective_size(std::span<const base::Size> requests, base::Size current);

}  // namespace pty::daemon
