#include "pty/attach/attach_banner.hpp"

#include <fmt/format.h>

#include "pty/text/untrusted.hpp"

namespace pty::attach {

base::ByteBuffer attach_banner(std::string_view name, const DetachKey& key) {
  const std::string leave = key.key ? key.name() + " detaches" : "no key detaches";
  return fmt::format("[attached to {}; {}]\r\n", text::escape_controls(name), leave);
}

}  // namespace pty::attach
