#pragma once
// What one `pty send` is to send, read from its arguments. Everything that can be wrong with them is found
// here, before a session is looked up or a file is opened.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pty/base/bytes.hpp"
#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/cli/argument_parser.hpp"

namespace pty::cli {

enum class PasteWish : std::uint8_t {
  no,
  always,   ///< marked, whatever the program asked for (decision record 0004)
  if_asked  ///< marked if the program asked for pastes to be marked
};

struct SendPlan {
  std::vector<base::ByteBuffer> items;  ///< empty when `input` is given
  std::optional<std::string> input;     ///< a path, or "-" for standard input
  PasteWish paste = PasteWish::no;
  bool submit = false;
  base::Milliseconds delay{0};  ///< between items
};

/// Fails: invalid.
base::Result<SendPlan> plan_send(const Arguments& arguments);

}  // namespace pty::cli
