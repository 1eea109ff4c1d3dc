#include "pty/os/file_io.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <string_view>

#include "pty/os/fd.hpp"
#include "pty/os/fd_io.hpp"
#include "pty/os/random.hpp"

namespace pty::os {

using base::ByteView;
using base::Errc;
using base::fail;
using base::fail_errno;
using base::Result;
using base::Status;

namespace {

constexpr int kCommonFlags = O_CLOEXEC | O_NOCTTY;

std::string describe(const char* verb, const std::string& path) {
  return std::string(verb).append(" ").append(path);
}

Status open_failure(const char* verb, const std::string& path) {
  return fail_errno(describe(verb, path), errno);
}

/// A new file with exactly this mode and content, or none.
Status write_new_file(const std::string& path, ByteView bytes, mode_t mode) {
  Fd file = open_path(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | kCommonFlags, mode);
  if (!file) return open_failure("create", path);
  Status done;
  if (::fchmod(file.get(), mode) != 0) done = fail_errno(describe("create", path), errno);
  if (done) done = write_all(file.get(), bytes);
  // Some file systems report a full disk only here.
  if (done && ::close(file.release()) != 0) done = fail_errno(describe("write", path), errno);
  if (done) return {};
  ::unlink(path.c_str());
  if (done.error().text.contains(path)) return done;
  return fail(std::move(done.error()).with(path));
}

}  // namespace

std::string temporary_name(const std::string& target) {
  return target + ".tmp." + std::to_string(::getpid()) + "." + random_hex(8);
}

Result<Fd> open_input(const std::string& path) {
  Fd file = open_path(path.c_str(), O_RDONLY | kCommonFlags);
  if (!file) return fail(open_failure("read", path).error());
  struct stat facts{};
  if (::fstat(file.get(), &facts) != 0) return fail_errno(describe("read", path), errno);
  if (S_ISDIR(facts.st_mode)) return fail(Errc::invalid, describe("read", path) + ": a directory");
  return file;
}

Result<std::string> read_file(const std::string& path, std::size_t max_bytes) {
  const Fd file = open_path(path.c_str(), O_RDONLY | O_NONBLOCK | kCommonFlags);
  if (!file) return fail(open_failure("read", path).error());
  struct stat facts{};
  if (::fstat(file.get(), &facts) != 0) return fail_errno(describe("read", path), errno);
  if (!S_ISREG(facts.st_mode)) return fail(Errc::invalid, describe("read", path) + ": not a regular file");
  std::string content;
  std::size_t used = 0;
  // One byte more than the size says: a read that comes up short has then seen the end.
  content.resize(std::min(std::max<std::size_t>(static_cast<std::size_t>(facts.st_size), 511), max_bytes) +
                 1);
  while (true) {
    const std::size_t asked = content.size() - used;
    const auto outcome = read_some(file.get(), std::span(content).subspan(used));
    if (!outcome) return fail(base::Error(outcome.error()).with(path));
    used += outcome->bytes;
    if (used > max_bytes) return fail(Errc::too_large, describe("read", path) + ": file too large");
    const bool is_short = outcome->bytes < asked && facts.st_size > 0;
    if (outcome->state == IoState::end || is_short) break;
    if (used == content.size()) content.resize(std::min(2 * content.size(), max_bytes + 1));
  }
  content.resize(used);
  return content;
}

Status write_file_atomic(const std::string& path, ByteView bytes, mode_t mode) {
  const std::string temporary = temporary_name(path);
  auto written = write_new_file(temporary, bytes, mode);
  if (!written) return written;
  auto renamed = rename_file(temporary, path);
  if (!renamed) ::unlink(temporary.c_str());
  return renamed;
}

Status create_exclusive(const std::string& path, ByteView bytes, mode_t mode) {
  return write_new_file(path, bytes, mode);
}

Status append_file(const std::string& path, ByteView bytes, mode_t mode) {
  const Fd file = open_path(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | kCommonFlags, mode);
  if (!file) return open_failure("append to", path);
  struct stat facts{};
  if (::fstat(file.get(), &facts) != 0) return fail_errno(describe("append to", path), errno);
  auto written = write_all(file.get(), bytes);
  if (written) return {};
  if (S_ISREG(facts.st_mode)) static_cast<void>(::ftruncate(file.get(), facts.st_size) == 0);
  return fail(std::move(written.error()).with(path));
}

Status truncate_file(const std::string& path) {
  if (::truncate(path.c_str(), 0) == 0 || errno == ENOENT) return {};
  return fail_errno(describe("empty", path), errno);
}

Result<bool> remove_file(const std::string& path) {
  if (::unlink(path.c_str()) == 0) return true;
  if (errno == ENOENT) return false;
  return fail_errno(describe("remove", path), errno);
}

Status rename_file(const std::string& from, const std::string& to) {
  if (::rename(from.c_str(), to.c_str()) == 0) return {};
  return fail_errno(describe("rename to", to), errno);
}

}  // namespace pty::os
