#include "pty/os/directory.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "pty/os/fd.hpp"

namespace pty::os {

using base::Errc;
using base::fail;
using base::fail_errno;
using base::Result;
using base::Status;

namespace {

bool is_directory(const std::string& path) {
  struct stat facts{};
  return ::stat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode);
}

/// mkdir 0700 of one level; present is success.
Status make_one(const std::string& path) {
  if (::mkdir(path.c_str(), 0700) == 0) {
    ::chmod(path.c_str(), 0700);  // an odd umask may have taken the owner's own bits
    return {};
  }
  const int number = errno;
  if (is_directory(path)) return {};
  if (number == EEXIST || number == ENOTDIR) return fail(Errc::invalid, "not a directory: " + path);
  return fail_errno("create directory " + path, number);
}

FileFacts::Kind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return FileFacts::Kind::regular;
  if (S_ISDIR(mode)) return FileFacts::Kind::directory;
  if (S_ISSOCK(mode)) return FileFacts::Kind::socket;
  if (S_ISLNK(mode)) return FileFacts::Kind::symbolic_link;
  return FileFacts::Kind::other;
}

base::WallTime modified_time(const struct stat& facts) {
#ifdef __APPLE__
  const timespec time = facts.st_mtimespec;
#else
  const timespec time = facts.st_mtim;
#endif
  const auto since_epoch = std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  return base::WallTime(std::chrono::duration_cast<base::WallTime::duration>(since_epoch));
}

struct CloseDirectory {
  void operator()(DIR* directory) const { ::closedir(directory); }
};

}  // namespace

Status make_private_directories(const std::string& path) {
  if (is_directory(path)) return {};
  for (std::size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1)) {
    auto made = make_one(path.substr(0, slash));
    if (!made) return made;
  }
  return make_one(path);
}

Result<std::vector<std::string>> directory_entries(const std::string& path, std::size_t max_entries) {
  Fd handle = open_path(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (!handle) return fail_errno("read directory " + path, errno);
  const std::unique_ptr<DIR, CloseDirectory> directory(::fdopendir(handle.get()));
  if (!directory) return fail_errno("read directory " + path, errno);
  static_cast<void>(handle.release());  // the directory's now
  std::vector<std::string> names;
  while (true) {
    errno = 0;
    const dirent* entry = ::readdir(directory.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    if (names.size() == max_entries) return fail(Errc::too_large, "too many files in " + path);
    names.emplace_back(name);
  }
  if (errno != 0) return fail_errno("read directory " + path, errno);
  return names;
}

std::optional<FileFacts> try_file_facts(const std::string& path, Links links) {
  struct stat facts{};
  const int done = links == Links::follow ? ::stat(path.c_str(), &facts) : ::lstat(path.c_str(), &facts);
  if (done != 0) return std::nullopt;
  return FileFacts{kind_of(facts.st_mode), static_cast<std::uint64_t>(facts.st_size), modified_time(facts),
                   static_cast<mode_t>(facts.st_mode & 07777), facts.st_uid};
}

std::optional<DirectoryFault> try_directory_fault(const std::string& path) {
  if (path.empty()) return DirectoryFault{DirectoryProblem::empty, {}};
  struct stat facts{};
  if (::stat(path.c_str(), &facts) != 0) {
    const int number = errno;
    if (number == ENOENT) return DirectoryFault{DirectoryProblem::missing, {}};
    if (number == ENOTDIR) return DirectoryFault{DirectoryProblem::not_a_directory, {}};
    return DirectoryFault{DirectoryProblem::not_accessible, fail_errno("", number).error().text.substr(2)};
  }
  if (!S_ISDIR(facts.st_mode)) return DirectoryFault{DirectoryProblem::not_a_directory, {}};
  if (::access(path.c_str(), X_OK) != 0) return DirectoryFault{DirectoryProblem::not_searchable, {}};
  return std::nullopt;
}

Result<std::string> current_directory() {
  std::string path(PATH_MAX, '\0');
  if (::getcwd(path.data(), path.size()) == nullptr) return fail_errno("current directory", errno);
  path.resize(std::string_view(path.c_str()).size());
  return path;
}

Status change_directory(const std::string& path) {
  if (::chdir(path.c_str()) == 0) return {};
  return fail_errno("enter " + path, errno);
}

}  // namespace pty::os
