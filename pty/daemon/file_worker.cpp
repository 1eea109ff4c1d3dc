#include "pty/daemon/file_worker.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

namespace pty::daemon {

struct FileWorker::Item {
  std::string line;  ///< an event, when work is empty
  Work work;
};

struct FileWorker::Shared {
  explicit Shared(AppendLines append_lines) : append(std::move(append_lines)) {}

  void run();
  void run_batch(std::deque<Item>& batch);

  AppendLines append;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Item> items;
  std::size_t events = 0;
  bool closing = false;
  std::thread thread;
};

FileWorker::FileWorker(AppendLines append) : shared_(std::make_unique<Shared>(std::move(append))) {}

FileWorker::~FileWorker() {
  if (!shared_->thread.joinable()) return;
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->closing = true;
  }
  shared_->changed.notify_one();
  shared_->thread.join();
}

void FileWorker::add_event(std::string line) {
  {
    const std::lock_guard lock(shared_->mutex);
    if (shared_->events >= kMaxQueuedEvents) {
      const auto oldest = std::find_if(shared_->items.begin(), shared_->items.end(),
                                       [](const Item& item) { return !item.work; });
      shared_->items.erase(oldest);
      --shared_->events;
    }
    shared_->items.push_back({std::move(line), nullptr});
    ++shared_->events;
  }
  start();
}

void FileWorker::add(Work work) {
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->items.push_back({{}, std::move(work)});
  }
  start();
}

void FileWorker::start() {
  if (shared_->thread.joinable())
    shared_->changed.notify_one();
  else
    shared_->thread = std::thread([shared = shared_.get()] { shared->run(); });
}

void FileWorker::Shared::run() {
  std::unique_lock lock(mutex);
  while (true) {
    changed.wait(lock, [this] { return closing || !items.empty(); });
    if (items.empty()) return;
    std::deque<Item> batch = std::exchange(items, {});
    events = 0;
    lock.unlock();
    run_batch(batch);
    lock.lock();
  }
}

/// Neighbouring events are appended together: one lock, one write.
void FileWorker::Shared::run_batch(std::deque<Item>& batch) {
  std::string lines;
  const auto flush = [&] {
    if (!lines.empty()) append(std::exchange(lines, {}));
  };
  for (Item& item : batch) {
    if (item.work) {
      flush();
      item.work();
    } else {
      lines += item.line;
    }
  }
  flush();
}

}  // namespace pty::daemon
