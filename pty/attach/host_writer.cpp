#include "pty/attach/host_writer.hpp"

#include <utility>

#include "pty/os/fd_io.hpp"
#include "pty/os/reopen_terminal.hpp"

namespace pty::attach {
namespace {

/// What a blocking pipe takes without blocking once it is writable.
constexpr std::size_t kBlockingChunk = 4096;

}  // namespace

HostWriter::HostWriter(os::Loop& loop, std::function<void()> on_progress)
    : on_progress_(std::move(on_progress)), watch_(loop) {}

base::Status HostWriter::open(int fd) {
  base::Result<os::Fd> own = os::reopen_terminal_for_writing(fd);
  non_blocking_ = own.has_value();
  // What cannot be opened by name is written to in small pieces instead, through a number of our own: the
  // same descriptor may serve as input, and a loop watches each number once.
  if (!own) own = os::duplicate(fd);
  if (!own) return base::fail(own.error());
  fd_ = std::move(*own);
  return watch_.open(fd_.get(), os::Interest::none, [this](os::Readiness) { on_writable(); });
}

std::size_t HostWriter::push(base::ByteView bytes) {
  std::size_t taken = 0;
  while (taken < bytes.size() && !broken_) {
    base::ByteView part = bytes.substr(taken);
    if (!non_blocking_) {
      const base::Result<bool> ready =
          os::wait_ready(fd_.get(), os::Direction::writable, base::Milliseconds{0});
      if (ready && !*ready) break;
      part = part.substr(0, kBlockingChunk);
    }
    const base::Result<os::IoOutcome> outcome = os::write_some(fd_.get(), part);
    if (!outcome) {
      broken_ = true;
    } else if (outcome->state == os::IoState::would_block) {
      break;
    } else {
      taken += outcome->bytes;
      // Not all at once: it is full, and asking again would only hear that.
      if (non_blocking_ && outcome->bytes < part.size()) break;
    }
  }
  return broken_ ? bytes.size() : taken;
}

void HostWriter::write(base::ByteView bytes) {
  if (broken_) return;
  if (!pending()) bytes.remove_prefix(push(bytes));
  if (broken_) watch_.set_interest(os::Interest::write);
  if (bytes.empty()) return;
  backlog_.append(bytes);
  watch_.set_interest(os::Interest::write);
}

void HostWriter::on_writable() {
  written_ += push(base::ByteView(backlog_).substr(written_));
  if (!pending() || broken_) {
    backlog_.clear();
    backlog_.shrink_to_fit();
    written_ = 0;
    watch_.set_interest(os::Interest::none);
  } else if (written_ > kCongested) {
    backlog_.erase(0, written_);
    written_ = 0;
  }
  on_progress_();
}

void HostWriter::drain(base::Milliseconds limit) {
  while (pending() && !broken_) {
    const base::Result<bool> ready = os::wait_ready(fd_.get(), os::Direction::writable, limit);
    if (!ready || !*ready) return;
    written_ += push(base::ByteView(backlog_).substr(written_));
  }
}

}  // namespace pty::attach
