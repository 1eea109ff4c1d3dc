#pragma once
// Interned hyperlinks (OSC 8): a link is its URI and its id= parameter. Cells hold the 16-bit id; 0 = none.
// Capped at kMaxLinks live ones, kMaxUriBytes each; collected by mark and rebuild. A link that does not fit
// after a collection is dropped (the text stays).

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pty/vt/cell.hpp"

namespace pty::vt {

inline constexpr std::size_t kMaxLinks = 8192;
inline constexpr std::size_t kMaxUriBytes = 2083;
inline constexpr std::size_t kMaxLinkIdBytes = 250;

struct Link {
  std::string uri;
  std::string id;  ///< the id= parameter; empty when none was given

  friend bool operator==(const Link&, const Link&) = default;
};

class LinkTable {
 public:
  /// The id of a link, adding it if it is new; 0 when the table is full, the URI is empty or too long.
  [[nodiscard]] LinkId intern(std::string_view uri, std::string_view id);
  [[nodiscard]] const Link& at(LinkId id) const { return links_[id - 1U]; }
  [[nodiscard]] std::size_t size() const { return links_.size(); }
  [[nodiscard]] bool wants_collection() const { return links_.size() + refused_ >= collect_at_; }
  /// Keeps the ids with used[id] true; returns the new id of each old one. Index 0 is unused.
  [[nodiscard]] std::vector<LinkId> rebuild(const std::vector<bool>& used);
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  void grow_slots();
  [[nodiscard]] std::size_t slot_of(std::string_view uri, std::string_view id) const;

  std::vector<Link> links_;
  std::vector<LinkId> slots_;
  std::size_t collect_at_ = kMaxLinks / 2;
  std::size_t refused_ = 0;  ///< links that did not fit since the last rebuild
};

}  // namespace pty::vt
