#pragma once
// Bracketed paste (mode 2004): the markers around pasted text, and what must not be inside. Text that holds
// an end marker would end the paste early, and its rest would be keys. Source: xterm ctlseqs "Bracketed Paste
// Mode".

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "pty/base/bytes.hpp"

namespace pty::term {

inline constexpr std::string_view kPasteStart = "\x1b[200~";
inline constexpr std::string_view kPasteEnd = "\x1b[201~";

/// Removes end markers from a stream, however it is cut, and those that a removal makes.
class PasteEndFilter {
 public:
  /// What nested beginnings of markers may hold back; only a stream made of them reaches it.
  static constexpr std::size_t kMaxHeldBack = std::size_t{1} << 20;

  /// Appends what can be let through to `out`. Returns false when more than kMaxHeldBack is held back.
  bool feed(base::ByteView bytes, base::ByteBuffer& out);
  /// The end of the stream: appends what was held back.
  void finish(base::ByteBuffer& out);

 private:
  [[nodiscard]] bool may_be_beginning() const;

  base::ByteBuffer held_;
};

/// The items without end markers, not even ones that removal or joining the items would make.
std::vector<base::ByteBuffer> without_paste_end(std::span<const base::ByteBuffer> items);

}  // namespace pty::term
