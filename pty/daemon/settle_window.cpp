#include "pty/daemon/settle_window.hpp"

#include <algorithm>

namespace pty::daemon {

void SettleWindow::on_resize(base::TimePoint now) {
  if (!changed_at_ || now >= deadline()) burst_start_ = now;
  changed_at_ = now;
  output_at_.reset();
}

void SettleWindow::on_output(base::TimePoint now) {
  if (changed_at_) output_at_ = now;
}

base::TimePoint SettleWindow::due(base::TimePoint now) const {
  if (!changed_at_) return now;
  if (output_at_) return std::min(deadline(), *output_at_ + kSettleSilence);
  return deadline();
}

base::TimePoint SettleWindow::deadline() const {
  return std::min(*changed_at_ + kSettle, burst_start_ + kSettleBurst);
}

}  // namespace pty::daemon
