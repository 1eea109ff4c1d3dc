#include "pty/os/heap.hpp"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace pty::os {

void keep_one_heap() {
#if defined(__GLIBC__)
  ::mallopt(M_ARENA_MAX, 1);
#endif
}

void trim_heap() {
#if defined(__GLIBC__)
  ::malloc_trim(0);
#endif
}

}  // namespace pty::os
