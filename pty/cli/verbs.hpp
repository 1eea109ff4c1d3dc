#pragma once
// The handlers of the verb table, one file each (verb_<name>.cpp).

#include "pty/base/error.hpp"

namespace pty::cli {

struct Invocation;

base::Result<int> attach_verb(Invocation& call);
base::Result<int> detach_verb(Invocation& call);
base::Result<int> help_verb(Invocation& call);
base::Result<int> kill_verb(Invocation& call);
base::Result<int> list_verb(Invocation& call);
base::Result<int> peek_verb(Invocation& call);
base::Result<int> resize_verb(Invocation& call);
base::Result<int> restart_verb(Invocation& call);
base::Result<int> rm_verb(Invocation& call);
base::Result<int> run_verb(Invocation& call);
base::Result<int> send_verb(Invocation& call);
base::Result<int> stats_verb(Invocation& call);
base::Result<int> version_verb(Invocation& call);

}  // namespace pty::cli
