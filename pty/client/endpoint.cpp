#include "pty/client/endpoint.hpp"

#include <fmt/format.h>

#include "pty/os/unix_socket.hpp"

namespace pty::client {

base::Error not_running(std::string_view name) {
  return {base::Errc::unreachable, 0, fmt::format("Session \"{}\" not found or not running.", name)};
}

base::Error connection_error(const base::Error& reason) {
  return {reason.code, reason.sys_errno, fmt::format("Connection error: {}", reason.text)};
}

base::Result<os::Fd> dial(const Endpoint& endpoint, base::Milliseconds limit) {
  base::Result<os::Fd> socket = os::connect_unix(endpoint.socket_path, limit);
  if (socket) return socket;
  const base::Errc code = socket.error().code;
  if (code == base::Errc::not_found || code == base::Errc::unreachable)
    return base::fail(not_running(endpoint.name));
  return base::fail(connection_error(socket.error()));
}

}  // namespace pty::client
