#include "pty/client/remove.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <set>
#include <vector>

#include "pty/client/stop.hpp"
#include "pty/os/directory.hpp"
#include "pty/os/file_io.hpp"
#include "pty/os/scratch_directory.hpp"
#include "pty/os/unix_socket.hpp"
#include "pty/registry/session_removal.hpp"

namespace pty::client {
namespace {

using base::Errc;
using registry::Session;

/// A registry with a socket that nobody serves, and nothing else.
class DesertedSocket : public testing::Test {
 protected:
  DesertedSocket() {
    EXPECT_TRUE(registry::create_root(root));
    (void)serve();  // closed again at once: the name stays
  }

  [[nodiscard]] os::UnixListener serve() const {
    (void)os::remove_file(paths.socket);
    base::Result<os::UnixListener> listener = os::listen_unix(paths.socket);
    EXPECT_TRUE(listener && listener->publish());
    return std::move(*listener);
  }
  [[nodiscard]] Session session() const { return registry::find_session(root, "s")->value_or(Session{}); }
  [[nodiscard]] std::set<std::string> files() const {
    const auto names = os::directory_entries(root.path());
    return names ? std::set<std::string>(names->begin(), names->end()) : std::set<std::string>{};
  }

  os::ScratchDirectory scratch;
  registry::Root root{scratch.file("root")};
  registry::SessionPaths paths = registry::session_paths(root, "s");
};

os::Fd listen_with_short_queue(const std::string& path) {
  (void)os::remove_file(path);
  os::Fd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  EXPECT_EQ(::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(::listen(fd.get(), 0), 0);
  return fd;
}

const std::string kStillRunning = "Session \"s\" is still running. Use \"pty kill s\" first.";

// §2.7, R-139
TEST_F(DesertedSocket, GoesWithWhatElseLiesThere) {
  ASSERT_TRUE(os::write_file_atomic(paths.events, "{}\n"));
  ASSERT_TRUE(os::write_file_atomic(paths.pid, "garbage"));
  ASSERT_TRUE(os::write_file_atomic(root.path() + "/other.pid", "1"));
  ASSERT_TRUE(session().ambiguous);
  EXPECT_TRUE(remove_session(root, session()));
  EXPECT_EQ(files(), std::set<std::string>{"other.pid"});
}

//
TEST_F(DesertedSocket, GoesWithARecordThatNamesNoDaemon) {
  registry::Metadata metadata;
  metadata.generation = "g";
  metadata.command = "/bin/true";
  ASSERT_TRUE(registry::publish_metadata(paths, metadata));
  ASSERT_FALSE(session().gone());
  EXPECT_TRUE(remove_session(root, session()));
  EXPECT_TRUE(files().empty());
}

//
TEST_F(DesertedSocket, IsNothingToStopAndStoppingSaysWhatHelps) {
  EXPECT_EQ(stop_session(root, session()).error().text,
            "Session \"s\" is not running. Use \"pty rm s\" to remove it.");
  EXPECT_TRUE(remove_session(root, session()));
}

//
TEST_F(DesertedSocket, ASocketThatAnswersIsNotRemoved) {
  os::UnixListener listener = serve();
  EXPECT_EQ(remove_session(root, session()).error().text, kStillRunning);
  EXPECT_EQ(os::probe_unix(paths.socket), os::Reachability::reachable);
}

//
TEST_F(DesertedSocket, ASocketThatAnswersByNowIsNotRemovedThroughAnOldLook) {
  Session old = session();
  os::UnixListener listener = serve();
  EXPECT_EQ(remove_session(root, old).error().text, kStillRunning);
  EXPECT_EQ(os::probe_unix(paths.socket), os::Reachability::reachable);
}

//
TEST_F(DesertedSocket, StaysWhileSomebodyCreatesTheSession) {
  base::Result<registry::MetadataLock> creating =
      registry::MetadataLock::acquire(paths, registry::kCommandLockWait);
  ASSERT_TRUE(creating);
  EXPECT_EQ(remove_session(root, session()).error().code, Errc::busy);
  EXPECT_TRUE(files().contains("s.sock"));
}

//
TEST_F(DesertedSocket, IsNotConfusedWithItsSuccessor) {
  os::FileIdentity old = *os::try_file_identity(paths.socket);
  base::Result<registry::SessionLocks> locks =
      registry::acquire_session_locks(paths, registry::kCommandLockWait);
  ASSERT_TRUE(locks);
  ASSERT_EQ(::link(paths.socket.c_str(), scratch.file("kept").c_str()),
            0);  // so that the inode is not reused
  (void)serve();
  EXPECT_EQ(registry::remove_unrecorded_files(paths, *locks, old).value(),
            registry::RemovalOutcome::replaced);
  EXPECT_TRUE(os::is_unix_socket(paths.socket));
}

//
TEST_F(DesertedSocket, ADaemonThatCannotBeFoundOutIsNeitherSignalledNorCalledGone) {
  os::Fd listener = listen_with_short_queue(paths.socket);
  std::vector<os::Fd> waiting;  // until the queue is full, and a further dial cannot say who listens
  base::Result<os::Fd> dialled = os::connect_unix(paths.socket);
  for (; dialled && waiting.size() < 16; dialled = os::connect_unix(paths.socket))
    waiting.push_back(std::move(*dialled));
  ASSERT_FALSE(dialled);
  std::string complaint = stop_session(root, session()).error().text;
  EXPECT_TRUE(complaint.starts_with("Session \"s\" may be running, but its process cannot be found out ("))
      << complaint;
  EXPECT_EQ(remove_session(root, session()).error().text, kStillRunning);
}

}  // namespace
}  // namespace pty::client
