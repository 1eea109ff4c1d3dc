#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <string_view>
#include <utility>

#include "pty/os/random.hpp"
#include "pty/os/unix_socket.hpp"

namespace pty::os {

using base::Errc;
using base::fail;
using base::fail_errno;
using base::Milliseconds;
using base::Result;
using base::Status;

constexpr std::size_t kMaxSocketPath = sizeof(sockaddr_un::sun_path) - 1;

namespace {

constexpr int kSocketType = SOCK_STREAM | SOCK_CLOEXEC;
constexpr mode_t kSocketMode = 0600;

Status check_length(const std::string& path) {
  if (path.size() <= kMaxSocketPath) return {};
  return fail(Errc::too_large, "socket path of " + std::to_string(path.size()) +
                                   " bytes exceeds the limit of " + std::to_string(kMaxSocketPath) + ": " +
                                   path);
}

/// Pre: the length was checked.
sockaddr_un address_of(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, kMaxSocketPath);
  return address;
}

const sockaddr* generic(const sockaddr_un& address) {
  return reinterpret_cast<const sockaddr*>(&address);
}

constexpr std::string_view kTemporary = ".tmp.";
constexpr std::size_t kFewestDigits = 4;
constexpr std::size_t kMostDigits = 8;

/// A short name in the same directory: it must fit where `path` fits. It begins with whose it is, so that
/// what a process that was killed has left behind can be told from what is in use; where that has no room it
/// is only random.
std::string temporary_socket_name(const std::string& path) {
  const std::string beside = path.substr(0, path.rfind('/') + 1).append(kTemporary);
  std::string owned = fmt::format("{}{:x}-", beside, static_cast<unsigned>(::getpid()));
  const auto digits = [](std::size_t taken) {
    const std::size_t room = kMaxSocketPath - std::min(taken, kMaxSocketPath);
    return random_hex(kMostDigits / 2).substr(0, std::clamp<std::size_t>(room, kFewestDigits, kMostDigits));
  };
  if (owned.size() + kFewestDigits <= kMaxSocketPath) return owned + digits(owned.size());
  return beside + digits(beside.size());
}

/// Binds `fd` to a fresh temporary name beside `path`, already private.
Result<std::string> bind_beside(int fd, const std::string& path) {
  // The mode of the socket becomes the mode of the file, so it is never open to others, whatever the umask.
  ::fchmod(fd, kSocketMode);
  constexpr int kAttempts = 16;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    std::string temporary = temporary_socket_name(path);
    const auto fits = check_length(temporary);
    if (!fits) return fail(fits.error());
    const sockaddr_un address = address_of(temporary);
    if (::bind(fd, generic(address), sizeof address) == 0) return temporary;
    if (errno != EADDRINUSE) return fail_errno("bind " + path, errno);
  }
  return fail(Errc::busy, "bind " + path + ": no free temporary name");
}

/// Renames without replacing.
int rename_to_free_name(const std::string& from, const std::string& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  // File systems without that: a second name for the same inode, which fails if the name is taken.
  if (::link(from.c_str(), to.c_str()) != 0) return errno;
  ::unlink(from.c_str());
  return 0;
}

}  // namespace

std::optional<pid_t> temporary_socket_owner(std::string_view file_name) {
  if (!file_name.starts_with(kTemporary)) return std::nullopt;
  file_name.remove_prefix(kTemporary.size());
  pid_t owner = 0;
  const char* begin = file_name.data();
  const char* end = begin + file_name.size();
  const auto [rest, failure] = std::from_chars(begin, end, owner, 16);
  if (failure != std::errc() || owner <= 0 || rest == end || *rest != '-') return std::nullopt;
  return owner;
}

UnixListener::UnixListener(Fd fd, Fd spare, std::string path, std::string temporary, FileIdentity identity)
    : fd_(std::move(fd)),
      spare_(std::move(spare)),
      path_(std::move(path)),
      temporary_(std::move(temporary)),
      identity_(identity) {}

UnixListener::UnixListener(UnixListener&& other) noexcept
    : fd_(std::move(other.fd_)),
      spare_(std::move(other.spare_)),
      path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      identity_(other.identity_),
      published_(std::exchange(other.published_, false)) {}

