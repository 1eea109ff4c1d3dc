#pragma once
// The process's heap, where the C library can be told things: long-lived small processes care.

namespace pty::os {

/// One heap for all threads. Call before any thread is started.
void keep_one_heap();
/// Returns free pages to the system. Cost: milliseconds for a large heap.
void trim_heap();

}  // namespace pty::os
