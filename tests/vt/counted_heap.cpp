#include "tests/vt/counted_heap.hpp"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> held{0};

void* take(std::size_t size) {
  void* const block = std::malloc(size == 0 ? 1 : size);
  if (block == nullptr) throw std::bad_alloc();
  held += malloc_usable_size(block);
  return block;
}

void give_back(void* block) {
  if (block == nullptr) return;
  held -= malloc_usable_size(block);
  std::free(block);
}

}  // namespace

void* operator new(std::size_t size) {
  return take(size);
}
void* operator new[](std::size_t size) {
  return take(size);
}
void operator delete(void* block) noexcept {
  give_back(block);
}
void operator delete[](void* block) noexcept {
  give_back(block);
}
void operator delete(void* block, std::size_t /*size*/) noexcept {
  give_back(block);
}
void operator delete[](void* block, std::size_t /*size*/) noexcept {
  give_back(block);
}

namespace pty::vt_test {

std::size_t heap_bytes() {
  return held;
}

}  // namespace pty::vt_test
