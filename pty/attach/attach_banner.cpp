#include "pty/attach/attach_banner.hpp"

#include <fmt/format.h>

#include "pty/text/untrusted.hpp"

namespace pty::attach {

base::ByteBuffer attach_banner(std::string_view name, const DetachKey& key, std::uint16_t rows) {
  const std::string leave = key.key ? key.name() + " detaches" : "no key detaches";
  base::ByteBuffer out = fmt::format("[attached to {}; {}]\r\n", text::escape_controls(name), leave);
  // From wherever the cursor is now, so many line feeds scroll exactly what is above it off the screen.
  if (rows > 1) out.append(rows - 1U, '\n');
  return out;
}

}  // namespace pty::attach
