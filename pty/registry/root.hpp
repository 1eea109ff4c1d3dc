#pragma once
// The registry's directory: where it is, and whether it can hold sockets.
//
// Selection is a pure function of what the caller found in its environment, so that it can be tested and so
// that the notices it produces are data: the command line prints them once, libraries ignore them. A root is
// always absolute (a relative one is joined lexically to the caller's directory): sessions export it.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pty/base/error.hpp"

namespace pty::registry {

/// Bytes of "/<8 character id>.sock", and the longest socket path every platform accepts.
inline constexpr std::size_t kRootSuffixBytes = 14;
inline constexpr std::size_t kSocketPathLimit = 104;

enum class RootSource { option, environment, legacy_environment, home };

struct RootInputs {
  std::optional<std::string> option;       ///< --root
  std::optional<std::string> pty_root;     ///< $PTY_ROOT
  std::optional<std::string> session_dir;  ///< $PTY_SESSION_DIR
  std::optional<std::string> silent;       ///< $PTY_ROOT_LEGACY_SILENT
  std::optional<std::string> home;         ///< $HOME, else the passwd entry
  std::optional<std::string> cwd;          ///< nullopt when the caller's directory is gone
};

/// An absolute registry directory. It need not exist: it is created on the first write only.
class Root {
 public:
  /// Pre: `absolute_path` starts with "/".
  explicit Root(std::string absolute_path);
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

struct RootSelection {
  Root root;
  RootSource source = RootSource::home;
  std::vector<std::string> notices;  ///< lines for stderr, without newline
};

/// Fails: invalid (relative root without a current directory; no home at all).
base::Result<RootSelection> select_root(const RootInputs& inputs);

/// What this process's environment says, with `option` from --root. Reads HOME, PTY_*, the passwd entry, cwd.
base::Result<RootSelection> select_root_of_process(std::optional<std::string> option);

/// Fails: too_large, with the text the command line prints ("PTY_ROOT is too long ...").
base::Status check_root_length(const Root& root);

/// Creates the root (and missing parents, mode 0700); never changes an existing directory.
base::Status create_root(const Root& root);

/// Joins `path` to `cwd` unless absolute, and removes "." , ".." and doubled slashes lexically.
std::string lexically_absolute(std::string_view path, std::string_view cwd);

}  // namespace pty::registry
