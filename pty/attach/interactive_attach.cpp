#include "pty/attach/interactive_attach.hpp"

#include "pty/attach/attach_shell.hpp"

namespace pty::attach {

base::Result<AttachOutcome> run_attach(const AttachRequest& request) {
  return run_shell({.endpoint = request.endpoint,
                    .part = AttachRole::Part::writable,
                    .fate = request.fate,
                    .input_fd = request.input_fd,
                    .output_fd = request.output_fd,
                    .error_fd = request.error_fd,
                    .detach_key = request.detach_key,
                    .banner = request.banner,
                    .dialer = request.dialer,
                    .reconnect = request.reconnect,
                    .connected = request.connected});
}

}  // namespace pty::attach
