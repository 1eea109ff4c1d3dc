#pragma once
// vttest running in a session of a sandbox, with a client of the size it expects. It waits for keys only
// behind "Push <RETURN>" and a menu's prompt, so both mean that a screen is complete.

#include <string>
#include <string_view>

#include "sandbox.hpp"

namespace pty::scenario {

enum class Stop {
  page,   ///< "Push <RETURN>"
  menu,   ///< "Enter choice number (0 - n): "
  never,  ///< it did not come to a stop in time
};

class VttestProgram {
 public:
  VttestProgram();

  Stop type(std::string_view keys);
  /// The screen as goldens have it: each row that has anything, then its looks, then the cursor.
  [[nodiscard]] std::string picture() const;
  [[nodiscard]] std::string client_text() const { return client_.text(); }
  [[nodiscard]] std::string session_text() { return box_.peek("v"); }

 private:
  Stop wait_for_stop(std::size_t from);

  Sandbox box_;
  OuterTerminal client_;
};

}  // namespace pty::scenario
