#pragma once
// The template half of Tokenizer (see tokenizer.hpp, which includes this). feed() keeps the common paths in
// locals: text goes to the sink at once, and a CSI sequence that is whole inside the input is parsed in one
// loop; everything else goes byte by byte through the states.

#include <bit>

#include "pty/term/number_window.hpp"
#include "pty/term/tokenizer.hpp"
#include "pty/text/utf8.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace pty::term {

inline constexpr std::uint8_t kEnquiry = 0x05;
inline constexpr std::uint8_t kBell = 0x07;
inline constexpr std::uint8_t kCancel = 0x18;
inline constexpr std::uint8_t kSubstitute = 0x1a;
inline constexpr std::uint8_t kEscape = 0x1b;
inline constexpr std::uint8_t kDelete = 0x7f;

/// The first byte that may end a control string: ESC, CAN, SUB or `other`; `end` if there is none.
inline const char* find_string_end(const char* p, const char* end, std::uint8_t other) {
#if defined(__SSE2__)
  const auto all = [](std::uint8_t c) { return _mm_set1_epi8(static_cast<char>(c)); };
  for (; end - p >= 16; p += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    const __m128i stops = _mm_or_si128(
        _mm_or_si128(_mm_cmpeq_epi8(bytes, all(kEscape)), _mm_cmpeq_epi8(bytes, all(other))),
        _mm_or_si128(_mm_cmpeq_epi8(bytes, all(kCancel)), _mm_cmpeq_epi8(bytes, all(kSubstitute))));
    const auto mask = static_cast<std::uint32_t>(_mm_movemask_epi8(stops));
    if (mask != 0) return p + std::countr_zero(mask);
  }
#endif
  while (p < end) {
    const auto c = static_cast<std::uint8_t>(*p);
    if (c == kEscape || c == kCancel || c == kSubstitute || c == other) break;
    ++p;
  }
  return p;
}

inline void Tokenizer::begin_sequence(std::uint64_t at, Unclosed before) {
  token_begin_ = at;
  unclosed_ = before;
  state_ = State::escape;
  intermediate_count_ = 0;
  intermediates_[0] = intermediates_[1] = 0;
}

inline void Tokenizer::begin_csi() {
  state_ = State::csi_param;
  prefix_ = 0;
  csi_overflow_ = false;
  csi_.count = 0;
  csi_.present = 0;
  csi_.sub = 0;
  csi_.values[0] = 0;
}

template <class Sink>
void Tokenizer::feed(base::ByteView bytes, Sink& sink) {
  const char* p = bytes.data();
  const char* const end = p + bytes.size();
  begin_ = p;
  while (p < end) {
    if (state_ == State::ground) {
      p = ground(p, end, sink);
    } else {
      p = step(p, end, sink);
    }
  }
  fed_ += bytes.size();
  begin_ = nullptr;
}

template <class Sink>
const char* Tokenizer::ground(const char* p, const char* end, Sink& sink) {
  while (p < end) {
    const auto c = static_cast<std::uint8_t>(*p);
    if (c >= 0x20 && c != kDelete) {
      p = sink.print(p, end);
      if (p < end && static_cast<std::uint8_t>(*p) >= 0x80) {  // an incomplete scalar reaches the end
        carry_size_ = 0;
        token_begin_ = offset(p);
        while (p < end) carry_[carry_size_++] = *p++;
        state_ = State::utf8;
        return p;
      }
    } else if (c == kEscape) {
      if (end - p >= 2 && p[1] == '[') {
        if (const char* const after = rendition_fast(p + 2, end, sink)) {
          p = after;
          continue;
        }
      }
      begin_sequence(offset(p), Unclosed::nothing);
      ++p;
      if (p < end && *p == '[') {
        begin_csi();
        p = csi_fast(p + 1, end, sink);
      } else if (p < end && *p == ']') {
        p = osc_fast(p + 1, end, sink);
      }
      if (state_ != State::ground) return p;
    } else {
      if (c == kEnquiry) begin_control(offset(p));
      ++p;
      if (c != kCancel && c != kSubstitute && c != kDelete) sink.control(c);
    }
  }
  return p;
}

