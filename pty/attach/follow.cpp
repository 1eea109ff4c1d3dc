#include "pty/attach/follow.hpp"

#include "pty/attach/attach_shell.hpp"

namespace pty::attach {

base::Result<AttachOutcome> run_follow(const FollowRequest& request) {
  wire::PeekFlags view = request.view;
  view.cursor = true;  // what follows goes on from the picture
  return run_shell({.endpoint = request.endpoint,
                    .part = AttachRole::Part::watcher,
                    .view = view,
                    .fate = request.fate,
                    .input_fd = request.input_fd,
                    .output_fd = request.output_fd,
                    .error_fd = request.error_fd,
                    .detach_key = request.detach_key});
}

}  // namespace pty::attach
