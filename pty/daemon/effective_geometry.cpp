#include "pty/daemon/effective_geometry.hpp"

#include <algorithm>

namespace pty::daemon {
namespace {

constexpr base::ByteView kFocusLost = "\x1b[O";

/// One axis of all requests.
class AxisChoice {
 public:
  explicit AxisChoice(base::GeometryPolicy::Kind kind) : kind_(kind) {}

  void consider(std::uint16_t value, std::uint64_t activity) {
    if (value == 0 || (value_ != 0 && !beats(value, activity))) return;
    value_ = value;
    activity_ = activity;
  }
  [[nodiscard]] std::uint16_t value_or(std::uint16_t current) const { return value_ == 0 ? current : value_; }

 private:
  [[nodiscard]] bool beats(std::uint16_t value, std::uint64_t activity) const {
    return kind_ == base::GeometryPolicy::Kind::latest ? activity > activity_ : value < value_;
  }

  base::GeometryPolicy::Kind kind_;
  std::uint16_t value_ = 0;
  std::uint64_t activity_ = 0;
};

}  // namespace

base::Size effective_size(const base::GeometryPolicy& policy, std::span<const SizeRequest> requests,
                          base::Size current) {
  AxisChoice rows(policy.kind);
  AxisChoice cols(policy.kind);
  if (policy.is_fixed()) {
    rows.consider(policy.size.rows, 0);
    cols.consider(policy.size.cols, 0);
  } else {
    for (const SizeRequest& request : requests) {
      rows.consider(request.size.rows, request.activity);
      cols.consider(request.size.cols, request.activity);
    }
  }
  return base::clamp_size({rows.value_or(current.rows), cols.value_or(current.cols)});
}

bool tells_activity(base::ByteView input) {
  return !input.empty() && input != kFocusLost;
}

}  // namespace pty::daemon
