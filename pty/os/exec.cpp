#include "pty/os/exec.hpp"

#include <unistd.h>

#include <cerrno>

#include "pty/os/exec_plan.hpp"

namespace pty::os {

base::Error exec_in_place(const ProgramStart& start) {
  if (!start.working_directory.empty() && ::chdir(start.working_directory.c_str()) != 0) {
    return base::fail_errno("cannot enter " + start.working_directory, errno).error();
  }
  ExecPlan plan(start);
  return base::fail_errno("cannot run " + start.program, plan.run()).error();
}

}  // namespace pty::os
