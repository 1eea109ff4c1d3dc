#include "pty/os/fd.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>

#include "pty/os/fd_io.hpp"
#include "pty/os/pipe.hpp"
#include "pty/os/scratch_directory.hpp"

namespace pty::os {
namespace {

bool is_close_on_exec(int fd) {
  return (::fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0;
}

TEST(Fd, ClosesWhatItOwnsAndNothingAfterRelease) {
  auto pipe = create_pipe();
  ASSERT_TRUE(pipe);
  const int read_end = pipe->read_end.get();
  const int write_end = pipe->write_end.release();
  pipe->read_end.reset();
  EXPECT_FALSE(is_open(read_end));
  EXPECT_TRUE(is_open(write_end));
  ::close(write_end);
}

TEST(Fd, MovingLeavesTheSourceEmptyAndClosesTheOldTarget) {
  auto first = create_pipe();
  auto second = create_pipe();
  const int old_target = first->read_end.get();
  const int moved = second->read_end.get();
  first->read_end = std::move(second->read_end);
  EXPECT_EQ(first->read_end.get(), moved);
  EXPECT_FALSE(is_open(old_target));
}

// D-196
TEST(Fd, EveryNewDescriptorIsCloseOnExec) {
  auto pipe = create_pipe();
  auto sockets = create_socket_pair();
  auto memory = create_memory_file("x");
  auto copy = duplicate(0);
  for (const int fd : {pipe->read_end.get(), pipe->write_end.get(), sockets->first.get(),
                       sockets->second.get(), memory->get()}) {
    EXPECT_TRUE(is_close_on_exec(fd)) << fd;
  }
  if (copy) {
    EXPECT_TRUE(is_close_on_exec(copy->get()));
  }
}

TEST(Fd, AMemoryFileReadsBackFromItsStartAndCannotChange) {
  auto memory = create_memory_file("launch record");
  std::string content;
  ASSERT_TRUE(read_to_end(memory->get(), 100, content));
  EXPECT_EQ(content, "launch record");
  EXPECT_LT(::write(memory->get(), "x", 1), 0);
}

TEST(Fd, ADescriptorPointedAtNullReadsEndAndSwallowsWrites) {
  EXPECT_EQ(in_forked_child([] {
              if (!point_at_null(1) || !point_at_null(7)) return 1;
              char byte = 0;
              if (::read(7, &byte, 1) != 0 || ::write(1, "x", 1) != 1) return 2;
              return is_close_on_exec(7) ? 3 : 0;
            }),
            0);
}

TEST(Fd, WhatIsMissingOfTheStandardThreeStaysMissingForItsUsers) {
  EXPECT_EQ(in_forked_child([] {
              ::dup2(1, 9);
              for (const int number : {0, 1, 2}) ::close(number);
              fill_standard_descriptors();
              char byte = 0;
              if (::read(0, &byte, 1) != 0) return 1;
              for (const int number : {1, 2}) {
                if (::write(number, "x", 1) >= 0 || errno != EBADF) return 2;
                if (is_writable(number) || !is_close_on_exec(number)) return 3;
              }
              return duplicate(9, 0)->get() > 2 ? 0 : 4;
            }),
            0);
}

TEST(Fd, OnlyAMissingStandardDescriptorIsFilled) {
  EXPECT_EQ(in_forked_child([] {
              auto pipe = create_pipe();
              ::dup2(pipe->read_end.get(), 0);
              ::close(1);
              ::dup2(pipe->write_end.get(), 2);
              fill_standard_descriptors();
              char byte = 0;
              if (::write(2, "x", 1) != 1 || ::read(0, &byte, 1) != 1 || byte != 'x') return 1;
              return ::write(1, "x", 1) < 0 && is_writable(2) && !is_writable(0) ? 0 : 2;
            }),
            0);
}

TEST(Fd, ClosingFromANumberLeavesTheLowerOnes) {
  EXPECT_EQ(in_forked_child([] {
              ::dup2(0, 10);
              ::dup2(0, 40);
              close_descriptors_from(11);
              return is_open(10) && !is_open(40) ? 0 : 1;
            }),
            0);
}

}  // namespace
}  // namespace pty::os
