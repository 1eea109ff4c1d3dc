#include "pty/wire/frame_decoder.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "pty/wire/packet.hpp"

namespace pty::wire {
namespace {

using namespace std::string_literals;
using Packets = std::vector<std::pair<MessageType, std::string>>;

void drain(FrameDecoder& decoder, Packets& out) {
  while (auto frame = decoder.next()) out.emplace_back(frame->type, std::string(frame->payload));
}

Packets decode_in_chunks(base::ByteView stream, std::size_t chunk, Receiver receiver) {
  FrameDecoder decoder(receiver);
  Packets out;
  for (std::size_t at = 0; at < stream.size(); at += chunk) {
    const std::string piece(stream.substr(at, chunk));  // a copy, so that stale views are seen by ASan
    decoder.feed(piece);
    drain(decoder, out);
  }
  EXPECT_TRUE(decoder.at_boundary());
  EXPECT_EQ(decoder.buffered_bytes(), 0U);
  return out;
}

std::string request_stream() {
  return encode_attach({24, 80}) + encode_data("hello") + encode_data("") + encode_peek({true, false}) +
         encode_resize({10, 20}) + encode_packet(static_cast<MessageType>(99), "unknown payload") +
         encode_status_request() + encode_packet(MessageType::attach, "\x00\x01\x00\x02 and more"s) +
         encode_detach();
}

const Packets kRequests{{MessageType::attach, "\x00\x18\x00\x50"s},
                        {MessageType::data, "hello"},
                        {MessageType::data, ""},
                        {MessageType::peek, "\x01"s},
                        {MessageType::resize, "\x00\x0A\x00\x14"s},
                        {MessageType::status, ""},
                        {MessageType::attach, "\x00\x01\x00\x02 "s},
                        {MessageType::detach, ""}};

TEST(FrameDecoder, ScreensCanComeInPieces) {
  const std::string stream = encode_geometry({24, 80}) + encode_screen("picture") + encode_screen("") +
                             encode_data("behind it") + encode_screen("again");
  for (std::size_t chunk = 1; chunk <= stream.size(); ++chunk) {
    FrameDecoder decoder(Receiver::client);
    decoder.hand_on_screens_in_pieces();
    Packets whole;
    bool in_the_middle = false;
    for (std::size_t at = 0; at < stream.size(); at += chunk) {
      const std::string piece = stream.substr(at, chunk);
      decoder.feed(piece);
      while (auto frame = decoder.next()) {
        if (!in_the_middle) whole.emplace_back(frame->type, "");
        EXPECT_EQ(frame->type, whole.back().first);
        whole.back().second += frame->payload;
        in_the_middle = frame->more;
      }
    }
    EXPECT_TRUE(decoder.at_boundary());
    EXPECT_EQ(whole, (Packets{{MessageType::geometry, "\x00\x18\x00\x50"s},
                              {MessageType::screen, "picture"},
                              {MessageType::screen, ""},
                              {MessageType::data, "behind it"},
                              {MessageType::screen, "again"}}))
        << "in chunks of " << chunk;
  }
}

// D-002, D-005, D-006
TEST(FrameDecoder, APayloadCanBeKept) {
  const base::ByteBuffer packet = encode_packet(MessageType::screen, std::string(1000, 's'));
  for (const std::size_t cut : {packet.size(), std::size_t{3}, std::size_t{500}}) {
    FrameDecoder decoder(Receiver::client);
    decoder.feed(base::ByteView(packet).substr(0, cut));
    std::optional<Frame> frame = decoder.next();
    if (!frame) {
      decoder.feed(base::ByteView(packet).substr(cut));
      frame = decoder.next();
    }
    ASSERT_TRUE(frame) << cut;
    EXPECT_EQ(decoder.take_payload(frame->payload), std::string(1000, 's')) << cut;
    EXPECT_FALSE(decoder.next()) << cut;
    EXPECT_EQ(decoder.buffered_bytes(), 0U) << cut;
  }
}

TEST(FrameDecoder, AnyFragmentationGivesTheSamePackets) {
  const std::string stream = request_stream();
  for (std::size_t chunk = 1; chunk <= stream.size(); ++chunk)
    EXPECT_EQ(decode_in_chunks(stream, chunk, Receiver::daemon), kRequests) << "chunk " << chunk;
}

// D-002
TEST(FrameDecoder, EverySplitIntoTwoReadsGivesTheSamePackets) {
  const std::string stream = request_stream();
  for (std::size_t cut = 0; cut <= stream.size(); ++cut) {
    FrameDecoder decoder(Receiver::daemon);
    Packets out;
    decoder.feed(base::ByteView(stream).substr(0, cut));
    drain(decoder, out);
    decoder.feed(base::ByteView(stream).substr(cut));
    drain(decoder, out);
    EXPECT_EQ(out, kRequests) << "cut " << cut;
  }
}

TEST(FrameDecoder, WholePacketsAreViewsOfTheInput) {
  const std::string stream = encode_data("payload");
  FrameDecoder decoder(Receiver::client);
  decoder.feed(stream);
  const auto frame = decoder.next();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->payload.data(), stream.data() + kHeaderBytes);
  EXPECT_FALSE(decoder.next());
}

// D-003
TEST(FrameDecoder, TheLargestPayloadIsAccepted) {
  FrameDecoder decoder(Receiver::client);
  const Header header = encode_header(MessageType::screen, kMaxPayload);
  decoder.feed({header.data(), header.size()});
  EXPECT_FALSE(decoder.next());
  const std::string payload(kMaxPayload, 'x');
  decoder.feed(payload);
  const auto frame = decoder.next();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->payload.size(), kMaxPayload);
}

