#include "pty/text/display_width.hpp"

#include "pty/text/grapheme_break.hpp"
#include "pty/text/utf8.hpp"

namespace pty::text {
namespace {

struct Cluster {
  std::size_t bytes = 0;
  std::size_t cells = 0;
};

/// Pre: text is not empty.
Cluster first_cluster(base::ByteView text) {
  const char* at = text.data();
  const char* end = at + text.size();
  BreakState state = BreakState::start;
  ClusterWidth width;
  while (at < end) {
    Utf8Step step = decode_one(at, end);
    CodePointInfo info = lookup(step.code_point);
    BreakStep move = break_step(state, info.break_kind());
    if (move.boundary && state != BreakState::start) break;
    if (state == BreakState::start)
      width.start(info);
    else
      width.add(step.code_point, info);
    state = move.next;
    at += step.length;
  }
  return {static_cast<std::size_t>(at - text.data()), static_cast<std::size_t>(width.cells())};
}

}  // namespace

std::size_t display_width(base::ByteView text) {
  std::size_t cells = 0;
  while (!text.empty()) {
    Cluster cluster = first_cluster(text);
    cells += cluster.cells;
    text.remove_prefix(cluster.bytes);
  }
  return cells;
}

base::ByteView fit_width(base::ByteView text, std::size_t cells) {
  std::size_t length = 0;
  while (length < text.size()) {
    Cluster cluster = first_cluster(text.substr(length));
    if (cluster.cells > cells) break;
    cells -= cluster.cells;
    length += cluster.bytes;
  }
  return text.substr(0, length);
}

std::size_t cluster_length(base::ByteView text) {
  return text.empty() ? 0 : first_cluster(text).bytes;
}

}  // namespace pty::text
