#include "pty/attach/text_watcher.hpp"

#include <algorithm>

namespace pty::attach {
namespace {

/// Sequences that change looks or modes but leave the cursor where it is.
bool keeps_place(const term::CsiSequence& sequence) {
  return sequence.key == term::sequence_key("m") || sequence.key == term::sequence_key("h") ||
         sequence.key == term::sequence_key("l") || sequence.key == term::sequence_key("?l") ||
         sequence.key == term::sequence_key(" q") || sequence.key == term::sequence_key("K");
}

}  // namespace

struct TextWatcher::Sink {
  TextWatcher& to;

  const char* print(const char* p, const char* end) const {
    const char* const stop = std::find_if(p, end, [](char c) {
      const auto byte = static_cast<std::uint8_t>(c);
      return byte < 0x20 || byte == 0x7f;
    });
    to.append(p, stop);
    return stop;
  }
  static void print_invalid() {}
  void control(std::uint8_t c0) const {
    const bool silent = c0 == 0x07 || c0 == 0x0e || c0 == 0x0f || c0 == 0;
    if (!silent) to.break_run();
  }
  void csi(const term::CsiSequence& sequence) const {
    if (!keeps_place(sequence)) to.break_run();
  }
  void escape(std::uint32_t) const { to.break_run(); }
  static void string(const term::ControlString&) {}
};

TextWatcher::TextWatcher(const std::vector<std::string>& patterns) : patterns_(patterns) {
  for (const std::string& pattern : patterns_) longest_ = std::max(longest_, pattern.size());
}

void TextWatcher::append(const char* from, const char* to) {
  // Only a match that ends in the new text is new.
  const std::size_t old = run_.size();
  const std::size_t start = old - std::min(old, longest_ - 1);
  run_.append(from, to);
  for (const std::string& pattern : patterns_) {
    const std::size_t at = run_.find(pattern, start);
    if (at == base::ByteBuffer::npos || at + pattern.size() <= old) continue;
    const char* const end = from + (at + pattern.size() - old);
    if (found_ == nullptr || end < found_) found_ = end;
  }
  if (run_.size() > std::max(kMaxRun, longest_)) run_.erase(0, run_.size() - longest_);
}

std::optional<std::size_t> TextWatcher::feed(base::ByteView bytes) {
  found_ = nullptr;
  Sink sink{*this};
  tokenizer_.feed(bytes, sink);
  if (found_ == nullptr) return std::nullopt;
  return static_cast<std::size_t>(found_ - bytes.data());
}

}  // namespace pty::attach
