#pragma once
// Interned hyperlinks (OSC 8): a link is its URI and its id= parameter. Cells hold the 16-bit id; 0 = none.
// Collected by mark and rebuild, before a new link would not fit: kMaxLinks of together kMaxLinkBytes that
// are alive (in a cell of either screen, or the pen's) are always kept. Beyond that a new link is dropped;
// its text stays.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pty/vt/cell.hpp"

namespace pty::vt {

/// What may wait for a collection: the work of one is spread over as many new links.
inline constexpr std::size_t kLinkSlack = 8192;
inline constexpr std::size_t kLinkSlackBytes = std::size_t{4} * 1024 * 1024;
inline constexpr std::size_t kMaxLinks = 0xFFFF - kLinkSlack;
inline constexpr std::size_t kMaxLinkBytes = std::size_t{16} * 1024 * 1024;
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
  [[nodiscard]] bool wants_collection() const {
    return links_.size() + refused_ >= collect_at_ || bytes_ >= collect_at_bytes_;
  }
  /// Keeps the ids with used[id] true; returns the new id of each old one. Index 0 is unused.
  [[nodiscard]] std::vector<LinkId> rebuild(const std::vector<bool>& used);
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  void grow_slots();
  [[nodiscard]] std::size_t slot_of(std::string_view uri, std::string_view id) const;

  std::vector<Link> links_;
  std::vector<LinkId> slots_;
  std::size_t bytes_ = 0;  ///< of URIs and ids
  std::size_t collect_at_ = kLinkSlack;
  std::size_t collect_at_bytes_ = kLinkSlackBytes;
  std::size_t refused_ = 0;  ///< links that did not fit since the last rebuild
};

}  // namespace pty::vt