/// An SGR handed to a sink that reads it from the input itself. nullptr if it is for csi_fast.
template <class Sink>
const char* Tokenizer::rendition_fast([[maybe_unused]] const char* p, [[maybe_unused]] const char* end,
                                      [[maybe_unused]] Sink& sink) {
  if constexpr (kHasNumberWindow && requires(const NumberWindow& window) { sink.rendition(window); }) {
    if (end - p < NumberWindow::kNeededBytes) return nullptr;
    const unsigned size = NumberWindow::find_end(p);
    if (size < 16 && p[size] != 'm') return nullptr;
    return sink.rendition(NumberWindow(p, size));
  }
  return nullptr;
}

/// Digits and separators up to the final byte with everything in locals; anything else is left to step().
template <class Sink>
const char* Tokenizer::csi_fast(const char* p, const char* end, Sink& sink) {
  if (p < end && *p >= '<' && *p <= '?') prefix_ = *p++;
  std::uint32_t value = 0;
  std::uint32_t present = 0;
  std::uint32_t sub = 0;
  std::uint32_t index = 0;
  bool any = false;
  const char* const limit = end - p > 256 ? p + 256 : end;
  for (; p < limit; ++p) {
    const auto c = static_cast<std::uint8_t>(*p);
    if (c >= '0' && c <= '9') {
      value = std::min(value * 10 + (c - '0'), kMaxCsiValue);
      present |= 1U << index;
      any = true;
    } else if (c == ';' || c == ':') {
      if (index + 1 == kMaxCsiParams) break;
      csi_.values[index] = static_cast<std::uint16_t>(value);
      value = 0;
      ++index;
      any = true;
      if (c == ':') sub |= 1U << index;
    } else {
      break;
    }
  }
  csi_.values[index] = static_cast<std::uint16_t>(value);
  csi_.present = present;
  csi_.sub = sub;
  csi_.count = static_cast<std::uint8_t>(any ? index + 1 : 0);
  if (p < end && *p >= '@' && *p <= '~') {
    token_end_ = offset(p + 1);
    state_ = State::ground;
    csi_.key = sequence_key(prefix_, 0, 0, *p);
    sink.csi(csi_);
    return p + 1;
  }
  state_ = State::csi_param;
  return p;
}

/// A command that is whole inside the input goes to the sink as it stands there; any other is collected.
template <class Sink>
const char* Tokenizer::osc_fast(const char* p, const char* end, Sink& sink) {
  const char* const stop = find_string_end(p, end, kBell);
  const auto size = static_cast<std::size_t>(stop - p);
  const bool bell = stop < end && static_cast<std::uint8_t>(*stop) == kBell;
  const bool st = end - stop >= 2 && static_cast<std::uint8_t>(*stop) == kEscape && stop[1] == '\\';
  if (size > kMaxStringBytes || (!bell && !st)) {
    begin_string(StringKind::osc);
    return p;
  }
  const char* const after = stop + (bell ? 1 : 2);
  token_end_ = offset(after);
  state_ = State::ground;
  sink.string(ControlString{StringKind::osc, bell ? StringEnd::bell : StringEnd::st, false, {p, size}});
  return after;
}

template <class Sink>
const char* Tokenizer::step(const char* p, const char* end, Sink& sink) {
  if (state_ == State::utf8) return continue_utf8(p, end, sink);
  if (state_ == State::string) return step_string(p, end, sink);
  if (state_ == State::string_escape) return step_string_escape(p, sink);
  const auto c = static_cast<std::uint8_t>(*p);
  if (state_ == State::csi_ignore && (c >= '@' || c == kEscape || c == kCancel || c == kSubstitute))
    return step_ignored(p, sink);
  if (c == kEscape) {
    begin_sequence(offset(p), Unclosed::sequence);
  } else if (c == kCancel || c == kSubstitute) {
    state_ = State::ground;
  } else if (c < 0x20) {
    token_end_ = offset(p + 1);
    sink.control(c);
  } else if (c == kDelete) {
    // ignored inside sequences
  } else if (state_ == State::escape || state_ == State::escape_intermediate) {
    if (c >= 0x80) {  // no part of a sequence: abort, and look at the byte again as text
      state_ = State::ground;
      return p;
    }
    token_end_ = offset(p + 1);
    step_escape(c, sink);
  } else {
    if (c >= 0x80) {
      state_ = State::ground;
      return p;
    }
    token_end_ = offset(p + 1);
    step_csi(c, sink);
  }
  if (state_ != State::ground && !in_string() && offset(p) - token_begin_ >= kMaxSequenceBytes)
    state_ = State::csi_ignore;
  return p + 1;
}

