#pragma once
// Counts the bytes that this program holds by operator new, so that tests can compare what a terminal says it
// holds with what it does hold. Grids are not counted: their cells come from calloc.

#include <cstddef>

namespace pty::vt_test {

std::size_t heap_bytes();

}  // namespace pty::vt_test
