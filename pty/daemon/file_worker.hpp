#pragma once
// The one helper thread: work on files, in order, so that a slow disk never delays a byte of a terminal. The
// thread starts with the first piece of work. The queue is bounded: events of the terminal give way, oldest
// first; the session's own records never do.

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace pty::daemon {

inline constexpr std::size_t kMaxQueuedEvents = 1000;

class FileWorker {
 public:
  using Work = std::function<void()>;
  /// Gets event log lines, several at once when they piled up.
  using AppendLines = std::function<void(const std::string& lines)>;

  /// `append` runs on the helper thread.
  explicit FileWorker(AppendLines append);
  FileWorker(const FileWorker&) = delete;
  FileWorker& operator=(const FileWorker&) = delete;
  /// Blocks: until everything queued is done.
  ~FileWorker();

  /// A terminal event: may be dropped when too many wait.
  void add_event(std::string line);
  /// Never dropped. The caller sees to it that a bounded number of them waits.
  void add(Work work);

 private:
  struct Item;
  struct Shared;
  void start();
  std::unique_ptr<Shared> shared_;
};

}  // namespace pty::daemon
