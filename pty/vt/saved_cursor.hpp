#pragma once
// The cursor, the pen and the character sets: what DECSC saves, and the live versions of it.

#include <array>
#include <cstdint>

#include "pty/term/style.hpp"
#include "pty/vt/cell.hpp"
#include "pty/vt/charset.hpp"

namespace pty::vt {

/// Designations G0-G3 and what GL and GR are shifted to (0-3).
struct Charsets {
  std::array<Charset, 4> designated{};  ///< all ASCII
  std::uint8_t gl = 0;
  std::uint8_t gr = 2;
  std::uint8_t single_shift = 0;  ///< 2 or 3 for the next character only, else 0

  [[nodiscard]] bool translates() const { return single_shift != 0 || designated[gl] != Charset::ascii; }
  friend bool operator==(const Charsets&, const Charsets&) = default;
};

/// How the next character will look.
struct Pen {
  term::Style style;
  bool is_protected = false;
  friend bool operator==(const Pen&, const Pen&) = default;
};

struct Cursor {
  std::uint16_t row = 0;
  std::uint16_t col = 0;
  bool pending_wrap = false;  ///< a character was printed in the last column; the next one wraps first
  friend bool operator==(const Cursor&, const Cursor&) = default;
};

struct SavedCursor {
  Cursor cursor;
  Pen pen;
  Charsets charsets;
  bool origin = false;
  friend bool operator==(const SavedCursor&, const SavedCursor&) = default;
};

}  // namespace pty::vt
