#include "pty/vt/relay_queue.hpp"

#include <algorithm>
#include <utility>

#include "pty/text/utf8.hpp"
#include "pty/vt/osc_number.hpp"

namespace pty::vt {

void RelayQueue::begin(base::ByteView input, std::uint64_t offset, RelaySink* sink) {
  input_ = input;
  input_offset_ = offset;
  sink_ = sink;
}

void RelayQueue::end(const term::Tokenizer& tokenizer) {
  const std::uint64_t fed = input_offset_ + input_.size();
  if (!tokenizer.is_mid_token()) {
    emit_up_to(fed, Audience::everyone);
    streaming_ = false;
  } else {
    const std::uint64_t begin = tokenizer.token_begin();
    if (!is_streaming(begin)) emit_up_to(begin, Audience::everyone);
    if (!is_streaming(begin) && fed - begin > kMaxHeldBytes) start_streaming(tokenizer);
    // An ESC that may end the string stays back: it may begin a query as well.
    if (is_streaming(begin)) emit_up_to(tokenizer.may_be_ending() ? fed - 1 : fed, streaming_audience_);
    hold_rest();
  }
  input_ = {};
  input_offset_ = fed;
  sink_ = nullptr;
}

void RelayQueue::start_streaming(const term::Tokenizer& tokenizer) {
  streaming_ = true;
  streaming_tail_ = false;
  streaming_token_ = tokenizer.token_begin();
  const bool clipboard = tokenizer.in_string() && tokenizer.string_kind() == term::StringKind::osc &&
                         parse_osc_number(tokenizer.string_payload()).number == kOscClipboard;
  streaming_audience_ = clipboard ? Audience::writable : Audience::everyone;
}

/// Appends what this write leaves over to held_. Bytes of held_ below done_ are gone already.
void RelayQueue::hold_rest() {
  const std::uint64_t from = std::max(done_, input_offset_);
  held_.append(input_.substr(static_cast<std::size_t>(from - input_offset_)));
}

void RelayQueue::token_ended(const term::Tokenizer& tokenizer) {
  if (!is_streaming(tokenizer.token_begin())) return;
  emit_up_to(tokenizer.token_end(), streaming_audience_);
  streaming_ = false;
}

void RelayQueue::take_out_control(const term::Tokenizer& tokenizer, std::uint8_t c0) {
  const std::uint64_t at = tokenizer.token_end() - 1;
  if (at - tokenizer.token_begin() >= kMaxHeldBytes) return;
  emit_up_to(tokenizer.token_begin(), Audience::everyone);
  close_string(tokenizer);
  const char byte = static_cast<char>(c0);
  if (c0 != term::kEnquiry) emit({&byte, 1}, Audience::everyone);
  taken_out_.push_back(at);
}

/// For the receiver, the string that the current sequence's ESC has ended.
void RelayQueue::close_string(const term::Tokenizer& tokenizer) {
  if (tokenizer.unclosed() == term::Unclosed::string) emit("\x1b\\", Audience::everyone);
}

void RelayQueue::swallow(const term::Tokenizer& tokenizer, base::ByteView replacement) {
  const std::uint64_t begin = tokenizer.token_begin();
  const std::uint64_t end = tokenizer.token_end();
  if (end - begin > kMaxHeldBytes || done_ > begin) return;
  emit_up_to(begin, Audience::everyone);
  // What the swallowed ESC (or ENQ) would have closed for the receiver.
  if (tokenizer.unclosed() == term::Unclosed::nothing && ends_in_scalar()) emit("\x18", Audience::everyone);
  if (tokenizer.unclosed() == term::Unclosed::sequence) emit("\x18", Audience::everyone);
  close_string(tokenizer);
  advance(end);
  emit(replacement, Audience::everyone);
}

void RelayQueue::restrict_to_writable(const term::Tokenizer& tokenizer) {
  emit_up_to(tokenizer.token_begin(), Audience::everyone);
  emit_up_to(tokenizer.token_end(), Audience::writable);
}

void RelayQueue::append(const term::Tokenizer& tokenizer, base::ByteView extra) {
  emit_up_to(tokenizer.token_end(), Audience::everyone);
  emit(extra, Audience::everyone);
}

void RelayQueue::left_alternate(const term::Tokenizer& tokenizer) {
  emit_up_to(tokenizer.token_end(), Audience::everyone);
  if (sink_ != nullptr) sink_->left_alternate();
}

void RelayQueue::flush(const term::Tokenizer& tokenizer, RelaySink& sink) {
  sink_ = &sink;
  if (!held_.empty() && !streaming_ && tokenizer.is_mid_token()) start_streaming(tokenizer);
  emit_up_to(input_offset_, streaming_ ? streaming_audience_ : Audience::everyone);
  sink_ = nullptr;
}

void RelayQueue::emit_up_to(std::uint64_t offset, Audience audience) {
  const std::vector<std::uint64_t> gaps = taken_out_.empty() ? taken_out_ : std::exchange(taken_out_, {});
  for (const std::uint64_t at : gaps) {
    if (at >= offset) {
      taken_out_.push_back(at);
      continue;
    }
    emit_stretch(at, audience);
    advance(at + 1);
  }
  emit_stretch(offset, audience);
}

/// Emits [done_, offset).
void RelayQueue::emit_stretch(std::uint64_t offset, Audience audience) {
  if (offset <= done_) return;
  if (done_ < input_offset_) {
    const std::uint64_t to = std::min(offset, input_offset_);
    emit(base::ByteView(held_).substr(0, static_cast<std::size_t>(to - done_)), audience);
  }
  if (offset > input_offset_) {
    const std::uint64_t from = std::max(done_, input_offset_);
    emit(input_.substr(static_cast<std::size_t>(from - input_offset_),
                       static_cast<std::size_t>(offset - from)),
         audience);
  }
  advance(offset);
}

/// Everything below `offset` is dealt with.
void RelayQueue::advance(std::uint64_t offset) {
  if (!held_.empty()) {
    const std::uint64_t gone = std::min<std::uint64_t>(offset - done_, held_.size());
    held_.erase(0, static_cast<std::size_t>(gone));
  }
  done_ = offset;
  if (!taken_out_.empty()) std::erase_if(taken_out_, [&](std::uint64_t at) { return at < offset; });
}

void RelayQueue::emit(base::ByteView bytes, Audience audience) {
  if (bytes.empty()) return;
  const base::ByteView last = bytes.substr(bytes.size() - std::min(bytes.size(), kTailBytes));
  tail_.append(last);
  tail_.erase(0, tail_.size() - std::min(tail_.size(), kTailBytes));
  if (sink_ == nullptr) return;
  sink_->relay({bytes, audience, streaming_ && streaming_tail_});
  if (streaming_) streaming_tail_ = true;
}

/// True if the relayed bytes end in the beginning of a UTF-8 scalar, which what comes next must not complete.
bool RelayQueue::ends_in_scalar() const {
  const char* const end = tail_.data() + tail_.size();
  for (const char* p = tail_.data(); p < end; ++p)
    if (text::decode_one(p, end).outcome == text::Utf8Outcome::incomplete) return true;
  return false;
}

}  // namespace pty::vt