/// A byte that ends an ignored sequence, or stands behind it.
template <class Sink>
const char* Tokenizer::step_ignored(const char* p, Sink& sink) {
  const auto c = static_cast<std::uint8_t>(*p);
  if (c == kDelete) return p + 1;
  const bool is_its_end = c != kEscape && c < 0x80;
  const char* const after = is_its_end ? p + 1 : p;
  token_end_ = offset(after);
  state_ = State::ground;
  if constexpr (requires { sink.ignored(); }) sink.ignored();
  if (c != kEscape) return after;
  begin_sequence(offset(p), Unclosed::sequence);
  return p + 1;
}

template <class Sink>
const char* Tokenizer::continue_utf8(const char* p, const char* end, Sink& sink) {
  while (p < end) {
    carry_[carry_size_] = *p;
    const text::Utf8Step step = text::decode_one(carry_, carry_ + carry_size_ + 1);
    if (step.outcome == text::Utf8Outcome::incomplete) {
      ++carry_size_;
      ++p;
      continue;
    }
    state_ = State::ground;
    if (step.outcome == text::Utf8Outcome::complete) {
      sink.print(carry_, carry_ + carry_size_ + 1);
      return p + 1;
    }
    sink.print_invalid();
    return p;
  }
  return p;
}

template <class Sink>
void Tokenizer::step_escape(std::uint8_t c, Sink& sink) {
  if (c < 0x30) {
    collect_intermediate(static_cast<char>(c));
    state_ = State::escape_intermediate;
    return;
  }
  if (state_ == State::escape) {
    switch (c) {
      case '[':
        begin_csi();
        return;
      case ']':
        return begin_string(StringKind::osc);
      case 'P':
        return begin_string(StringKind::dcs);
      case '_':
        return begin_string(StringKind::apc);
      case '^':
        return begin_string(StringKind::pm);
      case 'X':
        return begin_string(StringKind::sos);
      default:
        break;
    }
  }
  state_ = State::ground;
  if (intermediate_count_ <= 2)
    sink.escape(sequence_key(0, intermediates_[0], intermediates_[1], static_cast<char>(c)));
}

template <class Sink>
void Tokenizer::step_csi(std::uint8_t c, Sink& sink) {
  if (c >= '@') {
    state_ = State::ground;
    if (intermediate_count_ <= 2) finish_csi(static_cast<char>(c), sink);
  } else if (state_ == State::csi_ignore) {
    return;
  } else if (c < 0x30) {
    collect_intermediate(static_cast<char>(c));
    state_ = State::csi_intermediate;
  } else if (state_ == State::csi_intermediate) {
    state_ = State::csi_ignore;
  } else if (c <= '9') {
    csi_digit(c);
  } else if (c == ';' || c == ':') {
    csi_separator(c);
  } else if (csi_.count == 0 && prefix_ == 0) {
    prefix_ = static_cast<char>(c);
  } else {
    state_ = State::csi_ignore;
  }
}

template <class Sink>
void Tokenizer::finish_csi(char final_byte, Sink& sink) {
  csi_.key = sequence_key(prefix_, intermediates_[0], intermediates_[1], final_byte);
  sink.csi(csi_);
}

template <class Sink>
const char* Tokenizer::step_string(const char* p, const char* end, Sink& sink) {
  const char* const from = p;
  p = find_string_end(p, end, string_kind_ == StringKind::osc ? kBell : kEscape);
  append_string(from, static_cast<std::size_t>(p - from));
  if (p == end) return p;
  const auto c = static_cast<std::uint8_t>(*p);
  token_end_ = offset(p + 1);
  if (c == kEscape) {
    state_ = State::string_escape;
  } else {
    finish_string(c == kBell ? StringEnd::bell : StringEnd::cancelled, sink);
  }
  return p + 1;
}

template <class Sink>
const char* Tokenizer::step_string_escape(const char* p, Sink& sink) {
  if (*p == '\\') {
    token_end_ = offset(p + 1);
    finish_string(StringEnd::st, sink);
    return p + 1;
  }
  token_end_ = offset(p) - 1;  // before that ESC, which may have come with an earlier feed
  finish_string(StringEnd::escape, sink);
  begin_sequence(token_end_, Unclosed::string);
  return p;
}

template <class Sink>
void Tokenizer::finish_string(StringEnd end, Sink& sink) {
  state_ = State::ground;
  sink.string(ControlString{string_kind_, end, string_truncated_, string_});
  string_.clear();
  if (string_.capacity() > kMaxSequenceBytes) string_.shrink_to_fit();
}

}  // namespace pty::term
