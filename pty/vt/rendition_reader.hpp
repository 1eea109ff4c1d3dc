#pragma once
// SGR straight from the input, for programs that colour every character: applied without an array of
// parameters and without a branch on what its numbers are. Takes sequences with semicolons only; everything
// else goes the general way (rendition.hpp), which is the truth: tests hold this one to it.

#include "pty/term/number_window.hpp"
#include "pty/term/style.hpp"

namespace pty::vt {

/// Applies the SGR whose parameters are in the window. Returns the end of the sequence; nullptr, and the
/// style as it was, if it is for the general way, or is no SGR at all.
const char* read_rendition(term::Style& style, const term::NumberWindow& window);

}  // namespace pty::vt
