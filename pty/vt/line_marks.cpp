#include "pty/vt/line_marks.hpp"

#include <algorithm>

namespace pty::vt {

std::size_t LineMarks::lower_bound(std::uint64_t line) const {
  const auto first = entries_.begin() + static_cast<std::ptrdiff_t>(first_);
  return static_cast<std::size_t>(std::ranges::lower_bound(first, entries_.end(), line, {}, &Entry::line) -
                                  entries_.begin());
}

void LineMarks::add(std::uint64_t line, const RowMarks& marks) {
  if (entries_.size() - first_ == kMaxMarkedLines) ++first_;
  if (first_ > 64 && first_ * 2 > entries_.size()) {
    entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(first_));
    first_ = 0;
  }
  entries_.push_back({line, marks});
}

RowMarks LineMarks::of(std::uint64_t line) const {
  if (first_ == entries_.size()) return {};
  const std::size_t at = lower_bound(line);
  return at < entries_.size() && entries_[at].line == line ? entries_[at].marks : RowMarks{};
}

void LineMarks::drop_before(std::uint64_t line) {
  while (first_ < entries_.size() && entries_[first_].line < line) ++first_;
}

void LineMarks::drop_from(std::uint64_t line) {
  entries_.resize(lower_bound(line));
}

void LineMarks::clear() {
  entries_ = {};
  first_ = 0;
}

}  // namespace pty::vt
