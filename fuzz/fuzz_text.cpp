// UTF-8 in pieces equals UTF-8 at once; escaped text has no controls left; trimming is stable.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "pty/text/display_width.hpp"
#include "pty/text/duration.hpp"
#include "pty/text/untrusted.hpp"
#include "pty/text/utf8.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pty;
  base::ByteView bytes(reinterpret_cast<const char*>(data), size);
  std::u32string pieces;
  text::Utf8Decoder decoder;
  auto sink = [&](char32_t c) { pieces.push_back(c); };
  for (const char& c : bytes) decoder.feed({&c, 1}, sink);
  decoder.finish(sink);
  if (pieces != text::decode_utf8(bytes)) std::abort();
  std::string escaped = text::escape_controls(bytes);
  if (text::has_control(escaped) || !text::is_valid_utf8(escaped)) std::abort();
  if (!text::is_trimmed(text::trim(bytes))) std::abort();
  std::size_t width = text::display_width(bytes);
  if (text::display_width(text::fit_width(bytes, width / 2)) > width / 2) std::abort();
  (void)text::parse_duration(bytes);
  return 0;
}
