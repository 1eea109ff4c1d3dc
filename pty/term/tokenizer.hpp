#pragma once
// Cuts a terminal's byte stream into text, controls, escape sequences and strings. The one tokenizer of the
// project: whatever the emulator, the query filter and the clients think a sequence is, they think alike.
// - Split-invariant: feeding a stream in any pieces gives the same calls (text may be cut differently).
// - 8-bit C1 bytes are not introducers. C0 inside CSI and ESC executes at once; CAN and SUB abort.
// - Text goes to the sink straight from the input; an incomplete UTF-8 scalar at the end is carried over.
// - Memory is bounded: strings stop collecting at their cap, over-long CSI sequences are ignored.
//
// A Sink provides:
//   const char* print(const char* p, const char* end);
//        consumes printable bytes (>= 0x20, not 0x7f); stops at the first control byte or at an incomplete
//        UTF-8 scalar that reaches `end`, and returns where it stopped
//   void print_invalid();                     one ill-formed scalar that ended early (U+FFFD)
//   void control(std::uint8_t c0);            C0 but ESC, CAN, SUB; DEL is dropped
//   void csi(const CsiSequence&);
//   const char* rendition(const NumberWindow&);
//        optional: does what csi() would for an SGR that is whole in the window and returns its end; or does
//        nothing and returns nullptr. There are no token offsets for it
//   void escape(std::uint32_t key);           intermediates and final as sequence_key
//   void string(const ControlString&);
//   void ignored();
//        optional: an over-long or malformed sequence, of which the sink heard nothing, has ended
// During csi/escape/string/ignored (and control(ENQ) outside of sequences, the one control that asks),
// token_begin() and token_end() are stream offsets of the sequence; during a control inside a sequence
// token_end() is the end of that control.

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "pty/base/bytes.hpp"
#include "pty/term/control_sequence.hpp"

namespace pty::term {

/// How a sequence that was left unfinished by the ESC which began the current token would have to be closed
/// by somebody who does not pass that token on.
enum class Unclosed : std::uint8_t { nothing, sequence, string };

class Tokenizer {
 public:
  template <class Sink>
  void feed(base::ByteView bytes, Sink& sink);

  /// Stream offset of the next byte to be fed (inside a call: of the first byte of the current feed).
  [[nodiscard]] std::uint64_t fed() const { return fed_; }
  [[nodiscard]] std::uint64_t token_begin() const { return token_begin_; }
  [[nodiscard]] std::uint64_t token_end() const { return token_end_; }
  [[nodiscard]] Unclosed unclosed() const { return unclosed_; }
  /// Between feeds: true if a sequence, string or scalar has begun at token_begin() and is not complete.
  [[nodiscard]] bool is_mid_token() const { return state_ != State::ground; }
  /// True if the last byte was an ESC inside a string: its end, or the beginning of something else.
  [[nodiscard]] bool may_be_ending() const { return state_ == State::string_escape; }
  [[nodiscard]] bool in_string() const { return state_ == State::string || state_ == State::string_escape; }
  [[nodiscard]] StringKind string_kind() const { return string_kind_; }
  /// The collected payload of the unfinished string.
  [[nodiscard]] base::ByteView string_payload() const { return string_; }
  [[nodiscard]] std::size_t memory_bytes() const { return string_.capacity(); }
  void reset() { *this = Tokenizer{}; }

 private:
  enum class State : std::uint8_t {
    ground,
    utf8,  ///< carry_ holds the beginning of a scalar
    escape,
    escape_intermediate,
    csi_param,
    csi_intermediate,
    csi_ignore,
    string,
    string_escape,  ///< ESC seen inside a string
  };

  template <class Sink>
  const char* ground(const char* p, const char* end, Sink& sink);
  template <class Sink>
  const char* continue_utf8(const char* p, const char* end, Sink& sink);
  template <class Sink>
  const char* rendition_fast(const char* p, const char* end, Sink& sink);
  template <class Sink>
  const char* csi_fast(const char* p, const char* end, Sink& sink);
  template <class Sink>
  const char* osc_fast(const char* p, const char* end, Sink& sink);
  template <class Sink>
  const char* step(const char* p, const char* end, Sink& sink);
  template <class Sink>
  const char* step_ignored(const char* p, Sink& sink);
  template <class Sink>
  void step_escape(std::uint8_t c, Sink& sink);
  template <class Sink>
  void step_csi(std::uint8_t c, Sink& sink);
  template <class Sink>
  const char* step_string(const char* p, const char* end, Sink& sink);
  template <class Sink>
  const char* step_string_escape(const char* p, Sink& sink);
  template <class Sink>
  void finish_csi(char final_byte, Sink& sink);
  template <class Sink>
  void finish_string(StringEnd end, Sink& sink);

  [[nodiscard]] std::uint64_t offset(const char* p) const {
    return fed_ + static_cast<std::uint64_t>(p - begin_);
  }
  void begin_sequence(std::uint64_t at, Unclosed before);
  void begin_control(std::uint64_t at);
  void begin_csi();
  void begin_string(StringKind kind);
  void collect_intermediate(char c);
  void csi_digit(std::uint8_t c);
  void csi_separator(std::uint8_t c);
  void append_string(const char* p, std::size_t size);
  [[nodiscard]] std::size_t string_cap() const;

  State state_ = State::ground;
  Unclosed unclosed_ = Unclosed::nothing;
  StringKind string_kind_ = StringKind::osc;
  bool string_truncated_ = false;
  std::uint8_t intermediate_count_ = 0;
  std::uint8_t carry_size_ = 0;
  std::uint8_t carry_need_ = 0;
  char carry_[4] = {};
  char prefix_ = 0;
  char intermediates_[2] = {};
  bool csi_overflow_ = false;  ///< more than kMaxCsiParams parameters: drop the rest
  CsiSequence csi_;
  const char* begin_ = nullptr;  ///< of the current feed
  std::uint64_t fed_ = 0;
  std::uint64_t token_begin_ = 0;
  std::uint64_t token_end_ = 0;
  base::ByteBuffer string_;
};

}  // namespace pty::term

#include "pty/term/tokenizer_feed.hpp"
