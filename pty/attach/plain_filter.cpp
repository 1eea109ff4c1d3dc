#include "pty/attach/plain_filter.hpp"

#include <algorithm>

namespace pty::attach {

struct PlainFilter::Sink {
  PlainFilter& filter;
  base::ByteBuffer& out;

  /// Text stays bytes: a scalar cut by the end of a read continues with the next.
  const char* print(const char* p, const char* end) const {
    const char* const stop = std::find_if(p, end, [](char c) {
      const auto byte = static_cast<std::uint8_t>(c);
      return byte < 0x20 || byte == 0x7f;
    });
    out.append(p, stop);
    filter.after_return_ = false;
    return stop;
  }
  static void print_invalid() {}
  void control(std::uint8_t c0) const {
    if (c0 != '\n' && c0 != '\r' && c0 != '\t') return;
    if (c0 == '\n' && filter.newlines_ == Newlines::for_terminal && !filter.after_return_)
      out.push_back('\r');
    filter.after_return_ = c0 == '\r';
    out.push_back(static_cast<char>(c0));
  }
  static void csi(const term::CsiSequence&) {}
  static void escape(std::uint32_t) {}
  static void string(const term::ControlString&) {}
};

void PlainFilter::feed(base::ByteView bytes, base::ByteBuffer& out) {
  Sink sink{*this, out};
  tokenizer_.feed(bytes, sink);
}

}  // namespace pty::attach
