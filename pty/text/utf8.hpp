#pragma once
// UTF-8 both ways. Decoding never fails: each maximal ill-formed part becomes one U+FFFD (Unicode 3.9,
// table 3-8, the practice of W3C and of other terminals), and input may be cut anywhere. `decode_one` is the
// stateless core for callers that keep their own carry; `Utf8Decoder` keeps it for them.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "pty/base/bytes.hpp"
#include "pty/text/code_point.hpp"

namespace pty::text {

enum class Utf8Outcome : std::uint8_t {
  complete,    ///< a scalar value
  ill_formed,  ///< a maximal ill-formed part: code_point is U+FFFD
  incomplete,  ///< all bytes up to the end are a prefix of a scalar: more input decides
};

struct Utf8Step {
  char32_t code_point = kReplacement;
  std::uint8_t length = 0;  ///< bytes used, 1 to 4 (incomplete: bytes left, 1 to 3)
  Utf8Outcome outcome = Utf8Outcome::ill_formed;
};

namespace utf8_rules {

/// The range that the second byte must be in: it shuts out overlong forms, surrogates and > U+10FFFF.
constexpr bool is_second(std::uint8_t lead, std::uint8_t byte) {
  std::uint8_t low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  std::uint8_t high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  return byte >= low && byte <= high;
}
/// Bytes of the sequence that a lead byte announces; 0 for bytes that cannot lead.
constexpr std::uint8_t length_of(std::uint8_t lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xC2) return 0;
  if (lead < 0xE0) return 2;
  if (lead < 0xF0) return 3;
  return lead < 0xF5 ? 4 : 0;
}

}  // namespace utf8_rules

/// Decodes the first scalar or ill-formed part of [begin, end). Pre: begin < end.
inline Utf8Step decode_one(const char* begin, const char* end) {
  auto byte = [begin](std::size_t i) { return static_cast<std::uint8_t>(begin[i]); };
  std::uint8_t lead = byte(0);
  if (lead < 0x80) return {lead, 1, Utf8Outcome::complete};
  std::uint8_t length = utf8_rules::length_of(lead);
  if (length == 0) return {kReplacement, 1, Utf8Outcome::ill_formed};
  auto available = static_cast<std::size_t>(end - begin);
  char32_t value = lead & (0x7Fu >> length);
  for (std::uint8_t i = 1; i < length; ++i) {
    if (i >= available) return {kReplacement, i, Utf8Outcome::incomplete};
    std::uint8_t next = byte(i);
    bool fits = i == 1 ? utf8_rules::is_second(lead, next) : (next & 0xC0) == 0x80;
    if (!fits) return {kReplacement, i, Utf8Outcome::ill_formed};
    value = value << 6 | (next & 0x3Fu);
  }
  return {value, length, Utf8Outcome::complete};
}

/// Decodes a stream that may be cut anywhere; keeps at most three bytes.
class Utf8Decoder {
 public:
  /// Calls sink(char32_t) for each scalar and each ill-formed part that is certain so far.
  template <class Sink>
  void feed(base::ByteView bytes, Sink&& sink) {
    const char* at = bytes.data();
    const char* end = at + bytes.size();
    while (kept_ > 0 && at < end) at = resume(at, sink);
    while (at < end) {
      Utf8Step step = decode_one(at, end);
      if (step.outcome == Utf8Outcome::incomplete) {
        keep(at, step.length);
        return;
      }
      sink(step.code_point);
      at += step.length;
    }
  }
  /// End of input: an unfinished scalar is one ill-formed part.
  template <class Sink>
  void finish(Sink&& sink) {
    if (kept_ > 0) sink(kReplacement);
    kept_ = 0;
  }
  /// The bytes of an unfinished scalar.
  [[nodiscard]] base::ByteView pending() const { return {carry_, kept_}; }

 private:
  void keep(const char* bytes, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) carry_[i] = bytes[i];
    kept_ = count;
  }
  /// Adds one byte to the carry; returns where the input goes on.
  template <class Sink>
  const char* resume(const char* at, Sink&& sink) {
    carry_[kept_] = *at;
    Utf8Step step = decode_one(carry_, carry_ + kept_ + 1);
    if (step.outcome == Utf8Outcome::incomplete) {
      ++kept_;
      return at + 1;
    }
    bool used = step.outcome == Utf8Outcome::complete;
    kept_ = 0;
    sink(step.code_point);
    return used ? at + 1 : at;
  }

  char carry_[4] = {};
  std::size_t kept_ = 0;
};

/// One scalar as bytes, without allocation.
struct EncodedScalar {
  char bytes[4] = {};
  std::uint8_t length = 0;
  [[nodiscard]] constexpr base::ByteView view() const { return {bytes, length}; }
};

/// Surrogates and values beyond U+10FFFF are encoded as U+FFFD.
constexpr EncodedScalar encode_utf8(char32_t c) {
  if (c > kMaxCodePoint || (c >= 0xD800 && c <= 0xDFFF)) c = kReplacement;
  auto tail = [c](unsigned shift) { return static_cast<char>(0x80 | ((c >> shift) & 0x3F)); };
  if (c < 0x80) return {{static_cast<char>(c)}, 1};
  if (c < 0x800) return {{static_cast<char>(0xC0 | c >> 6), tail(0)}, 2};
  if (c < 0x10000) return {{static_cast<char>(0xE0 | c >> 12), tail(6), tail(0)}, 3};
  return {{static_cast<char>(0xF0 | c >> 18), tail(12), tail(6), tail(0)}, 4};
}
inline void append_utf8(base::ByteBuffer& out, char32_t code_point) {
  EncodedScalar scalar = encode_utf8(code_point);
  out.append(scalar.bytes, scalar.length);
}

bool is_valid_utf8(base::ByteView bytes);
/// Number of scalar values; nullopt if the bytes are not valid UTF-8.
std::optional<std::size_t> count_scalars(base::ByteView bytes);
/// All code points, ill-formed parts as U+FFFD.
std::u32string decode_utf8(base::ByteView bytes);
std::string encode_utf8(std::u32string_view code_points);
/// The longest prefix of valid UTF-8 with at most `scalars` scalar values (stops before ill-formed bytes).
base::ByteView first_scalars(base::ByteView bytes, std::size_t scalars);

}  // namespace pty::text
