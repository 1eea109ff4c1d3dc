// `pty version`

#include "pty/base/version.hpp"
#include "pty/cli/invocation.hpp"
#include "pty/cli/verbs.hpp"

namespace pty::cli {

base::Result<int> version_verb(Invocation& call) {
  call.out.print_line(base::version_with_commit());
  return 0;
}

}  // namespace pty::cli
