#include "pty/daemon/file_worker.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <future>
#include <string>
#include <vector>

namespace pty::daemon {
namespace {

// D-150: what was queued is done before the worker ends.
TEST(FileWorker, EverythingQueuedIsDoneInOrder) {
  std::string done;
  {
    FileWorker worker([&](const std::string& lines) { done += lines; });
    worker.add_event("a");
    worker.add([&] { done += "1"; });
    worker.add_event("b");
    worker.add([&] { done += "2"; });
  }
  EXPECT_EQ(done, "a1b2");
}

TEST(FileWorker, AWorkerWithoutWorkEnds) {
  FileWorker worker([](const std::string&) {});
}

// D-151: while the disk hangs, events give way, oldest first; records never do.
TEST(FileWorker, AFloodDropsTheOldestEventsOnly) {
  std::string lines;
  int records = 0;
  std::promise<void> started;
  std::promise<void> disk;
  {
    FileWorker worker([&](const std::string& more) { lines += more; });
    worker.add([&] {
      started.set_value();
      disk.get_future().wait();
    });
    started.get_future().wait();
    for (std::size_t i = 0; i < 3 * kMaxQueuedEvents; ++i) {
      worker.add_event(std::to_string(i) + "\n");
      if (i % 100 == 0) worker.add([&] { ++records; });
    }
    disk.set_value();
  }
  EXPECT_EQ(records, 30);
  EXPECT_EQ(static_cast<std::size_t>(std::count(lines.begin(), lines.end(), '\n')), kMaxQueuedEvents);
  EXPECT_TRUE(lines.starts_with("2000\n"));
  EXPECT_TRUE(lines.ends_with("2999\n"));
}

// Lines that piled up behind a slow disk are appended together.
TEST(FileWorker, WaitingEventsAreAppendedAtOnce) {
  std::vector<std::string> appends;
  std::promise<void> started;
  std::promise<void> disk;
  {
    FileWorker worker([&](const std::string& lines) { appends.push_back(lines); });
    worker.add([&] {
      started.set_value();
      disk.get_future().wait();
    });
    started.get_future().wait();
    for (const char* line : {"a", "b", "c"}) worker.add_event(line);
    disk.set_value();
  }
  EXPECT_EQ(appends, (std::vector<std::string>{"abc"}));
}

}  // namespace
}  // namespace pty::daemon
