// Feeding a stream in any pieces gives the same calls. Input: a byte that chooses the pieces, then the
// stream.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "pty/term/tokenizer.hpp"
#include "pty/text/utf8.hpp"

namespace {

using namespace pty;

/// Writes down every call, text as code points so that it does not matter how it was cut.
struct Recorder {
  std::string log;
  const term::Tokenizer* tokenizer = nullptr;

  void number(std::uint64_t value) { log += std::to_string(value) + ','; }
  void code_point(char32_t c) {
    log += 'p';
    number(c);
  }
  const char* print(const char* p, const char* end) {
    while (p < end) {
      auto byte = static_cast<std::uint8_t>(*p);
      if (byte < 0x20 || byte == 0x7F) break;
      text::Utf8Step step = text::decode_one(p, end);
      if (step.outcome == text::Utf8Outcome::incomplete) break;
      code_point(step.code_point);
      p += step.length;
    }
    return p;
  }
  void print_invalid() { code_point(text::kReplacement); }
  void control(std::uint8_t c0) {
    log += 'c';
    number(c0);
  }
  void csi(const term::CsiSequence& csi) {
    log += 'C';
    number(csi.key);
    span();
  }
  void escape(std::uint32_t key) {
    log += 'E';
    number(key);
    span();
  }
  void string(const term::ControlString& string) {
    log += 'S';
    log += string.payload;
    span();
  }
  void span() {
    number(tokenizer->token_begin());
    number(tokenizer->token_end());
  }
};

std::string record(base::ByteView bytes, std::size_t piece) {
  Recorder recorder;
  term::Tokenizer tokenizer;
  recorder.tokenizer = &tokenizer;
  for (std::size_t at = 0; at < bytes.size(); at += piece) tokenizer.feed(bytes.substr(at, piece), recorder);
  return recorder.log;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  base::ByteView bytes(reinterpret_cast<const char*>(data + 1), size - 1);
  std::string whole = record(bytes, bytes.size());
  if (record(bytes, 1) != whole || record(bytes, 1U + data[0] % 32U) != whole) std::abort();
  return 0;
}
