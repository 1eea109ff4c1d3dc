#pragma once
// Writes to the person's terminal (or pipe, file, socket) without ever waiting for it: what it does not take
// now is kept and written when it can. How the descriptor behaves for others who share it is not changed. The
// backlog is bounded by its user, who stops producing while congested(). A reader that goes away is noticed
// at once, not at the next write.

#include <functional>
#include <optional>
#include <string>

#include "pty/base/bytes.hpp"
#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/os/fd.hpp"
#include "pty/os/fd_watch.hpp"
#include "pty/os/loop.hpp"

namespace pty::attach {

class HostWriter {
 public:
  static constexpr std::size_t kCongested = std::size_t{128} << 10;

  /// `on_progress` is called when a backlog has shrunk, and when the reader went away. A write that fails is
  /// seen by whoever asks afterwards.
  HostWriter(os::Loop& loop, std::function<void()> on_progress,
             std::string what = "cannot write to standard output");

  /// Fails: the output cannot be written to.
  base::Status open(int fd);
  void write(base::ByteView bytes);
  /// What is written to: not for writing, but for last words. Pre: open.
  [[nodiscard]] int native_handle() const { return fd_.get(); }
  [[nodiscard]] bool congested() const { return backlog_.size() - written_ > kCongested; }
  /// Not all that was written has been taken.
  [[nodiscard]] bool busy() const { return written_ < backlog_.size(); }
  /// Why everything written is dropped now; nothing while the output works. Code closed: nobody reads it any
  /// more (its reader left, the terminal hung up); anything else: the output is lost to somebody who wants
  /// it.
  [[nodiscard]] const std::optional<base::Error>& failure() const { return failure_; }
  /// Waits until the backlog is out, nothing moved for `limit` (negative: for ever), or it is `until`. True:
  /// it is out. Blocks: so long.
  bool drain(base::Milliseconds limit, std::optional<base::TimePoint> until = {});
  /// Writes `bytes` in place of the backlog.
  void replace_backlog(base::ByteView bytes);

 private:
  /// How much the output took; 0 when it takes nothing now.
  std::size_t push(base::ByteView bytes);
  void push_backlog();
  void on_event();
  void fail(base::Error error);
  [[nodiscard]] std::unexpected<base::Error> problem(base::Error error) const;

  os::Loop& loop_;
  std::function<void()> on_progress_;
  std::string what_;
  os::Fd fd_;
  bool socket_ = false;
  bool non_blocking_ = false;  ///< an open file of our own: so much only for terminals
  bool terminal_ = false;
  std::optional<base::Error> failure_;
  base::ByteBuffer backlog_;
  std::size_t written_ = 0;
  os::FdWatch watch_;
};

}  // namespace pty::attach
