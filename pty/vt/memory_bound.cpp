#include "pty/vt/memory_bound.hpp"

#include <algorithm>

#include "pty/vt/history_line.hpp"
#include "pty/vt/terminal_state.hpp"

namespace pty::vt {
namespace {

/// Strings and vectors that grow step by step hold up to twice what is in them.
constexpr std::size_t kGrowth = 2;

constexpr std::size_t kPendingBytes =
    kGrowth * (term::kMaxClipboardBytes + kMaxPendingClipboardBytes +
               kMaxHeldBytes * (1 + sizeof(std::uint64_t)) + kMaxReplyBytes) +
    kMaxPendingEvents * kGrowth * (sizeof(Event) + 2 * kMaxEventTextBytes);
constexpr std::size_t kStringBytes =
    kGrowth * ((kMaxTitleStack + 1) * (sizeof(TitlePair) + 2 * kMaxTitleBytes) +
               kMaxOpenNotifications *
                   (sizeof(NotificationParser::Open) + kMaxNotificationIdBytes + 2 * kMaxEventTextBytes) +
               64 * 1024);  // directory, pointer shape, palette, tab stops
constexpr std::size_t kLinkBytes =
    (kMaxLinks + kLinkSlack) * (kGrowth * (LinkTable::kEntryBytes + 1) + 4 * sizeof(LinkId)) +
    kGrowth * (kMaxLinkBytes + kLinkSlackBytes + kMaxUriBytes + kMaxLinkIdBytes);

/// A record, and its share of a hash table that is a quarter to a half full.
constexpr std::size_t kStyleBytes = kGrowth * sizeof(term::Style) + 4 * sizeof(std::uint32_t);
constexpr std::size_t kClusterBytes =
    kGrowth * (kMaxClusterCodePoints * sizeof(char32_t) + 2 * sizeof(std::uint32_t)) +
    4 * sizeof(std::uint32_t);

/// The line that is still growing: each cell with a cluster, a style, and a link of its own, which its chunk
/// keeps twice (by number and by text).
constexpr std::size_t kLongestLineBytes =
    2 * std::size_t{kMaxLineCells} *
    (4 * kMaxClusterCodePoints + 64 + 2 * (2 * sizeof(std::string) + kMaxUriBytes + kMaxLinkIdBytes));

}  // namespace

std::size_t memory_bound(base::Size size, const TerminalOptions& options) {
  const std::size_t cells = std::size_t{size.rows} * size.cols;
  const std::size_t ids = kTableIdsPerCell * cells + kTableIdsAlways;
  const std::size_t screens = 2 * (cells * sizeof(Cell) + size.rows * (sizeof(RowHeader) + 8U));
  const std::size_t tables = std::min<std::size_t>(ids, Cell::kMaxStyleId) * kStyleBytes +
                             std::min(ids, kMaxClusters) * kClusterBytes;
  // Packed bytes count links once; offsets may be half empty, and one chunk is read decoded.
  constexpr std::size_t kMarkBytes = 2 * kGrowth * kMaxMarkedLines * 16;
  const std::size_t history =
      3 * options.history_bytes + 2 * kLongestLineBytes + kHistoryChunkBytes + kMarkBytes;
  return sizeof(TerminalState) + kPendingBytes + kStringBytes + kLinkBytes + screens + tables + history;
}

}  // namespace pty::vt
