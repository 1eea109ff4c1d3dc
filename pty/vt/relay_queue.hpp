#pragma once
// Bookkeeping behind RelaySink: decides, in stream offsets, what has been relayed, what is held and what is
// swallowed. Handlers call swallow(), restrict_to_writable() or append() while their sequence is the
// tokenizer's current one; the terminal brackets each write with begin() and end(). Without a sink the
// bookkeeping goes on and the bytes are dropped.

#include <cstdint>
#include <vector>

#include "pty/base/bytes.hpp"
#include "pty/term/tokenizer.hpp"
#include "pty/vt/relay.hpp"

namespace pty::vt {

class RelayQueue {
 public:
  /// Starts a write: `input` begins at stream offset `offset`.
  void begin(base::ByteView input, std::uint64_t offset, RelaySink* sink);
  /// Ends it: relays up to the last token boundary, holds the rest.
  void end(const term::Tokenizer& tokenizer);

  /// A control inside the current, unfinished sequence is executed now: it is relayed now as well, ahead of
  /// the sequence. Otherwise somebody who joined in between would have it executed once more. Beyond
  /// kMaxHeldBytes it stays where it is.
  void take_out_control(const term::Tokenizer& tokenizer, std::uint8_t c0);
  /// The current sequence is not relayed (`replacement` is, if any). Sequences longer than kMaxHeldBytes
  /// cannot be swallowed: part of them may have been relayed.
  void swallow(const term::Tokenizer& tokenizer, base::ByteView replacement = {});
  /// The current sequence goes to writable clients only.
  void restrict_to_writable(const term::Tokenizer& tokenizer);
  /// Relays the current sequence, then `extra`.
  void append(const term::Tokenizer& tokenizer, base::ByteView extra);
  /// Relays the current sequence, then reports that the alternate screen was left.
  void left_alternate(const term::Tokenizer& tokenizer);
  /// Called for every control string before its handler, and for sequences that are too long to have one.
  void token_ended(const term::Tokenizer& tokenizer);

  /// Relays what is held. For the end of the stream.
  void flush(const term::Tokenizer& tokenizer, RelaySink& sink);
  [[nodiscard]] std::size_t memory_bytes() const {
    return held_.capacity() + taken_out_.capacity() * sizeof(std::uint64_t);
  }
  /// True if the token that begins at this offset is being relayed as it comes.
  [[nodiscard]] bool is_streaming(std::uint64_t token_begin) const {
    return streaming_ && streaming_token_ == token_begin;
  }

 private:
  static constexpr std::size_t kTailBytes = 3;

  void emit_up_to(std::uint64_t offset, Audience audience);
  void emit_stretch(std::uint64_t offset, Audience audience);
  void emit(base::ByteView bytes, Audience audience);
  void close_string(const term::Tokenizer& tokenizer);
  void advance(std::uint64_t offset);
  void start_streaming(const term::Tokenizer& tokenizer);
  void hold_rest();
  [[nodiscard]] bool ends_in_scalar() const;

  RelaySink* sink_ = nullptr;
  base::ByteView input_;
  std::uint64_t input_offset_ = 0;
  std::uint64_t done_ = 0;                ///< stream offset up to which bytes are relayed or swallowed
  base::ByteBuffer held_;                 ///< bytes [done_, input_offset_)
  base::ByteBuffer tail_;                 ///< the last bytes relayed, at most kTailBytes
  std::vector<std::uint64_t> taken_out_;  ///< offsets of controls relayed already, at most kMaxHeldBytes
  bool streaming_ = false;
  bool streaming_tail_ = false;  ///< the first piece of the streamed token is out
  Audience streaming_audience_ = Audience::everyone;
  std::uint64_t streaming_token_ = 0;
};

}  // namespace pty::vt
