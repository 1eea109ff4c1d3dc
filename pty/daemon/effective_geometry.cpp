#include "pty/daemon/effective_geometry.hpp"

#include <algorithm>

namespace pty::daemon {

base::Size clamp_size(base::Size size) {
  const auto axis = [](std::uint16_t value) { return std::clamp<std::uint16_t>(value, 1, base::kMaxAxis); };
  base::Size clamped{axis(size.rows), axis(size.cols)};
  const std::uint32_t most_rows = base::kMaxCells / clamped.cols;
  if (clamped.rows > most_rows) clamped.rows = static_cast<std::uint16_t>(most_rows);
  return clamped;
}

base::Size effective_size(std::span<const base::Size> requests, base::Size current) {
  std::uint16_t rows = 0;
  std::uint16_t cols = 0;
  const auto narrow = [](std::uint16_t& axis, std::uint16_t request) {
    if (request != 0 && (axis == 0 || request < axis)) axis = request;
  };
  for (const base::Size& request : requests) {
    narrow(rows, request.rows);
    narrow(cols, request.cols);
  }
  return clamp_size({rows == 0 ? current.rows : rows, cols == 0 ? current.cols : cols});
}

}  // namespace pty::daemon
