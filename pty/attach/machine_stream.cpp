#include "pty/attach/machine_stream.hpp"

#include "pty/attach/attach_shell.hpp"

namespace pty::attach {

base::Result<AttachOutcome> run_machine_stream(const AttachRequest& request, int stream_fd) {
  return run_shell({.endpoint = request.endpoint,
                    .part = AttachRole::Part::writable,
                    .input_fd = request.input_fd,
                    .output_fd = request.output_fd,
                    .error_fd = request.error_fd,
                    .detach_key = request.detach_key,
                    .stream_fd = stream_fd,
                    .dialer = request.dialer,
                    .reconnect = request.reconnect,
                    .connected = request.connected});
}

}  // namespace pty::attach
