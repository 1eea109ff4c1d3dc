#include "pty/wire/packet.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace pty::wire {
namespace {

using namespace std::string_literals;

// D-001, D-006, D-008
TEST(Packet, EveryMessageHasItsDocumentedBytes) {
  EXPECT_EQ(encode_data("ab"),
            "\x00\x00\x00\x00\x02"
            "ab"s);
  EXPECT_EQ(encode_attach({24, 80}), "\x01\x00\x00\x00\x04\x00\x18\x00\x50"s);
  EXPECT_EQ(encode_attach({24, 80}, HistoryWish::none), "\x01\x00\x00\x00\x05\x00\x18\x00\x50\x04"s);
  EXPECT_EQ(encode_attach({24, 80}, HistoryWish::behind), "\x01\x00\x00\x00\x05\x00\x18\x00\x50\x0C"s);
  EXPECT_EQ(encode_detach(), "\x02\x00\x00\x00\x00"s);
  EXPECT_EQ(encode_resize({0x0102, 0x0304}), "\x03\x00\x00\x00\x04\x01\x02\x03\x04"s);
  EXPECT_EQ(encode_exit(137), "\x04\x00\x00\x00\x04\x00\x00\x00\x89"s);
  EXPECT_EQ(encode_screen("s"), "\x05\x00\x00\x00\x01s"s);
  EXPECT_EQ(encode_peek({.plain = true, .full = true}), "\x06\x00\x00\x00\x01\x03"s);
  EXPECT_EQ(encode_status_request(), "\x07\x00\x00\x00\x00"s);
  EXPECT_EQ(encode_status_reply("{}"), "\x07\x00\x00\x00\x02{}"s);
  EXPECT_EQ(encode_geometry({5, 300}), "\x0A\x00\x00\x00\x04\x00\x05\x01\x2C"s);
  EXPECT_EQ(encode_dismiss(Dismissal::latest), "\x11\x00\x00\x00\x01\x02"s);
  EXPECT_EQ(encode_dismissal_count({3, 2, 1}),
            "\x11\x00\x00\x00\x0C\x00\x00\x00\x03\x00\x00\x00\x02\x00\x00\x00\x01"s);
  EXPECT_EQ(encode_policy({base::GeometryPolicy::Kind::fixed, {5, 300}}),
            "\x10\x00\x00\x00\x05\x02\x00\x05\x01\x2C"s);
}

// D-006, D-010: the tail of a longer ATTACH is ignored, a shorter one is not a request at all.
TEST(Packet, SizeRequestNeedsFourBytesAndIgnoresMore) {
  EXPECT_EQ(try_decode_size("\x00\x18\x00\x50\x01"s), (base::Size{24, 80}));
  EXPECT_EQ(try_decode_size("\x00\x18\x00"s), std::nullopt);
  EXPECT_EQ(try_decode_size("\xFF\xFF\x00\x00"s), (base::Size{65535, 0}));
}

// D-006, D-010: the two lowest bits were used for something else once, and are ignored like unknown ones.
TEST(Packet, AnAttachSaysInItsFifthByteWhatItWantsOfTheHistory) {
  const auto wish = [](const std::string& tail) {
    const auto request = try_decode_attach("\x00\x18\x00\x50"s + tail);
    EXPECT_EQ(request.value_or(AttachRequest{}).size, (base::Size{24, 80}));
    return request.value_or(AttachRequest{}).history;
  };
  EXPECT_EQ(wish(""), HistoryWish::in_picture);
  EXPECT_EQ(wish("\x00"s), HistoryWish::in_picture);
  EXPECT_EQ(wish("\xF3"s), HistoryWish::in_picture);
  EXPECT_EQ(wish("\x04"s), HistoryWish::none);
  EXPECT_EQ(wish("\x08"s), HistoryWish::behind) << "alone it means the same";
  EXPECT_EQ(wish("\x0C"s), HistoryWish::behind);
  EXPECT_EQ(wish("\x07more"s), HistoryWish::none);
  EXPECT_EQ(try_decode_attach("\x00\x18\x00"s), std::nullopt);
}

// D-007
TEST(Packet, ClientsFallBackOnShortPayloads) {
  EXPECT_EQ(decode_size("\x00"s), (base::Size{24, 80}));
  EXPECT_EQ(decode_exit("\x00\x00\x01"s), -1);
}

// D-008
TEST(Packet, ExitCodeIsSigned) {
  for (const std::int32_t code : {0, 1, 255, -1, std::numeric_limits<std::int32_t>::min(), 137})
    EXPECT_EQ(decode_exit(encode_exit(code).substr(kHeaderBytes)), code);
}

TEST(Packet, PeekFlagsIgnoreUnknownBitsAndDefaultToNone) {
  EXPECT_EQ(decode_peek(""), PeekFlags{});
  EXPECT_EQ(decode_peek("\xF9"s), (PeekFlags{.plain = true}));
  EXPECT_EQ(decode_peek("\x06"s), (PeekFlags{.full = true, .cursor = true}));
  EXPECT_EQ(decode_peek("\x02"s), (PeekFlags{.full = true}));
}

TEST(Packet, APolicyOfAKindThatIsNotKnownIsNone) {
  using Kind = base::GeometryPolicy::Kind;
  EXPECT_EQ(try_decode_policy("\x01\x00\x05\x01\x2C"s), (base::GeometryPolicy{Kind::latest, {0, 0}}));
  EXPECT_EQ(try_decode_policy("\x02\x00\x05\x01\x2C\x09"s), (base::GeometryPolicy{Kind::fixed, {5, 300}}));
  for (const auto& payload : {""s, "\x00"s, "\x02\x00\x05\x01"s, "\x03\x00\x05\x01\x2C"s})
    EXPECT_EQ(try_decode_policy(payload), std::nullopt);
}

TEST(Packet, ADismissalNamesWhomAndHowMany) {
  EXPECT_EQ(try_decode_dismissal(""), Dismissal::only);
  EXPECT_EQ(try_decode_dismissal("\x01"s), Dismissal::all);
  EXPECT_EQ(try_decode_dismissal("\x03"s), std::nullopt);
  EXPECT_EQ(decode_dismissal_count(encode_dismissal_count({7, 6, 1}).substr(kHeaderBytes)),
            (DismissalCount{7, 6, 1}));
  EXPECT_EQ(decode_dismissal_count("\x00"s), DismissalCount{});
}

TEST(Packet, SubmitCarriesFlagsAndText) {
  const base::ByteBuffer packet = encode_submit({{.enter = true, .always_mark = false}, "hi"});
  EXPECT_EQ(packet, "\x14\x00\x00\x00\x03\x01hi"s);
  const SubmitRequest request = decode_submit("\xFEhi"s);
  EXPECT_EQ(request.flags, (SubmitFlags{.enter = false, .always_mark = true})) << "unknown bits are ignored";
  EXPECT_EQ(decode_submit("").text, "");
  EXPECT_EQ(decode_submit("").flags, SubmitFlags{});
}

TEST(Packet, AnUnknownOutcomeIsNoOutcome) {
  for (int value = 0; value <= static_cast<int>(SubmitOutcome::too_large); ++value) {
    const auto outcome = static_cast<SubmitOutcome>(value);
    EXPECT_EQ(decode_submitted(encode_submitted(outcome).substr(kHeaderBytes)), outcome);
  }
  EXPECT_EQ(decode_submitted("\x06"), std::nullopt);
  EXPECT_EQ(decode_submitted(""), std::nullopt);
}

// D-009
TEST(Packet, ReservedTypesAreNotInTheTable) {
  for (const MessageRow& row : kMessages) {
    EXPECT_NE(static_cast<int>(row.type), 8);
    EXPECT_NE(static_cast<int>(row.type), 9);
    EXPECT_EQ(name_of(row.type), row.name);
  }
  EXPECT_EQ(name_of(static_cast<MessageType>(9)), "unknown");
}

}  // namespace
}  // namespace pty::wire
