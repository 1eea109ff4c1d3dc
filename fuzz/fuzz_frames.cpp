// The packet decoder gives the same packets however the stream is cut, and holds no more than it must.
// Input: a byte that chooses receiver and pieces, then the stream.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "pty/wire/frame_decoder.hpp"

namespace {

using namespace pty;

std::string decode(base::ByteView bytes, std::size_t piece, wire::Receiver receiver) {
  wire::FrameDecoder decoder(receiver);
  std::string log;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    decoder.feed(bytes.substr(at, piece));
    while (auto frame = decoder.next()) {
      log += std::to_string(static_cast<unsigned>(frame->type)) + ':';
      log += frame->payload;
      log += ';';
    }
    if (decoder.buffered_bytes() > bytes.size()) std::abort();
  }
  log += decoder.rejected() ? "rejected" : decoder.at_boundary() ? "whole" : "cut";
  return log;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  base::ByteView bytes(reinterpret_cast<const char*>(data + 1), size - 1);
  wire::Receiver receiver = (data[0] & 1) != 0 ? wire::Receiver::daemon : wire::Receiver::client;
  std::string whole = decode(bytes, bytes.size(), receiver);
  if (decode(bytes, 1, receiver) != whole) std::abort();
  if (decode(bytes, 1U + data[0] / 8U, receiver) != whole) std::abort();
  return 0;
}
