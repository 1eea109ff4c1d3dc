#pragma once
// Pipes, and anonymous files in memory: the two ways to hand bytes to another process of ours without naming
// anything in the file system or the environment.

#include "pty/base/bytes.hpp"
#include "pty/base/error.hpp"
#include "pty/os/fd.hpp"

namespace pty::os {

struct Pipe {
  Fd read_end;
  Fd write_end;
};

/// Both ends close-on-exec. `mode` applies to both.
base::Result<Pipe> create_pipe(Blocking mode = Blocking::yes);

/// A connected pair of stream sockets, close-on-exec: for tests and for talking to a helper process.
base::Result<std::pair<Fd, Fd>> create_socket_pair(Blocking mode = Blocking::no);

/// An anonymous, readable file that holds `content`, positioned at its start, sealed against change where the
/// system can. Read it with read_to_end.
base::Result<Fd> create_memory_file(base::ByteView content);

}  // namespace pty::os
