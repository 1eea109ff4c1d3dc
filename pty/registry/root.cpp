#include "pty/registry/root.hpp"

#include <fmt/format.h>

#include "pty/base/require.hpp"
#include "pty/os/directory.hpp"
#include "pty/os/environment.hpp"

namespace pty::registry {
namespace {

bool present(const std::optional<std::string>& value) {
  return value && !value->empty();
}

base::Result<Root> make_root(const std::string& path, const RootInputs& inputs) {
  if (path.front() == '/') return Root(lexically_absolute(path, "/"));
  if (!inputs.cwd) {
    return base::fail(
        base::Errc::invalid,
        fmt::format("the registry root \"{}\" is relative, and the current directory is gone", path));
  }
  return Root(lexically_absolute(path, *inputs.cwd));
}

constexpr std::string_view kDeprecatedNotice =
    "pty: PTY_SESSION_DIR is deprecated; set PTY_ROOT instead (PTY_ROOT_LEGACY_SILENT=1 hides this).";
constexpr std::string_view kMaskedNotice =
    "pty: both PTY_ROOT and PTY_SESSION_DIR are set; the legacy PTY_SESSION_DIR is ignored "
    "(PTY_ROOT_LEGACY_SILENT=1 hides this).";

struct Choice {
  std::string path;
  RootSource source;
  std::string_view notice;
};

base::Result<Choice> choose(const RootInputs& inputs) {
  bool from_option = present(inputs.option);
  if (from_option || present(inputs.pty_root)) {
    return Choice{from_option ? *inputs.option : *inputs.pty_root,
                  from_option ? RootSource::option : RootSource::environment,
                  present(inputs.session_dir) ? kMaskedNotice : std::string_view{}};
  }
  if (present(inputs.session_dir)) {
    return Choice{*inputs.session_dir, RootSource::legacy_environment, kDeprecatedNotice};
  }
  if (present(inputs.home)) return Choice{*inputs.home + "/.local/state/pty", RootSource::home, {}};
  return base::fail(base::Errc::invalid, "no registry root: neither PTY_ROOT nor HOME is set");
}

}  // namespace

Root::Root(std::string absolute_path) : path_(std::move(absolute_path)) {
  base::require(!path_.empty() && path_.front() == '/', "a registry root is an absolute path");
}

base::Result<RootSelection> select_root(const RootInputs& inputs) {
  base::Result<Choice> choice = choose(inputs);
  if (!choice) return base::fail(std::move(choice.error()));
  base::Result<Root> root = make_root(choice->path, inputs);
  if (!root) return base::fail(std::move(root.error()));
  RootSelection selection{std::move(*root), choice->source, {}};
  if (!choice->notice.empty() && !present(inputs.silent)) selection.notices.emplace_back(choice->notice);
  return selection;
}

base::Result<RootSelection> select_root_of_process(std::optional<std::string> option) {
  RootInputs inputs;
  inputs.option = std::move(option);
  inputs.pty_root = os::environment_value("PTY_ROOT");
  inputs.session_dir = os::environment_value("PTY_SESSION_DIR");
  inputs.silent = os::environment_value("PTY_ROOT_LEGACY_SILENT");
  if (base::Result<std::string> home = os::home_directory()) inputs.home = std::move(*home);
  if (base::Result<std::string> cwd = os::current_directory()) inputs.cwd = std::move(*cwd);
  return select_root(inputs);
}

base::Status check_root_length(const Root& root) {
  std::size_t bytes = root.path().size();
  if (bytes + kRootSuffixBytes <= kSocketPathLimit) return {};
  return base::fail(
      base::Errc::too_large,
      fmt::format("PTY_ROOT is too long: \"{}\" has {} bytes, and a socket path in it would exceed "
                  "the {}-byte kernel limit. Shorten the root to at most {} bytes.",
                  root.path(), bytes, kSocketPathLimit, kSocketPathLimit - kRootSuffixBytes));
}

base::Status create_root(const Root& root) {
  return os::make_private_directories(root.path());
}

std::string lexically_absolute(std::string_view path, std::string_view cwd) {
  std::string joined(path);
  if (joined.empty() || joined.front() != '/') joined.insert(0, std::string(cwd) + "/");
  std::string result;
  for (std::size_t at = 0; at < joined.size();) {
    std::size_t end = std::min(joined.find('/', at), joined.size());
    std::string_view part(joined.data() + at, end - at);
    if (part == "..") {
      result.resize(result.empty() ? 0 : result.rfind('/'));
    } else if (!part.empty() && part != ".") {
      result.append("/").append(part);
    }
    at = end + 1;
  }
  return result.empty() ? "/" : result;
}

}  // namespace pty::registry
