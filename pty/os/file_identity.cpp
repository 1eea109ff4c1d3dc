#include "pty/os/file_identity.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace pty::os {
namespace {

FileIdentity identity_of(const struct stat& facts) {
  return {static_cast<std::uint64_t>(facts.st_dev), static_cast<std::uint64_t>(facts.st_ino)};
}

}  // namespace

std::optional<FileIdentity> try_file_identity(const std::string& path) {
  struct stat facts{};
  if (::lstat(path.c_str(), &facts) != 0) return std::nullopt;
  return identity_of(facts);
}

base::Result<FileIdentity> file_identity(int fd) {
  struct stat facts{};
  if (::fstat(fd, &facts) != 0) return base::fail_errno("look at descriptor", errno);
  return identity_of(facts);
}

base::Result<bool> unlink_if_same(const std::string& path, FileIdentity identity) {
  if (try_file_identity(path) != identity) return false;
  if (::unlink(path.c_str()) == 0) return true;
  if (errno == ENOENT) return false;
  return base::fail_errno("remove " + path, errno);
}

}  // namespace pty::os
