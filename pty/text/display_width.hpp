#pragma once
// How many cells a piece of text takes, and cutting text to cells, counted by grapheme cluster. For labels
// and status lines; the terminal counts for itself.

#include <cstddef>

#include "pty/base/bytes.hpp"

namespace pty::text {

/// Cells of the text on one line; control characters count nothing, ill-formed parts one each.
std::size_t display_width(base::ByteView text);
/// The longest prefix of whole clusters that fits into `cells`.
base::ByteView fit_width(base::ByteView text, std::size_t cells);
/// The end (byte offset) of the first grapheme cluster of non-empty text.
std::size_t cluster_length(base::ByteView text);

}  // namespace pty::text
