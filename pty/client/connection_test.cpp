#include "pty/client/connection.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <future>
#include <string>
#include <vector>

#include "pty/client/peek.hpp"
#include "pty/client/scripted_daemon.hpp"
#include "pty/client/status_query.hpp"
#include "pty/os/pipe.hpp"

namespace pty::client {
namespace {

using base::Milliseconds;
using base::Size;
using wire::MessageType;

constexpr Milliseconds kPatience{10'000};

/// One line per event: "geometry 24x80", "screen text", ...
std::string describe(const Event& event) {
  struct Names {
    std::string operator()(const Geometry& g) const {
      return "geometry " + std::to_string(g.size.rows) + "x" + std::to_string(g.size.cols);
    }
    std::string operator()(const Screen& s) const {
      return (s.repeated ? "screen again " : "screen ") + std::string(s.bytes);
    }
    std::string operator()(const Data& d) const { return "data " + std::string(d.bytes); }
    std::string operator()(const Exit& e) const { return "exit " + std::to_string(e.code); }
    std::string operator()(const StatusReply& s) const { return "status " + std::string(s.json); }
    std::string operator()(const Submitted& s) const {
      return "submitted " + std::to_string(s.outcome ? static_cast<int>(*s.outcome) : -1);
    }
    std::string operator()(const PolicyReply& p) const { return "policy " + to_text(p.policy); }
    std::string operator()(const DismissalReply& d) const { return "left " + std::to_string(d.count.left); }
    std::string operator()(const SentAway&) const { return "sent away"; }
    std::string operator()(const Closed& c) const {
      return "closed" + (c.error ? " " + c.error->text : std::string());
    }
  };
  return std::visit(Names{}, event);
}

std::vector<std::string> events_of(Connection& connection) {
  std::vector<std::string> events;
  while (const base::Result<Event> event = connection.wait_event(kPatience)) {
    events.push_back(describe(*event));
    if (std::holds_alternative<Closed>(*event)) break;
  }
  return events;
}

/// A connection to a daemon that says exactly `script` and closes.
std::vector<std::string> events_after(base::ByteView script) {
  auto pair = os::create_socket_pair();
  Connection connection = Connection::adopt(std::move(pair->first));
  EXPECT_TRUE(connection.request_attach({24, 80}));
  EXPECT_TRUE(os::write_all(pair->second.get(), script));
  pair->second.reset();
  return events_of(connection);
}

using Lines = std::vector<std::string>;

// D-197
TEST(Connection, DeliversGeometryBeforeTheScreenAndReportsTheSize) {
  ScriptedDaemon daemon([](ScriptedPeer& peer) {
    const auto request = peer.receive();
    ASSERT_TRUE(request);
    EXPECT_EQ(request->type, MessageType::attach);
    EXPECT_EQ(wire::decode_size(request->payload), (Size{40, 100}));
    peer.send_picture({30, 90}, "hello");
    peer.send(wire::encode_data("more"));
    peer.send(wire::encode_exit(3));
  });
  auto connection = Connection::attach(daemon.endpoint(), {40, 100});
  ASSERT_TRUE(connection);
  EXPECT_EQ(connection->effective_size(), std::nullopt);
  EXPECT_EQ(events_of(*connection),
            (Lines{"geometry 30x90", "screen hello", "data more", "exit 3", "closed"}));
  EXPECT_EQ(connection->effective_size(), (Size{30, 90}));
  EXPECT_FALSE(connection->connected());
}

// D-197
TEST(Connection, ARepeatedScreenIsMarked) {
  const auto picture = wire::encode_geometry({24, 80}) + wire::encode_screen("p");
  EXPECT_EQ(events_after(picture + wire::encode_data("d") + picture),
            (Lines{"geometry 24x80", "screen p", "data d", "geometry 24x80", "screen again p", "closed"}));
}

// D-005, D-197
TEST(Connection, UnknownPacketsAreSkipped) {
  base::ByteBuffer unknown(
      "\x63\x00\x00\x00\x03"
      "abc",
      8);
  EXPECT_EQ(events_after(unknown + wire::encode_geometry({1, 2}) + unknown + wire::encode_screen("s")),
            (Lines{"geometry 1x2", "screen s", "closed"}));
}

// D-127
TEST(Connection, ABrokenGrammarEndsTheConnectionWithItsReason) {
  EXPECT_EQ(events_after(wire::encode_screen("s")),
            (Lines{"closed protocol violation: SCREEN before GEOMETRY"}));
  EXPECT_EQ(events_after(wire::encode_geometry({1, 2}) + wire::encode_data("d")),
            (Lines{"geometry 1x2", "closed protocol violation: DATA before SCREEN"}));
  EXPECT_EQ(events_after(wire::encode_geometry({1, 2}) + wire::encode_exit(0)),
            (Lines{"geometry 1x2", "closed protocol violation: EXIT before SCREEN"}));
}

// D-003
TEST(Connection, AnOversizePacketEndsTheConnection) {
  EXPECT_EQ(events_after(wire::encode_geometry({1, 2}) + base::ByteBuffer("\x05\x02\x00\x00\x01", 5)),
            (Lines{"geometry 1x2", "closed protocol violation: oversize packet"}));
}

// D-002
TEST(Connection, PacketsMayArriveByteByByte) {
  ScriptedDaemon daemon([](ScriptedPeer& peer) {
    (void)peer.receive();
    const auto bytes = wire::encode_geometry({24, 80}) + wire::encode_screen("hello") + wire::encode_exit(-1);
    for (const char byte : bytes) peer.send({&byte, 1});
  });
  auto connection = Connection::watch(daemon.endpoint());
  ASSERT_TRUE(connection);
  EXPECT_EQ(events_of(*connection), (Lines{"geometry 24x80", "screen hello", "exit -1", "closed"}));
}

TEST(Connection, ACommandSocketIgnoresOutputAndHearsOfTheEnd) {
  auto pair = os::create_socket_pair();
  Connection connection = Connection::adopt(std::move(pair->first));
  (void)os::write_all(pair->second.get(), wire::encode_data("noise") + wire::encode_exit(2));
  pair->second.reset();
  EXPECT_EQ(events_of(connection), (Lines{"exit 2", "closed"}));
}

TEST(Connection, InputThatTheDaemonDoesNotTakeIsKeptUpToABoundAndArrivesWhole) {
  auto pair = os::create_socket_pair();
  Connection connection = Connection::adopt(std::move(pair->first));
  const base::ByteBuffer big(std::size_t{3} << 20, 'x');
  ASSERT_TRUE(connection.write(big));
  EXPECT_GT(connection.pending_bytes(), 0U);
  EXPECT_EQ(connection.interest(), os::Interest::read_write);
  std::size_t received = 0;
  std::vector<char> buffer(1 << 16);
  while (received < big.size() + wire::kHeaderBytes) {
    const auto got = os::read_some(pair->second.get(), buffer);
    ASSERT_TRUE(got);
    if (got->state == os::IoState::moved) received += got->bytes;
    connection.on_ready({false, true});
  }
  EXPECT_EQ(connection.pending_bytes(), 0U);

  std::size_t accepted = 0;
  base::Status status;
  while ((status = connection.write(big))) ++accepted;
  EXPECT_EQ(status.error().code, base::Errc::too_large);
  EXPECT_LE(accepted, Connection::kMaxPendingBytes / big.size() + 1);
}

TEST(Connection, OfInputThatIsRefusedNothingIsQueued) {
  auto pair = os::create_socket_pair();
  Connection connection = Connection::adopt(std::move(pair->first));
  ASSERT_TRUE(connection.write(base::ByteBuffer(std::size_t{4} << 20, 'x')));
  const std::size_t before = connection.pending_bytes();
  ASSERT_GT(before, std::size_t{2} << 20);
  const base::ByteBuffer two_packets(Connection::kMaxPendingBytes - (std::size_t{2} << 20), 'y');
  EXPECT_EQ(connection.write(two_packets).error().code, base::Errc::too_large);
  EXPECT_EQ(connection.pending_bytes(), before);
}

TEST(Connection, WritingAfterTheEndIsAnError) {
  auto pair = os::create_socket_pair();
  Connection connection = Connection::adopt(std::move(pair->first));
  pair->second.reset();
  EXPECT_EQ(events_of(connection), (Lines{"closed"}));
  EXPECT_EQ(connection.write("x").error().code, base::Errc::closed);
  EXPECT_EQ(connection.poll_event(), std::nullopt) << "it is told once";
}

// D-196
TEST(Connection, ItsSocketIsClosedOnExec) {
  ScriptedDaemon daemon([](ScriptedPeer& peer) { (void)peer.receive(); });
  auto connection = Connection::command(daemon.endpoint());
  ASSERT_TRUE(connection);
  EXPECT_NE(::fcntl(connection->native_handle(), F_GETFD) & FD_CLOEXEC, 0);
}

TEST(Connection, NobodyThereIsNotRunning) {
  const auto connection = Connection::attach({"ghost", "/tmp/pty-test-no-such-directory/x.sock"}, {24, 80});
  ASSERT_FALSE(connection);
  EXPECT_EQ(connection.error().code, base::Errc::unreachable);
  EXPECT_EQ(connection.error().text, "Session \"ghost\" not found or not running.");
}

// D-132
TEST(PeekScreen, ReturnsTheScreenEvenIfTheProgramIsGone) {
  ScriptedDaemon daemon([](ScriptedPeer& peer) {
    const auto request = peer.receive();
    ASSERT_TRUE(request);
    EXPECT_EQ(request->type, MessageType::peek);
    EXPECT_EQ(wire::decode_peek(request->payload), (wire::PeekFlags{true, true}));
    peer.send_picture({24, 80}, "$ exit");
    peer.send(wire::encode_exit(0));
  });
  base::ByteBuffer seen;
  const auto size = peek_screen(daemon.endpoint(), {true, true}, [&](base::ByteView piece) {
    seen.append(piece);
    return base::Status();
  });
  ASSERT_TRUE(size);
  EXPECT_EQ(seen, "$ exit");
  EXPECT_EQ(*size, (Size{24, 80}));
}

TEST(PeekScreen, HandsALongPictureOnWhileItIsStillComing) {
  const std::string first(300'000, 'a');
  const std::string last(300'000, 'b');
  std::promise<void> first_came;
  ScriptedDaemon daemon([&](ScriptedPeer& peer) {
    (void)peer.receive();
    peer.send(wire::encode_geometry({24, 80}));
    const wire::Header header = wire::encode_header(MessageType::screen, first.size() + last.size());
    peer.send(base::ByteBuffer(header.data(), header.size()) + first);
    EXPECT_EQ(first_came.get_future().wait_for(kPatience), std::future_status::ready);
    peer.send(last);
  });
  std::string seen;
  const auto size = peek_screen(daemon.endpoint(), {}, [&](base::ByteView piece) {
    seen.append(piece);
    if (seen.size() == first.size()) first_came.set_value();
    return base::Status();
  });
  ASSERT_TRUE(size) << size.error().text;
  EXPECT_EQ(seen, first + last);
}

TEST(PeekScreen, APictureThatBreaksOffIsAnErrorAndNotAnAbsentSession) {
  ScriptedDaemon daemon([](ScriptedPeer& peer) {
    (void)peer.receive();
    peer.send(wire::encode_geometry({24, 80}));
    const wire::Header header = wire::encode_header(MessageType::screen, 10);
    peer.send(base::ByteBuffer(header.data(), header.size()) + "half");
  });
  std::string seen;
  const auto size = peek_screen(daemon.endpoint(), {}, [&](base::ByteView piece) {
    seen.append(piece);
    return base::Status();
  });
  ASSERT_FALSE(size);
  EXPECT_EQ(size.error().code, base::Errc::closed);
  EXPECT_EQ(size.error().text, "Session \"box\" ended in the middle of its picture.");
  EXPECT_EQ(seen, "half");
}

TEST(PeekScreen, EndsWhenNobodyTakesThePicture) {
  ScriptedDaemon daemon([](ScriptedPeer& peer) {
    (void)peer.receive();
    peer.send_picture({24, 80}, "$");
    (void)peer.receive();
  });
  const auto size = peek_screen(daemon.endpoint(), {}, [](base::ByteView) -> base::Status {
    return base::fail(base::Errc::system, "no space left");
  });
  ASSERT_FALSE(size);
  EXPECT_EQ(size.error().text, "no space left");
}

// D-133
TEST(PeekScreen, ClosedBeforeTheScreenIsNotRunning) {
  ScriptedDaemon daemon([](ScriptedPeer& peer) {
    (void)peer.receive();
    peer.send(wire::encode_geometry({24, 80}));
  });
  const auto peeked = peek_screen(daemon.endpoint(), {}, [](base::ByteView) { return base::Status(); });
  ASSERT_FALSE(peeked);
  EXPECT_EQ(peeked.error().text, "Session \"box\" not found or not running.");
}

constexpr const char* kStatus =
    R"({"name":"box","terminal":{"cols":80,"rows":24,"cursorX":0,"cursorY":0,"scrollbackUsed":24,"scrollbackCapacity":10024},)"
    R"("process":{"alive":true,"exitCode":null,"pid":2,"resources":null},"daemon":{"pid":1,"resources":null},)"
    R"("clients":{"total":0,"attached":0,"readOnly":0,"connections":[]},)"
    R"("modes":{"sgrMouse":false,"cursorHidden":false,"kittyKeyboard":false,"kittyKeyboardFlags":[]},)"
    R"("uptimeSeconds":1,"createdAt":null,"future":[1,2]})";

TEST(QueryStatus, PassesTheDocumentThroughWithFieldsWeDoNotKnow) {
  ScriptedDaemon daemon([](ScriptedPeer& peer) {
    if (peer.expect(MessageType::status)) peer.send(wire::encode_status_reply(kStatus));
    (void)peer.receive();
  });
  const auto status = query_status(daemon.endpoint());
  ASSERT_TRUE(status) << status.error().text;
  EXPECT_EQ(*status, kStatus);
}

TEST(QueryStatus, ACloseWithoutAnswerFailsAtOnceNotAfterTheTimeout) {
  ScriptedDaemon daemon([](ScriptedPeer& peer) { (void)peer.expect(MessageType::status); });
  const auto status = query_status(daemon.endpoint(), Milliseconds{600'000});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().text, "Session \"box\" not found or not running.");
}

TEST(QueryStatus, NonsenseIsAnInvalidResponse) {
  ScriptedDaemon daemon([](ScriptedPeer& peer) {
    if (peer.expect(MessageType::status)) peer.send(wire::encode_status_reply("{nonsense"));
    (void)peer.receive();
  });
  const auto status = query_status(daemon.endpoint());
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().text, "Invalid stats response from \"box\"");
}

TEST(QueryStatus, ASilentDaemonTimesOutAndDoesNotHideTheOthers) {
  ScriptedDaemon silent([](ScriptedPeer& peer) { (void)peer.expect(MessageType::exit); });
  ScriptedDaemon talking([](ScriptedPeer& peer) {
    if (peer.expect(MessageType::status)) peer.send(wire::encode_status_reply(kStatus));
    (void)peer.receive();
  });
  const std::vector<Endpoint> endpoints{
      silent.endpoint(), talking.endpoint(), {"ghost", "/tmp/pty-test-ghost.sock"}};
  // The silent one costs the whole limit, so it is short; what the talking one needs, a busy machine says.
  auto answers = query_statuses(endpoints, Milliseconds{200});
  for (Milliseconds limit{400}; !answers.at(1) && limit < kPatience / 2; limit *= 2)
    answers = query_statuses(endpoints, limit);
  ASSERT_EQ(answers.size(), 3U);
  ASSERT_FALSE(answers[0]);
  EXPECT_EQ(answers[0].error().text, "Timeout querying stats for \"box\"");
  EXPECT_TRUE(answers[1]);
  ASSERT_FALSE(answers[2]);
  EXPECT_EQ(answers[2].error().text, "Session \"ghost\" not found or not running.");
}

}  // namespace
}  // namespace pty::client
