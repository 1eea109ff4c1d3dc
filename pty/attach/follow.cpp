#include "pty/attach/follow.hpp"

#include "pty/attach/attach_shell.hpp"

namespace pty::attach {

base::Result<AttachOutcome> run_follow(const FollowRequest& request) {
  return run_shell({request.endpoint, AttachRole::Part::watcher, request.view, request.fate, request.input_fd,
                    request.output_fd, request.error_fd});
}

}  // namespace pty::attach
