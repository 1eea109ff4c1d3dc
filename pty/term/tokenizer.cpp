#include "pty/term/tokenizer.hpp"

namespace pty::term {

void Tokenizer::begin_control(std::uint64_t at) {
  token_begin_ = at;
  token_end_ = at + 1;
  unclosed_ = Unclosed::nothing;
}

void Tokenizer::begin_string(StringKind kind) {
  state_ = State::string;
  string_kind_ = kind;
  string_truncated_ = false;
  string_.clear();
}

void Tokenizer::collect_intermediate(char c) {
  if (intermediate_count_ < 2) intermediates_[intermediate_count_] = c;
  if (intermediate_count_ < 3) ++intermediate_count_;
}

void Tokenizer::csi_digit(std::uint8_t c) {
  if (csi_overflow_) return;
  if (csi_.count == 0) csi_.count = 1;
  const std::uint32_t index = csi_.count - 1U;
  const std::uint32_t value = csi_.values[index] * 10U + (c - std::uint32_t{'0'});
  csi_.values[index] = static_cast<std::uint16_t>(std::min(value, kMaxCsiValue));
  csi_.present |= 1U << index;
}

void Tokenizer::csi_separator(std::uint8_t c) {
  if (csi_.count == 0) csi_.count = 1;
  if (csi_.count == kMaxCsiParams) {
    csi_overflow_ = true;
    return;
  }
  csi_.values[csi_.count] = 0;
  if (c == ':') csi_.sub |= 1U << csi_.count;
  ++csi_.count;
}

std::size_t Tokenizer::string_cap() const {
  const bool clipboard = string_kind_ == StringKind::osc && string_.starts_with("52;");
  return clipboard ? kMaxClipboardBytes : kMaxStringBytes;
}

/// The cap depends on the first bytes of the payload, so these go in first.
void Tokenizer::append_string(const char* p, std::size_t size) {
  if (string_truncated_) return;
  constexpr std::size_t kProbe = 3;  // "52;"
  while (string_.size() < kProbe && size > 0) {
    string_.push_back(*p++);
    --size;
  }
  const std::size_t room = string_cap() - string_.size();
  if (size > room) string_truncated_ = true;
  string_.append(p, std::min(size, room));
}

}  // namespace pty::term
