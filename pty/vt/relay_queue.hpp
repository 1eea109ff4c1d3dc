#pragma once
// Bookkeeping behind RelaySink: decides, in stream offsets, what has been relayed, what is held and what is
// swallowed. Handlers call swallow()/replace()/restrict() during dispatch; the terminal brackets each write
// with begin() and end().

#include <cstdint>

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

  /// The current token is not relayed (`replacement` is, if any). Control characters inside a CSI stay.
  void swallow(const term::Tokenizer& tokenizer, base::ByteView replacement = {});
  /// The current token goes to writable clients only.
  void restrict_to_writable(const term::Tokenizer& tokenizer);
  /// Relays the current token, then `extra`.
  void append(const term::Tokenizer& tokenizer, base::ByteView extra);
  /// Relays the current token, then reports that the alternate screen was left.
  void left_alternate(const term::Tokenizer& tokenizer);

  void flush(RelaySink& sink);
  [[nodiscard]] bool is_streaming_string() const { return streaming_; }

 private:
  void emit_up_to(std::uint64_t offset, Audience audience);
  void emit(base::ByteView bytes, Audience audience);
  void emit_kept_controls(std::uint64_t from, std::uint64_t to);
  [[nodiscard]] base::ByteView slice(std::uint64_t from, std::uint64_t to) const;

  RelaySink* sink_ = nullptr;
  base::ByteView input_;
  std::uint64_t input_offset_ = 0;
  std::uint64_t done_ = 0;  ///< stream offset up to which bytes are relayed or swallowed
  base::ByteBuffer held_;   ///< bytes [done_, input_offset_)
  bool streaming_ = false;  ///< the token at token_begin is relayed as it comes
  Audience streaming_audience_ = Audience::everyone;
  std::uint64_t streaming_token_ = 0;
};

}  // namespace pty::vt
