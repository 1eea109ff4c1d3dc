#include "pty/vt/history_widths.hpp"

#include <algorithm>

#include "pty/vt/history_layout.hpp"

namespace pty::vt {

void HistoryWidths::add(std::uint64_t end, std::uint16_t width) {
  std::erase_if(shown_, [width](const Shown& one) { return one.width == width; });
  if (shown_.size() == kMaxWidths) shown_.erase(shown_.begin());
  shown_.push_back({end, width});
}

void HistoryWidths::drop_from(std::uint64_t number) {
  for (Shown& one : shown_) one.end = std::min(one.end, number);
}

std::uint32_t HistoryWidths::tail_room(std::uint64_t number, base::ByteView line) const {
  std::uint32_t room = kAllRoom;
  if (shown_.empty() || !read_head(line).has_tail) return room;
  for (const Shown& one : shown_)
    if (number < one.end) room = std::min(room, one.width - end_column(line, one.width));
  return room;
}

}  // namespace pty::vt
