#include "pty/term/paste.hpp"

#include <algorithm>

namespace pty::term {

/// Whether the last bytes are the beginning of a marker. It has one ESC, so only the last one can begin it.
bool PasteEndFilter::may_be_beginning() const {
  const std::size_t escape = held_.rfind('\x1b');
  return escape != base::ByteBuffer::npos && kPasteEnd.starts_with(base::ByteView(held_).substr(escape));
}

bool PasteEndFilter::feed(base::ByteView bytes, base::ByteBuffer& out) {
  while (!bytes.empty()) {
    if (held_.empty()) {
      const base::ByteView plain = bytes.substr(0, bytes.find('\x1b'));
      out.append(plain);
      bytes.remove_prefix(plain.size());
      if (bytes.empty()) break;
    }
    held_.push_back(bytes.front());
    bytes.remove_prefix(1);
    if (held_.ends_with(kPasteEnd)) {
      held_.resize(held_.size() - kPasteEnd.size());
    } else if (!may_be_beginning()) {  // then nothing before it is part of one, either
      out.append(held_);
      held_.clear();
    }
    if (held_.size() > kMaxHeldBack) return false;
  }
  return true;
}

void PasteEndFilter::finish(base::ByteBuffer& out) {
  out.append(held_);
  held_.clear();
}

std::vector<base::ByteBuffer> without_paste_end(std::span<const base::ByteBuffer> items) {
  base::ByteBuffer kept;
  std::vector<std::size_t> ends;
  for (const base::ByteBuffer& item : items) {
    for (const char byte : item) {
      kept.push_back(byte);
      if (kept.ends_with(kPasteEnd)) {
        // What remains may end in the start of another marker: removal goes on until none is left.
        kept.resize(kept.size() - kPasteEnd.size());
        for (std::size_t& end : ends) end = std::min(end, kept.size());
      }
    }
    ends.push_back(kept.size());
  }
  std::vector<base::ByteBuffer> parts;
  std::size_t start = 0;
  for (const std::size_t end : ends) {
    parts.push_back(kept.substr(start, end - start));
    start = end;
  }
  return parts;
}

}  // namespace pty::term
