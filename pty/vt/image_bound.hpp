#pragma once
// How long the picture of a screen may get, and what gives way when the screen of a hostile program would be
// longer (4 Mi cells, each with a link of its own, would take 10 GB).

#include <cstddef>
#include <cstdint>

#include "pty/base/bytes.hpp"

namespace pty::vt {

enum class Extent : std::uint8_t {
  viewport,  ///< the rows of the active screen
  full,      ///< history as well (the alternate screen has none)
};

/// What of each cell is drawn. `characters` takes at most about 5 bytes a cell, so that every grid fits
/// kMaxImageBytes.
enum class Detail : std::uint8_t {
  whole,
  linkless,    ///< everything but hyperlinks
  characters,  ///< without looks and marks; of a cluster only its first code point
};

/// A picture has to fit one packet of the session protocol (32 MiB), with something to spare.
inline constexpr std::size_t kMaxImageBytes = std::size_t{31} * 1024 * 1024;

/// The most of draw(Extent, Detail) that stays within `limit`: history gives way first. It may stop as soon
/// as it is beyond.
template <class Draw>
base::ByteBuffer draw_within(std::size_t limit, Extent extent, Draw&& draw) {
  if (extent == Extent::full)
    if (base::ByteBuffer image = draw(Extent::full, Detail::whole); image.size() <= limit) return image;
  for (const Detail detail : {Detail::whole, Detail::linkless})
    if (base::ByteBuffer image = draw(Extent::viewport, detail); image.size() <= limit) return image;
  return draw(Extent::viewport, Detail::characters);
}

}  // namespace pty::vt
