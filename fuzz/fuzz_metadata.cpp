// A metadata record that parses is encoded to one that parses to the same.

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "pty/registry/metadata.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pty;
  auto parsed = registry::parse_metadata({reinterpret_cast<const char*>(data), size});
  if (!parsed) return 0;
  auto again = registry::parse_metadata(registry::encode_metadata(*parsed));
  if (!again) std::abort();
  if (registry::encode_metadata(*again) != registry::encode_metadata(*parsed)) std::abort();
  return 0;
}