// D-003, D-004
TEST(FrameDecoder, AnOversizeHeaderIsRejectedForEver) {
  for (const std::string& header :
       {"\x00\x02\x00\x00\x01"s, "\x05\xFF\xFF\xFF\xFF"s, "\x63\x02\x00\x00\x01"s}) {
    FrameDecoder decoder(Receiver::daemon);
    const std::string before = encode_data("before");
    decoder.feed(before);
    EXPECT_TRUE(decoder.next());
    EXPECT_FALSE(decoder.next());
    const std::string stream = header + encode_data("never");
    decoder.feed(stream);
    EXPECT_FALSE(decoder.next());
    EXPECT_TRUE(decoder.rejected());
    const std::string more = encode_data("never");
    decoder.feed(more);
    EXPECT_FALSE(decoder.next());
    EXPECT_EQ(decoder.buffered_bytes(), 0U);
  }
}

// D-005, D-009: skipped packets cost no memory, whatever their length.
TEST(FrameDecoder, SkippedPayloadIsNotStored) {
  for (const int type : {8, 9, 99, 5}) {
    FrameDecoder decoder(Receiver::daemon);
    const Header header = encode_header(static_cast<MessageType>(type), 1 << 20);
    decoder.feed({header.data(), header.size()});
    EXPECT_FALSE(decoder.next());
    const std::string piece(1 << 16, 'z');
    for (int i = 0; i < 16; ++i) {
      decoder.feed(piece);
      EXPECT_FALSE(decoder.next());
      EXPECT_EQ(decoder.buffered_bytes(), 0U);
    }
    EXPECT_TRUE(decoder.at_boundary());
    const std::string data = encode_data("after");
    decoder.feed(data);
    const auto frame = decoder.next();
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->payload, "after");
  }
}

TEST(FrameDecoder, ALongTailOfAFixedSizePacketIsNotStored) {
  FrameDecoder decoder(Receiver::daemon);
  const std::string start = encode_packet(MessageType::attach, std::string(1 << 20, '\1')).substr(0, 1000);
  decoder.feed(start);
  EXPECT_FALSE(decoder.next());
  EXPECT_EQ(decoder.buffered_bytes(), 5U);
}

TEST(FrameDecoder, AnEndInsideAPacketIsNotABoundary) {
  FrameDecoder decoder(Receiver::client);
  EXPECT_TRUE(decoder.at_boundary());
  const std::string start = "\x00\x00"s;
  decoder.feed(start);
  EXPECT_FALSE(decoder.next());
  EXPECT_FALSE(decoder.at_boundary());
}

}  // namespace
}  // namespace pty::wire
