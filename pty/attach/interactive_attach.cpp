#include "pty/attach/interactive_attach.hpp"

#include "pty/attach/attach_shell.hpp"

namespace pty::attach {

base::Result<AttachOutcome> run_attach(const AttachRequest& request) {
  return run_shell({request.endpoint,
                    AttachRole::Part::writable,
                    {},
                    request.fate,
                    request.input_fd,
                    request.output_fd,
                    request.error_fd});
}

}  // namespace pty::attach
