#include "pty/os/unix_socket.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <vector>

#include "pty/os/fd_io.hpp"
#include "pty/os/file_io.hpp"
#include "pty/os/scratch_directory.hpp"

namespace pty::os {
namespace {

using base::Errc;
using base::Milliseconds;

class UnixSocketTest : public testing::Test {
 protected:
  ScratchDirectory scratch_;
  std::string path_ = scratch_.file("a.sock");
};

// D-159, R-206
TEST_F(UnixSocketTest, IsInvisibleUntilPublishedAndPrivateFromTheStart) {
  const mode_t before = ::umask(0);
  auto listener = listen_unix(path_);
  ::umask(before);
  ASSERT_TRUE(listener) << listener.error().text;
  EXPECT_EQ(try_file_facts(path_), std::nullopt);
  const auto names = *directory_entries(scratch_.path());
  ASSERT_EQ(names.size(), 1U);
  EXPECT_EQ(temporary_socket_owner(names[0]), ::getpid()) << names[0];
  EXPECT_EQ(try_file_facts(scratch_.file(names[0]))->permissions, mode_t{0600});
  ASSERT_TRUE(listener->publish());
  EXPECT_EQ(try_file_facts(path_)->permissions, mode_t{0600});
  EXPECT_EQ(try_file_identity(path_), listener->identity());
  EXPECT_EQ(directory_entries(scratch_.path())->size(), 1U);
}

TEST_F(UnixSocketTest, OtherNamesHaveNoOwner) {
  for (const char* name : {"a.sock", ".tmp.", ".tmp.-ab", ".tmp.0123456789abcdef", ".tmp.0-ab", ".tmp.xy-ab",
                           "a.tmp.1-ab", ".tmp.-1-ab", ".tmp.123456789abcdef-ab"})
    EXPECT_EQ(temporary_socket_owner(name), std::nullopt) << name;
}

TEST_F(UnixSocketTest, CarriesBytesBothWaysAndKnowsItsPeer) {
  auto listener = *listen_unix(path_);
  ASSERT_TRUE(listener.publish());
  EXPECT_FALSE(*listener.accept());
  auto client = connect_unix(path_);
  ASSERT_TRUE(client) << client.error().text;
  auto accepted = listener.accept();
  ASSERT_TRUE(accepted && *accepted);
  const int server = (*accepted)->get();
  EXPECT_EQ(*peer_uid(server), ::geteuid());
  EXPECT_EQ(try_peer_pid(server), ::getpid());
  ASSERT_TRUE(send_some(client->get(), "ping"));
  std::array<char, 8> buffer{};
  EXPECT_EQ(read_some(server, buffer)->bytes, 4U);
  shut_down_sending(client->get());
  EXPECT_EQ(read_some(server, buffer)->state, IoState::end);
  ASSERT_TRUE(send_some(server, "pong"));
  EXPECT_EQ(read_some(client->get(), buffer)->bytes, 4U);
  EXPECT_EQ(read_some(client->get(), buffer)->state, IoState::would_block);
}

// D-169
TEST_F(UnixSocketTest, PublishingNeverReplacesWhatIsThere) {
  auto first = *listen_unix(path_);
  ASSERT_TRUE(first.publish());
  {
    auto second = *listen_unix(path_);
    EXPECT_EQ(second.publish().error().code, Errc::already_exists);
  }
  EXPECT_EQ(try_file_identity(path_), first.identity());
  EXPECT_EQ(directory_entries(scratch_.path())->size(), 1U);
}

// D-158
TEST_F(UnixSocketTest, WithdrawingLeavesASuccessorAlone) {
  auto first = *listen_unix(path_);
  ASSERT_TRUE(first.publish());
  ASSERT_TRUE(remove_file(path_));
  auto second = *listen_unix(path_);
  ASSERT_TRUE(second.publish());
  EXPECT_FALSE(first.withdraw());
  EXPECT_EQ(try_file_identity(path_), second.identity());
  EXPECT_TRUE(second.withdraw());
  EXPECT_FALSE(second.withdraw());
  EXPECT_EQ(directory_entries(scratch_.path())->size(), 0U);
}

TEST_F(UnixSocketTest, ReachabilityIsDecidedWithoutWaiting) {
  EXPECT_EQ(probe_unix(path_), Reachability::unreachable);
  ASSERT_TRUE(create_exclusive(path_, ""));
  EXPECT_EQ(probe_unix(path_), Reachability::unreachable);  // not a socket at all
  ASSERT_TRUE(remove_file(path_));
  {
    auto listener = *listen_unix(path_);
    ASSERT_TRUE(listener.publish());
    EXPECT_EQ(probe_unix(path_), Reachability::reachable);
  }
  EXPECT_TRUE(try_file_facts(path_));  // left behind, as by a killed daemon
  EXPECT_EQ(probe_unix(path_), Reachability::unreachable);
  EXPECT_EQ(connect_unix(path_).error().code, Errc::unreachable);
  EXPECT_EQ(connect_unix(scratch_.file("none")).error().code, Errc::not_found);
}

TEST_F(UnixSocketTest, AFullQueueIsReachableAndTimesOutAConnect) {
  Fd listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path_.copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(listener.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(::listen(listener.get(), 0), 0);
  std::vector<Fd> waiting;
  while (true) {
    auto client = connect_unix(path_);
    if (!client) break;
    waiting.push_back(std::move(*client));
  }
  EXPECT_EQ(probe_unix(path_), Reachability::reachable);
  EXPECT_EQ(connect_unix(path_, Milliseconds(20)).error().code, Errc::timed_out);
}

TEST_F(UnixSocketTest, TheLongestPathWorksAndOneByteMoreIsRefused) {
  const std::size_t room = kMaxSocketPath - scratch_.path().size() - 1;
  const std::string longest = scratch_.file(std::string(room, 'x'));
  auto listener = listen_unix(longest);
  ASSERT_TRUE(listener) << listener.error().text;
  ASSERT_TRUE(listener->publish());
  EXPECT_TRUE(connect_unix(longest));
  EXPECT_EQ(listen_unix(longest + "x").error().code, Errc::too_large);
  EXPECT_EQ(connect_unix(longest + "x").error().code, Errc::too_large);
}

TEST_F(UnixSocketTest, ADeepDirectoryLeavesRoomForTheTemporaryName) {
  // The deepest root that the 104-byte rule allows for the shortest id.
  const std::string deep = scratch_.file(std::string(104 - scratch_.path().size() - 1 - 7, 'd'));
  ASSERT_TRUE(make_private_directories(deep));
  auto listener = listen_unix(deep + "/i.sock");
  ASSERT_TRUE(listener) << listener.error().text;
  EXPECT_TRUE(listener->publish());
}

// D-099
TEST_F(UnixSocketTest, WithoutFreeDescriptorsAClientIsRefusedInsteadOfSpinning) {
  EXPECT_EQ(in_forked_child([&] {
              close_descriptors_from(3);
              auto listener = *listen_unix(path_);
              if (!listener.publish()) return 1;
              auto client = *connect_unix(path_);
              const rlimit few{static_cast<rlim_t>(client.get()) + 1, static_cast<rlim_t>(client.get()) + 1};
              ::setrlimit(RLIMIT_NOFILE, &few);
              const auto accepted = listener.accept();
              if (!accepted || *accepted) return 2;
              std::array<char, 1> byte{};
              if (read_some(client.get(), byte)->state != IoState::end) return 3;
              client.reset();  // room again: the next client is served
              auto second = connect_unix(path_);
              if (!second) return 4;
              second->reset();
              const auto served = listener.accept();
              return served && *served ? 0 : 5;
            }),
            0);
}

TEST_F(UnixSocketTest, AMissingDirectoryIsNotFound) {
  EXPECT_EQ(listen_unix(scratch_.file("no/a.sock")).error().code, Errc::not_found);
}

TEST_F(UnixSocketTest, MovingAListenerMovesItsDuty) {
  {
    auto listener = *listen_unix(path_);
    const UnixListener moved = std::move(listener);
    EXPECT_EQ(directory_entries(scratch_.path())->size(), 1U);
  }
  EXPECT_EQ(directory_entries(scratch_.path())->size(), 0U);
}

}  // namespace
}  // namespace pty::os