UnixListener::~UnixListener() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Result<UnixListener> listen_unix(const std::string& path) {
  const auto fits = check_length(path);
  if (!fits) return fail(fits.error());
  Fd fd(::socket(AF_UNIX, kSocketType | SOCK_NONBLOCK, 0));
  if (!fd) return fail_errno("create socket", errno);
  auto temporary = bind_beside(fd.get(), path);
  if (!temporary) return fail(temporary.error());
  const auto identity = try_file_identity(*temporary);
  auto spare = duplicate(fd.get());
  if (!identity || !spare || ::chmod(temporary->c_str(), kSocketMode) != 0 ||
      ::listen(fd.get(), SOMAXCONN) != 0) {
    const int number = errno;
    ::unlink(temporary->c_str());
    return fail_errno("listen on " + path, number);
  }
  return UnixListener(std::move(fd), std::move(*spare), path, std::move(*temporary), *identity);
}

Status UnixListener::publish() {
  const int number = rename_to_free_name(temporary_, path_);
  if (number != 0) return fail_errno("publish " + path_, number);
  temporary_.clear();
  published_ = true;
  return {};
}

bool UnixListener::withdraw() {
  if (!std::exchange(published_, false)) return false;
  const auto removed = unlink_if_same(path_, identity_);
  return removed && *removed;
}

void UnixListener::close() {
  withdraw();
  if (!temporary_.empty()) ::unlink(std::exchange(temporary_, {}).c_str());
  spare_.reset();
  fd_.reset();
}

Result<std::optional<Fd>> UnixListener::accept() {
  constexpr int kFlags = SOCK_NONBLOCK | SOCK_CLOEXEC;
  while (true) {
    Fd client(::accept4(fd_.get(), nullptr, nullptr, kFlags));
    if (client) return std::optional<Fd>(std::move(client));
    if (errno == EINTR || errno == ECONNABORTED) continue;
    if (errno == EAGAIN || errno == EWOULDBLOCK) return std::optional<Fd>();
    if ((errno != EMFILE && errno != ENFILE) || !spare_) return fail_errno("accept client", errno);
    // Out of descriptors (which is said even when nobody waits): a client left in the queue would wake the
    // loop for ever. Refuse it with the spare one.
    spare_.reset();
    client.reset(::accept4(fd_.get(), nullptr, nullptr, kFlags));
    const int number = client ? 0 : errno;
    client.reset();
    auto spare = duplicate(fd_.get());
    if (spare) spare_ = std::move(*spare);
    if (number == EAGAIN || number == EWOULDBLOCK) return std::optional<Fd>();
    if (number != 0) return fail_errno("accept client", number);
  }
}

Result<Fd> connect_unix(const std::string& path, Milliseconds limit) {
  const auto fits = check_length(path);
  if (!fits) return fail(fits.error());
  const bool waits = limit.count() > 0;
  Fd fd(::socket(AF_UNIX, kSocketType | (waits ? 0 : SOCK_NONBLOCK), 0));
  if (!fd) return fail_errno("create socket", errno);
  if (waits) {
    timeval time{};
    time.tv_sec = static_cast<time_t>(limit.count() / 1000);
    time.tv_usec = static_cast<suseconds_t>(limit.count() % 1000 * 1000);
    ::setsockopt(fd.get(), SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
  }
  const sockaddr_un address = address_of(path);
  int done = 0;
  do {
    done = ::connect(fd.get(), generic(address), sizeof address);
  } while (done != 0 && errno == EINTR);
  if (done != 0 && errno == EAGAIN)
    return fail(Errc::timed_out, "connect to " + path + ": its queue is full");
  if (done != 0) return fail_errno("connect to " + path, errno);
  if (waits) {
    const auto mode = set_blocking(fd.get(), Blocking::no);
    if (!mode) return fail(mode.error());
  }
  return fd;
}

bool is_unix_socket(const std::string& path) {
  struct stat info{};
  return ::lstat(path.c_str(), &info) == 0 && S_ISSOCK(info.st_mode);
}

Reachability probe_unix(const std::string& path) {
  const auto connection = connect_unix(path);
  if (connection) return Reachability::reachable;
  const base::Error& error = connection.error();
  if (error.code == Errc::timed_out) return Reachability::reachable;
  const bool nobody = error.sys_errno == ECONNREFUSED || error.sys_errno == ENOENT ||
                      error.sys_errno == ENOTDIR || error.sys_errno == ENOTSOCK;
  return nobody ? Reachability::unreachable : Reachability::unknown;
}

Result<uid_t> peer_uid(int socket) {
  ucred peer{};
  socklen_t length = sizeof peer;
  if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0)
    return fail_errno("identify peer", errno);
  return peer.uid;
}

std::optional<pid_t> try_peer_pid(int socket) {
  ucred peer{};
  socklen_t length = sizeof peer;
  if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0 || peer.pid <= 0)
    return std::nullopt;
  return peer.pid;
}

void shut_down_sending(int socket) {
  ::shutdown(socket, SHUT_WR);
}

}  // namespace pty::os
