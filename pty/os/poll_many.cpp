#include "pty/os/poll_many.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <climits>
#include <vector>

namespace pty::os {
namespace {

bool wants_read(Interest interest) {
  return interest == Interest::read || interest == Interest::read_write;
}
bool wants_write(Interest interest) {
  return interest == Interest::write || interest == Interest::read_write;
}

pollfd to_poll(const PollItem& item) {
  short events = 0;
  if (wants_read(item.wanted)) events = static_cast<short>(events | POLLIN);
  if (wants_write(item.wanted)) events = static_cast<short>(events | POLLOUT);
  return {item.wanted == Interest::none ? -1 : item.fd, events, 0};
}

Readiness from_poll(const PollItem& item, short found) {
  const bool broken = (found & (POLLHUP | POLLERR | POLLNVAL)) != 0;
  return {wants_read(item.wanted) && ((found & POLLIN) != 0 || broken),
          wants_write(item.wanted) && ((found & POLLOUT) != 0 || broken), broken};
}

int milliseconds_until(base::TimePoint deadline) {
  const base::Milliseconds left = base::time_until(deadline, std::chrono::steady_clock::now());
  return static_cast<int>(std::min<std::int64_t>(left.count(), INT_MAX));
}

}  // namespace

base::Result<bool> poll_many(std::span<PollItem> items, base::Milliseconds limit) {
  std::vector<pollfd> polled;
  polled.reserve(items.size());
  for (const PollItem& item : items) polled.push_back(to_poll(item));

  const base::TimePoint deadline = std::chrono::steady_clock::now() + limit;
  int found = -1;
  do {
    const int wait = limit.count() < 0 ? -1 : milliseconds_until(deadline);
    found = ::poll(polled.data(), polled.size(), wait);
  } while (found < 0 && errno == EINTR);
  if (found < 0) return base::fail_errno("poll", errno);

  for (std::size_t i = 0; i < items.size(); ++i) items[i].ready = from_poll(items[i], polled[i].revents);
  return found > 0;
}

}  // namespace pty::os
