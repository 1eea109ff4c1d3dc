#include "pty/attach/host_writer.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>

#include "pty/os/fd_io.hpp"
#include "pty/os/reopen_terminal.hpp"

namespace pty::attach {
namespace {

/// What a blocking pipe takes without blocking once it is writable.
constexpr std::size_t kBlockingChunk = 4096;

}  // namespace

HostWriter::HostWriter(os::Loop& loop, std::function<void()> on_progress, std::string what)
    : loop_(loop), on_progress_(std::move(on_progress)), what_(std::move(what)), watch_(loop) {}

std::unexpected<base::Error> HostWriter::problem(base::Error error) const {
  return base::fail(std::move(error).with(what_));
}

base::Status HostWriter::open(int fd) {
  terminal_ = os::is_terminal(fd);
  socket_ = os::is_socket(fd);
  base::Result<os::Fd> own = os::reopen_terminal_for_writing(fd);
  non_blocking_ = own.has_value();
  // What cannot be opened by name is written to in small pieces instead, through a number of our own: the
  // same descriptor may serve as input, and a loop watches each number once.
  if (!own && !os::is_writable(fd)) return problem(base::fail_errno("write", EBADF).error());
  if (!own) own = os::duplicate(fd);
  if (!own) return problem(own.error());
  fd_ = std::move(*own);
  return watch_.open(fd_.get(), os::Interest::hang_up, [this](os::Readiness) { on_event(); });
}

void HostWriter::fail(base::Error error) {
  // A terminal that hung up says EIO.
  if (terminal_ && error.sys_errno == EIO) error.code = base::Errc::closed;
  if (error.sys_errno == EPIPE) error.text += " (EPIPE)";
  failure_ = problem(std::move(error)).error();
  backlog_.clear();
  backlog_.shrink_to_fit();
  written_ = 0;
  watch_.set_interest(os::Interest::none);
}

std::size_t HostWriter::push(base::ByteView bytes) {
  std::size_t taken = 0;
  while (taken < bytes.size()) {
    base::ByteView part = bytes.substr(taken);
    if (!non_blocking_ && !socket_) {
      const base::Result<bool> ready =
          os::wait_ready(fd_.get(), os::Direction::writable, base::Milliseconds{0});
      if (ready && !*ready) break;
      part = part.substr(0, kBlockingChunk);
    }
    const base::Result<os::IoOutcome> outcome =
        socket_ ? os::send_without_waiting(fd_.get(), part) : os::write_some(fd_.get(), part);
    if (!outcome) {
      fail(outcome.error());
      break;
    }
    if (outcome->state == os::IoState::would_block) break;
    taken += outcome->bytes;
    // Not all at once: it is full, and asking again would only hear that.
    if ((non_blocking_ || socket_) && outcome->bytes < part.size()) break;
  }
  return taken;
}

void HostWriter::write(base::ByteView bytes) {
  if (failure_) return;
  if (!busy()) bytes.remove_prefix(push(bytes));
  if (failure_ || bytes.empty()) return;
  backlog_.append(bytes);
  watch_.set_interest(os::Interest::write);
}

void HostWriter::push_backlog() {
  const std::size_t taken = push(base::ByteView(backlog_).substr(written_));
  if (!failure_) written_ += taken;
}

void HostWriter::on_event() {
  if (busy()) {
    push_backlog();
  } else {
    fail({base::Errc::closed, EPIPE, "the reader went away"});
  }
  if (failure_) {
    // All is dropped already.
  } else if (!busy()) {
    backlog_.clear();
    backlog_.shrink_to_fit();
    written_ = 0;
    watch_.set_interest(os::Interest::hang_up);
  } else if (written_ > kCongested) {
    backlog_.erase(0, written_);
    written_ = 0;
  }
  on_progress_();
}

bool HostWriter::drain(base::Milliseconds limit, std::optional<base::TimePoint> until) {
  while (busy()) {
    base::Milliseconds patience = limit;
    if (until) {
      const base::Milliseconds left = base::time_until(*until, loop_.now());
      if (left.count() == 0) return false;
      patience = std::min(patience, left);
    }
    const base::Result<bool> ready = os::wait_ready(fd_.get(), os::Direction::writable, patience);
    if (!ready || !*ready) return false;
    push_backlog();
  }
  return true;
}

void HostWriter::replace_backlog(base::ByteView bytes) {
  backlog_.clear();
  written_ = 0;
  write(bytes);
}

}  // namespace pty::attach
