#include "pty/os/fd_io.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>

#include "pty/os/retry_interrupted.hpp"

namespace pty::os {

using base::ByteView;
using base::Errc;
using base::fail;
using base::fail_errno;
using base::Milliseconds;
using base::Result;
using base::Status;

namespace {

#ifdef MSG_NOSIGNAL
constexpr int kSendFlags = MSG_NOSIGNAL;
#else
constexpr int kSendFlags = 0;  // SO_NOSIGPIPE is set on every socket instead
#endif

bool blocks(int number) {
  return number == EAGAIN || number == EWOULDBLOCK;
}

Result<IoOutcome> outcome_of_write(ssize_t count) {
  if (count >= 0) return IoOutcome{IoState::moved, static_cast<std::size_t>(count)};
  if (blocks(errno)) return IoOutcome{IoState::would_block, 0};
  return fail_errno("write", errno);
}

}  // namespace

Result<IoOutcome> read_some(int fd, std::span<char> into) {
  const ssize_t count = retry_interrupted([&] { return ::read(fd, into.data(), into.size()); });
  if (count > 0) return IoOutcome{IoState::moved, static_cast<std::size_t>(count)};
  if (count == 0 || errno == ECONNRESET) return IoOutcome{IoState::end, 0};
  if (blocks(errno)) return IoOutcome{IoState::would_block, 0};
  return fail_errno("read", errno);
}

Result<IoOutcome> read_master(int fd, std::span<char> into) {
  auto outcome = read_some(fd, into);
  if (!outcome && outcome.error().sys_errno == EIO) return IoOutcome{IoState::end, 0};
  return outcome;
}

Result<IoOutcome> write_some(int fd, ByteView bytes) {
  return outcome_of_write(retry_interrupted([&] { return ::write(fd, bytes.data(), bytes.size()); }));
}

Result<IoOutcome> send_some(int fd, ByteView bytes) {
  return outcome_of_write(
      retry_interrupted([&] { return ::send(fd, bytes.data(), bytes.size(), kSendFlags); }));
}

Result<IoOutcome> send_without_waiting(int fd, ByteView bytes) {
  return outcome_of_write(
      retry_interrupted([&] { return ::send(fd, bytes.data(), bytes.size(), kSendFlags | MSG_DONTWAIT); }));
}

Result<IoOutcome> send_gathered(int fd, std::span<const ByteView> pieces) {
  std::array<iovec, kMaxGather> vector;
  const std::size_t count = std::min(pieces.size(), kMaxGather);
  for (std::size_t i = 0; i < count; ++i) {
    vector[i] = {const_cast<char*>(pieces[i].data()), pieces[i].size()};
  }
  msghdr message{};
  message.msg_iov = vector.data();
  message.msg_iovlen = static_cast<decltype(message.msg_iovlen)>(count);
  return outcome_of_write(retry_interrupted([&] { return ::sendmsg(fd, &message, kSendFlags); }));
}

Status write_all(int fd, ByteView bytes) {
  bool is_socket = true;
  while (!bytes.empty()) {
    ssize_t count = -1;
    if (is_socket) {
      count = retry_interrupted([&] { return ::send(fd, bytes.data(), bytes.size(), kSendFlags); });
      if (count < 0 && errno == ENOTSOCK) is_socket = false;
    }
    if (!is_socket) count = retry_interrupted([&] { return ::write(fd, bytes.data(), bytes.size()); });
    if (count >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (blocks(errno)) {
      const auto ready = wait_ready(fd, Direction::writable, Milliseconds(-1));
      if (!ready) return fail(ready.error());
    } else {
      return fail_errno("write", errno);
    }
  }
  return {};
}

Status read_to_end(int fd, std::size_t max_bytes, std::string& into) {
  std::array<char, 16384> chunk;
  std::size_t taken = 0;
  while (true) {
    const auto outcome = read_some(fd, chunk);
    if (!outcome) return fail(outcome.error());
    if (outcome->state == IoState::end) return {};
    if (outcome->state == IoState::would_block) {
      const auto ready = wait_ready(fd, Direction::readable, Milliseconds(-1));
      if (!ready) return fail(ready.error());
      continue;
    }
    const std::size_t kept = std::min(outcome->bytes, max_bytes - taken);
    into.append(chunk.data(), kept);
    taken += kept;
    if (kept < outcome->bytes) return fail(Errc::too_large, "more bytes than the reader accepts");
  }
}

Result<bool> wait_ready(int fd, Direction direction, Milliseconds limit) {
  using std::chrono::steady_clock;
  pollfd entry{fd, static_cast<short>(direction == Direction::readable ? POLLIN : POLLOUT), 0};
  const auto deadline = steady_clock::now() + limit;
  while (true) {
    auto left = std::chrono::ceil<Milliseconds>(deadline - steady_clock::now()).count();
    left = limit.count() < 0 ? -1 : std::clamp<decltype(left)>(left, 0, 1'000'000'000);
    const int count = ::poll(&entry, 1, static_cast<int>(left));
    if (count > 0) return true;
    if (count == 0) return false;
    if (errno != EINTR) return fail_errno("poll", errno);
  }
}

}  // namespace pty::os
