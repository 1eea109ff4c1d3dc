#include "pty/attach/text_watcher.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace pty::attach {
namespace {

/// Private modes whose reset moves the cursor or shows another screen.
constexpr std::array<std::uint16_t, 6> kMovingModes{3, 6, 47, 1047, 1048, 1049};

/// Sequences that change looks or modes but leave the cursor where it is.
bool keeps_place(const term::CsiSequence& sequence) {
  if (sequence.key == term::sequence_key("?l"))
    return std::ranges::find_first_of(sequence.values.begin(), sequence.values.begin() + sequence.count,
                                      kMovingModes.begin(),
                                      kMovingModes.end()) == sequence.values.begin() + sequence.count;
  return sequence.key == term::sequence_key("m") || sequence.key == term::sequence_key("h") ||
         sequence.key == term::sequence_key("l") || sequence.key == term::sequence_key(" q") ||
         sequence.key == term::sequence_key("K");
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
    if (silent) return;
    to.break_run();
    const bool next_line = c0 >= 0x0a && c0 <= 0x0c;
    if (next_line) to.moved_ = false;
  }
  void csi(const term::CsiSequence& sequence) const {
    if (!keeps_place(sequence)) to.break_run();
    if (sequence.key == term::sequence_key("K")) to.note_placed();
  }
  void escape(std::uint32_t) const { to.break_run(); }
  static void string(const term::ControlString&) {}
};

TextWatcher::TextWatcher(const WaitConditions& conditions) : conditions_(conditions) {
  for (const std::string& text : conditions.texts) longest_ = std::max(longest_, text.size());
}

/// A character that two feeds brought in parts is printed from elsewhere; its end is at the front of this
/// one.
std::size_t TextWatcher::offset_of(const char* from, const char* at) const {
  const std::less_equal<const char*> not_after;
  const bool inside = not_after(fed_.data(), at) && not_after(at, fed_.data() + fed_.size());
  if (inside && not_after(fed_.data(), from)) return static_cast<std::size_t>(at - fed_.data());
  return static_cast<std::size_t>(at - from) - std::min(carried_, static_cast<std::size_t>(at - from));
}

void TextWatcher::note(std::size_t bytes, const std::string& condition) {
  if (!found_ || bytes < found_->bytes) found_ = Found{bytes, condition};
}

void TextWatcher::append(const char* from, const char* to) {
  placed_ = placed_ || moved_;
  // Only a match that ends in the new text is new.
  const std::size_t old = run_.size();
  const std::size_t start = old - std::min(old, longest_ - 1);
  run_.append(from, to);
  for (const std::string& text : conditions_.texts) {
    const std::size_t at = run_.find(text, start);
    if (at == base::ByteBuffer::npos || at + text.size() <= old) continue;
    note(offset_of(from, from + (at + text.size() - old)), describe_text(text));
  }
  run_end_ = offset_of(from, to);
  if (run_.size() <= std::max(kMaxRun, longest_)) return;
  try_regexes();
  const std::size_t kept = conditions_.regexes.empty() ? longest_ : std::max(longest_, kMaxRun / 2);
  run_.erase(0, run_.size() - kept);
}

void TextWatcher::try_regexes() {
  for (const LineRegex& regex : conditions_.regexes)
    if (regex.found_in(run_)) return note(run_end_, describe_regex(regex));
}

void TextWatcher::break_run() {
  if (!run_.empty()) try_regexes();
  run_.clear();
  note_placed();
  placed_ = false;
  moved_ = true;
}

void TextWatcher::note_placed() {
  if (placed_ && run_end_ > 0) placed_ends_.push_back(run_end_);
}

std::optional<TextWatcher::Found> TextWatcher::feed(base::ByteView bytes) {
  carried_ = tokenizer_.is_mid_token() ? tokenizer_.fed() - tokenizer_.token_begin() : 0;
  fed_ = bytes;
  run_end_ = 0;
  placed_ends_.clear();
  Sink sink{*this};
  tokenizer_.feed(bytes, sink);
  fed_ = {};
  return std::exchange(found_, std::nullopt);
}

}  // namespace pty::attach
