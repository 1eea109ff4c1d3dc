#include "pty/cli/stream_descriptor.hpp"

#include <limits>
#include <string>

#include "pty/os/fd.hpp"

namespace pty::cli {
namespace {

constexpr int kFirstDedicated = 3;

base::Error complaint(std::string_view text) {
  return {base::Errc::invalid, 0, std::string("pty attach: --attach-stream-fd-v1 ").append(text)};
}

}  // namespace

base::Result<std::optional<int>> stream_descriptor(const Arguments& arguments) {
  const std::optional<std::string_view> given = arguments.value(Opt::stream_fd);
  if (!given) return std::nullopt;
  if (arguments.has(Opt::auto_restart))
    return base::fail(complaint("and --auto-restart are mutually exclusive"));
  if (given->empty()) return base::fail(complaint("requires a file descriptor"));
  const std::optional<long> number =
      parse_whole_number(*given, kFirstDedicated, std::numeric_limits<int>::max());
  if (!number)
    return base::fail(
        complaint("requires a dedicated inherited file descriptor >= 3 (got " + std::string(*given) + ")"));
  const int fd = static_cast<int>(*number);
  if (!os::is_inherited(fd))
    return base::fail(
        complaint("descriptor " + std::to_string(fd) + " is not writable: Bad file descriptor"));
  if (!os::is_writable(fd))
    return base::fail(
        complaint("descriptor " + std::to_string(fd) + " is not writable: it is open for reading only"));
  return fd;
}

}  // namespace pty::cli
