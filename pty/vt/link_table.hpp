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

/// Separates id and URI of a link in one string; neither contains it.
inline constexpr char kLinkSeparator = '\0';

/// Lifetime: until the next call that changes where it comes from.
struct Link {
  std::string_view uri;
  std::string_view id;  ///< the id= parameter; empty when none was given

  friend bool operator==(const Link&, const Link&) = default;
};

/// The two parts of "id, separator, URI".
[[nodiscard]] constexpr Link split_link(std::string_view packed) {
  const std::size_t separator = packed.find(kLinkSeparator);
  return {packed.substr(separator + 1), packed.substr(0, separator)};
}

class LinkTable {
 public:
  /// The id of a link, adding it if it is new; 0 when the table is full, the URI is empty or too long.
  [[nodiscard]] LinkId intern(std::string_view uri, std::string_view id);
  [[nodiscard]] Link at(LinkId id) const { return split(entries_[id - 1U]); }
  /// The link as one string, id first.
  [[nodiscard]] std::string_view packed(LinkId id) const;
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] bool wants_collection() const {
    return entries_.size() + refused_ >= collect_at_ || bytes_ >= collect_at_bytes_;
  }
  /// Keeps the ids with used[id] true; returns the new id of each old one. Index 0 is unused.
  [[nodiscard]] std::vector<LinkId> rebuild(const std::vector<bool>& used);
  [[nodiscard]] std::size_t memory_bytes() const;

  /// Where the history put the link last. Only a hint: who follows it looks whether the link is there.
  [[nodiscard]] std::uint32_t history_index(LinkId id) const { return entries_[id - 1U].history_index; }
  void note_history_index(LinkId id, std::uint32_t index) { entries_[id - 1U].history_index = index; }

  /// What a link takes besides its text.
  static constexpr std::size_t kEntryBytes = 16;

 private:
  struct Entry {
    std::uint32_t begin = 0;  ///< in text_
    std::uint32_t hash = 0;
    std::uint32_t history_index = 0;
    std::uint16_t uri_size = 0;
    std::uint8_t id_size = 0;
  };
  static_assert(sizeof(Entry) == kEntryBytes);

  [[nodiscard]] Link split(const Entry& entry) const;
  [[nodiscard]] std::size_t slot_of(std::uint32_t hash, std::string_view uri, std::string_view id) const;
  void index_all(std::size_t slots);

  std::vector<Entry> entries_;
  std::string text_;  ///< packed links, one behind the other
  std::vector<LinkId> slots_;
  std::size_t bytes_ = 0;  ///< of URIs and ids
  std::size_t collect_at_ = kLinkSlack;
  std::size_t collect_at_bytes_ = kLinkSlackBytes;
  std::size_t refused_ = 0;  ///< links that did not fit since the last rebuild
};

}  // namespace pty::vt
