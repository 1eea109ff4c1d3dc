// Key specs: bytes or an error that names the spec, never both, and never more than a sequence.

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "pty/term/key_table.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  pty::base::ByteView spec(reinterpret_cast<const char*>(data), size);
  auto bytes = pty::term::encode_key(spec);
  if (bytes && (bytes->empty() || bytes->size() > 16)) std::abort();
  if (!bytes && bytes.error().text.find(spec) == std::string::npos) std::abort();
  return 0;
}
