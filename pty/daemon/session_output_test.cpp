#include "pty/daemon/scripted_session.hpp"

namespace pty::daemon {
namespace {

using base::Milliseconds;

class SessionOutput : public SessionTest {
 protected:
  static vt::Event event(vt::EventKind kind) {
    vt::Event result;
    result.kind = kind;
    return result;
  }
};

TEST_F(SessionOutput, EveryWatcherGetsTheSameBytes) {
  const ClientId first = attached({24, 80});
  const ClientId second = watching();
  child_writes(std::string("a\0\xFF\xC0", 4));
  EXPECT_EQ(received(first), (Packets{std::string("DATA a\0\xFF\xC0", 9)}));
  EXPECT_EQ(received(second), (Packets{std::string("DATA a\0\xFF\xC0", 9)}));
}

// Pages of a flood are applied one by one; watchers get them in few packets, and a short read ends the turn.
TEST_F(SessionOutput, ATurnTakesOnePageOrSeveralIfSomebodyWatches) {
  const std::string page(4000, 'x');
  port.pending = {page, page, "end", page};
  core.on_child_readable();
  EXPECT_EQ(port.pending.size(), 3U);
  const ClientId watcher = watching();  // takes in what is there
  EXPECT_TRUE(port.pending.empty());
  port.pending = {page, page, "end", page};
  core.on_child_readable();
  EXPECT_EQ(port.pending.size(), 1U);
  EXPECT_EQ(received(watcher), (Packets{"DATA of 8003"}));
}

TEST_F(SessionOutput, ATurnIsBounded) {
  const ClientId watcher = watching();
  port.pending.assign(40, std::string(4096, 'x'));
  core.on_child_readable();
  EXPECT_EQ(port.pending.size(), 24U);
  EXPECT_EQ(received(watcher), (Packets{"DATA of 65536"}));
}

// D-089
TEST_F(SessionOutput, AReadThatWasAllQueriesProducesNoPacket) {
  const ClientId id = attached({24, 80});
  model.on_write = [this](base::ByteView, vt::RelaySink&) { model.replies = "\x1b[0n"; };
  child_writes("\x1b[5n");
  EXPECT_EQ(received(id), Packets{});
  EXPECT_EQ(child_input(), "\x1b[0n");
}

// D-087
TEST_F(SessionOutput, AnswersComeBeforeLaterInput) {
  const ClientId id = connect();
  send(id, wire::encode_data("before"));
  model.on_write = [this](base::ByteView, vt::RelaySink&) { model.replies = "<answer>"; };
  child_writes("?");
  send(id, wire::encode_data("after"));
  EXPECT_EQ(child_input(), "before<answer>after");
}

// Clipboard writes are not for readonly watchers.
TEST_F(SessionOutput, WritableOnlyPiecesAreKeptFromWatchers) {
  const ClientId writable = attached({24, 80});
  const ClientId readonly = watching();
  model.on_write = [](base::ByteView, vt::RelaySink& sink) {
    sink.relay({"a", vt::Audience::everyone, false});
    sink.relay({"clip", vt::Audience::writable, false});
    sink.relay({"b", vt::Audience::everyone, false});
  };
  child_writes("x");
  EXPECT_EQ(received(writable), (Packets{"DATA aclipb"}));
  EXPECT_EQ(received(readonly), (Packets{"DATA ab"}));
  model.on_write = [](base::ByteView, vt::RelaySink& sink) {
    sink.relay({"clip", vt::Audience::writable, false});
  };
  child_writes("x");
  EXPECT_EQ(received(writable), (Packets{"DATA clip"}));
  EXPECT_EQ(received(readonly), Packets{});
}

// D-096, D-097, D-098
TEST_F(SessionOutput, ASlowClientIsBoundedAndResynchronised) {
  const ClientId slow = attached({24, 80});
  const ClientId fast = attached({24, 80});
  const std::string chunk(64 * 1024, 'x');
  for (int i = 0; i < 200; ++i) {
    child_writes(chunk);
    EXPECT_LE(core.output_of(slow)->bytes(), kHighWaterBytes);
    EXPECT_EQ(received(fast).size(), 1U);
  }
  model.text = "now";
  wait(Milliseconds(2000));
  EXPECT_TRUE(core.awaits_writable(slow));
  core.on_client_writable(slow);
  EXPECT_FALSE(core.awaits_writable(slow));
  EXPECT_EQ(received(slow), (Packets{"GEOMETRY 24x80", "SCREEN restore 24x80 now"}));
  child_writes("live again");
  EXPECT_EQ(received(slow), (Packets{"DATA live again"}));
}

// D-097: a packet that is partly on the wire is finished first.
TEST_F(SessionOutput, APartlySentPacketIsFinishedBeforeTheResynchronisation) {
  const ClientId slow = attached({24, 80});
  child_writes("begun");
  std::string sent;
  const auto send_bytes = [&](std::size_t count) {
    base::ByteView piece;
    core.output_of(slow)->gather({&piece, 1});
    const std::string part(piece.substr(0, count));
    sent += part;
    core.on_client_sent(slow, part.size());
  };
  send_bytes(7);
  const std::string chunk(64 * 1024, 'x');
  for (int i = 0; i < 100; ++i) child_writes(chunk);
  send_bytes(100);
  EXPECT_EQ(sent, wire::encode_data("begun"));
  model.text = "new";
  core.on_client_writable(slow);
  EXPECT_EQ(received(slow), (Packets{"GEOMETRY 24x80", "SCREEN restore 24x80 new"}));
}

TEST_F(SessionOutput, ManyTinyPacketsAreBoundedToo) {
  const ClientId slow = attached({24, 80});
  for (int i = 0; i < 200'000; ++i) child_writes("y");
  EXPECT_LE(core.output_of(slow)->data_cost(), kHighWaterBytes);
}

TEST_F(SessionOutput, ResynchronisationsOfAClientThatStaysSlowAreSpacedOut) {
  const ClientId slow = attached({24, 80});
  const std::string chunk(64 * 1024, 'x');
  std::vector<std::int64_t> waits;
  for (int round = 0; round < 8; ++round) {
    for (int i = 0; i < 100; ++i) child_writes(chunk);
    model.text = "";
    core.on_client_writable(slow);
    const auto deadline = core.next_deadline();
    waits.push_back(deadline ? std::chrono::ceil<Milliseconds>(*deadline - clock.now()).count() : 0);
    wait(Milliseconds(waits.back()));
    EXPECT_EQ(received(slow), (Packets{"GEOMETRY 24x80", "SCREEN restore 24x80 "}));
  }
  EXPECT_EQ(waits, (std::vector<std::int64_t>{0, 50, 100, 200, 400, 800, 1000, 1000}));
}

// D-097: EXIT is never dropped.
TEST_F(SessionOutput, ASlowClientLearnsTheExit) {
  const ClientId slow = attached({24, 80});
  const std::string chunk(64 * 1024, 'x');
  for (int i = 0; i < 65; ++i) child_writes(chunk);
  model.text = "end";
  child_dies(3);
  child_terminal_ends();
  const Packets packets = received(slow);
  EXPECT_EQ(packets, (Packets{"GEOMETRY 24x80", "SCREEN restore 24x80 end", "EXIT 3"}));
}

// A client that lost the end of a long control string is brought out of it before its new picture.
TEST_F(SessionOutput, AResynchronisedClientIsTakenOutOfALongString) {
  const ClientId slow = attached({24, 80});
  model.on_write = [](base::ByteView bytes, vt::RelaySink& sink) {
    sink.relay({bytes, vt::Audience::everyone, true});
  };
  const std::string chunk(64 * 1024, 'x');
  for (int i = 0; i < 100; ++i) child_writes(chunk);
  model.text = "";
  core.on_client_writable(slow);
  EXPECT_EQ(received(slow), (Packets{"DATA \x18", "GEOMETRY 24x80", "SCREEN restore 24x80 "}));
}

// D-094: a child that does not read bounds what is queued and stops only who sends.
TEST_F(SessionOutput, AFullInputQueueStopsTheSenderOnly) {
  const ClientId sender = connect();
  const ClientId other = attached({24, 80});
  const std::string packet = wire::encode_data(std::string(64 * 1024, 'i'));
  int sent = 0;
  while (core.wants_input(sender)) {
    send(sender, packet);
    ++sent;
  }
  EXPECT_LE(core.input().bytes(), kInputQueueBytes + 64 * 1024);
  send(other, wire::encode_status_request() + wire::encode_resize({10, 40}));
  EXPECT_EQ(received(other).size(), 2U);
  EXPECT_EQ(child_input().size(), static_cast<std::size_t>(sent) * 64 * 1024);
  EXPECT_TRUE(core.wants_input(sender));
}

// Nothing behind a stopped packet is lost or reordered.
TEST_F(SessionOutput, AStoppedSenderGoesOnInOrder) {
  const ClientId sender = connect();
  send(sender, wire::encode_data(std::string(kInputQueueBytes, 'f')));
  send(sender, wire::encode_data("one") + wire::encode_data("two") + wire::encode_status_request());
  core.on_client_end(sender);
  EXPECT_FALSE(port.has_closed(sender));
  EXPECT_EQ(received(sender).size(), 0U);
  const std::string input = child_input();
  EXPECT_EQ(input.substr(kInputQueueBytes), "onetwo");
  EXPECT_EQ(received(sender).size(), 1U);
  EXPECT_TRUE(port.has_closed(sender));
}

TEST_F(SessionOutput, RepliesAreQueuedEvenWhenClientsFilledTheQueue) {
  const ClientId sender = connect();
  send(sender, wire::encode_data(std::string(kInputQueueBytes, 'f')));
  model.on_write = [this](base::ByteView, vt::RelaySink&) { model.replies = "<answer>"; };
  child_writes("?");
  EXPECT_TRUE(child_input().ends_with("f<answer>"));
}

TEST_F(SessionOutput, AFloodOfUnreadAnswersIsBounded) {
  model.on_write = [this](base::ByteView, vt::RelaySink&) { model.replies = std::string(1000, 'r'); };
  for (int i = 0; i < 1000; ++i) child_writes("?");
  EXPECT_LE(core.input().bytes(), kReplyBacklogBytes);
}

TEST_F(SessionOutput, AClientThatAsksWithoutReadingIsNotListenedTo) {
  const ClientId id = watching();
  for (int i = 0; i < 1000 && core.wants_input(id); ++i) send(id, wire::encode_status_request());
  EXPECT_FALSE(core.wants_input(id));
  received(id);
  EXPECT_TRUE(core.wants_input(id));
}

// D-151
TEST_F(SessionOutput, AnEventFloodIsCoalesced) {
  for (int i = 0; i < 100; ++i) {
    model.events = {event(vt::EventKind::bell)};
    child_writes("\a");
  }
  EXPECT_EQ(port.events.size(), 10U);
  wait(Milliseconds(1000));
  model.events = {event(vt::EventKind::bell), event(vt::EventKind::title_change)};
  child_writes("\a");
  EXPECT_EQ(port.events.size(), 12U);
}

// D-025, D-033
TEST_F(SessionOutput, WhoJoinedInsideALongSettingGetsAPictureWhenItHasEnded) {
  const ClientId early = attached({24, 80});
  model.long_string = model.long_setting = true;
  child_writes("\x1b]2;begin");
  const ClientId late = attached({24, 80});
  received(early);
  model.on_write = [&](base::ByteView bytes, vt::RelaySink& sink) {
    sink.relay({bytes, vt::Audience::everyone, true});
    model.long_string = false;
  };
  child_writes("end\a");
  EXPECT_EQ(received(early), (Packets{"DATA end\a"}));
  EXPECT_EQ(received(late), Packets{});
  EXPECT_TRUE(core.awaits_writable(late));
  core.on_client_writable(late);
  wait(kSettleBurst);
  EXPECT_EQ(received(late), (Packets{"GEOMETRY 24x80", "SCREEN " + model.image("restore")}));
  model.on_write = nullptr;
  child_writes("x");
  EXPECT_EQ(received(late), (Packets{"DATA x"}));
  EXPECT_EQ(received(early), (Packets{"DATA x"}));
}

TEST_F(SessionOutput, AStringThatLeavesNothingBehindIsNoReasonForAPicture) {
  model.long_string = true;
  child_writes("\x1bPqbegin");
  const ClientId late = attached({24, 80});
  model.on_write = [&](base::ByteView, vt::RelaySink& sink) {
    sink.relay({"end\a", vt::Audience::everyone, true});
    sink.relay({"x", vt::Audience::everyone, false});
    model.long_string = false;
  };
  child_writes("end\ax");
  EXPECT_EQ(received(late), (Packets{"DATA x"}));
}

}  // namespace
}  // namespace pty::daemon
