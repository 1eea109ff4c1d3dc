// SUBMIT among other clients, with a scripted program: it reads when the test takes child_input(), and shows
// what the test makes it write.

#include "pty/daemon/scripted_session.hpp"

namespace pty::daemon {
namespace {

class SessionSubmit : public SessionTest {
 protected:
  static std::string submit(const std::string& text, wire::SubmitFlags flags = {true, false}) {
    return wire::encode_submit({flags, text});
  }
  ClientId submitting(const std::string& text) {
    const ClientId id = connect();
    send(id, submit(text));
    return id;
  }
  /// The program reads all that is there, and shows it.
  std::string reads_and_shows() {
    const std::string input = child_input();
    child_writes(input);
    return input;
  }
  /// What the client was told, without the packets' payload made readable.
  std::string answer(ClientId id) {
    std::string text;
    for (const std::string& packet : received(id)) {
      if (packet.starts_with("SUBMITTED")) text += "submitted " + std::to_string(int{packet.back()}) + ";";
      if (packet.starts_with("STATUS")) text += "status;";
    }
    return text;
  }
  static std::string told(wire::SubmitOutcome outcome) {
    return "submitted " + std::to_string(static_cast<int>(outcome)) + ";";
  }
  const std::string done = told(wire::SubmitOutcome::done);
};

TEST_F(SessionSubmit, TextThenEnterThenTheAnswer) {
  const ClientId id = submitting("hello");
  EXPECT_EQ(reads_and_shows(), "hello");
  wait(kSubmitQuiet + kSubmitSample * 4);
  EXPECT_EQ(answer(id), "");
  EXPECT_EQ(child_input(), "\r");
  wait(kSubmitSample * 4);
  EXPECT_EQ(answer(id), done);
}

TEST_F(SessionSubmit, TheTextIsAPasteIfTheProgramAskedForThat) {
  model.form.bracketed_paste = true;
  model.form.enter = "\x1b[13u";
  submitting("one\ntwo\x1b[20\x1b[201~1~");
  EXPECT_EQ(reads_and_shows(), "\x1b[200~one\ntwo\x1b[201~");
  wait(kShowPatience);
  EXPECT_EQ(child_input(), "\x1b[13u");
}

TEST_F(SessionSubmit, MarksCanBeForcedAndEnterLeftOut) {
  const ClientId id = connect();
  send(id, submit("x", {false, true}));
  EXPECT_EQ(child_input(), "\x1b[200~x\x1b[201~");
  EXPECT_EQ(answer(id), done);
  wait(kReadPatience);
  EXPECT_EQ(child_input(), "");
}

TEST_F(SessionSubmit, AnEmptyTextIsEnterAlone) {
  model.form.bracketed_paste = true;
  const ClientId id = submitting("");
  wait(kShowPatience + kSubmitSample * 4);
  EXPECT_EQ(child_input(), "\r");
  wait(kSubmitSample * 4);
  EXPECT_EQ(answer(id), done);
}

// D-034: nobody's input comes between the text and its Enter, and none is lost.
TEST_F(SessionSubmit, OthersWaitBehindItInOrder) {
  const ClientId typist = attached({24, 80});
  const ClientId id = submitting("message");
  send(typist, wire::encode_data("ab"));
  send(connect(), wire::encode_data("cd"));
  EXPECT_FALSE(core.wants_input(typist));
  EXPECT_FALSE(core.wants_input(id));
  EXPECT_EQ(reads_and_shows(), "message");
  wait(kShowPatience);
  EXPECT_EQ(child_input(), "\r");
  wait(kSubmitSample * 4);
  EXPECT_EQ(answer(id), done);
  EXPECT_EQ(child_input(), "abcd");
  EXPECT_TRUE(core.wants_input(typist));
}

TEST_F(SessionSubmit, TheEmulatorsAnswersDoNotWait) {
  submitting("message");
  EXPECT_EQ(child_input(), "message");
  model.replies = "<reply>";
  child_writes("query");
  EXPECT_EQ(child_input(), "<reply>");
}

TEST_F(SessionSubmit, SeveralAtOnceGoOneAfterTheOther) {
  const ClientId first = submitting("1");
  const ClientId second = submitting("2");
  const ClientId third = submitting("3");
  for (const auto& [id, text] : {std::pair{first, "1"}, {second, "2"}, {third, "3"}}) {
    EXPECT_EQ(reads_and_shows(), text);
    wait(kShowPatience);
    EXPECT_EQ(answer(id), "");
    EXPECT_EQ(child_input(), "\r");
    wait(kSubmitSample * 4);
    EXPECT_EQ(answer(id), done);
  }
}

TEST_F(SessionSubmit, KeysWaitForOneSubmissionAtMost) {
  const ClientId late = connect();
  const ClientId typist = connect();
  submitting("one");
  submitting("two");
  send(late, submit("three"));
  send(typist, wire::encode_data("^C"));
  EXPECT_EQ(reads_and_shows(), "one");
  wait(kSubmitQuiet + kSubmitSample * 4);
  EXPECT_EQ(child_input(), "\r");
  wait(kSubmitSample * 4);
  EXPECT_EQ(reads_and_shows(), "^Ctwo") << "the older connection asked later";
  send(typist, wire::encode_data("^Z"));
  wait(kSubmitQuiet + kSubmitSample * 4);
  EXPECT_EQ(child_input(), "\r");
  wait(kSubmitSample * 4);
  EXPECT_EQ(child_input(), "^Zthree");
}

TEST_F(SessionSubmit, SomebodyWhoNeverStopsTypingDoesNotHoldItOff) {
  const ClientId typist = connect();
  const std::string much(kInputQueueBytes, 'x');
  for (int i = 0; i < 2; ++i) send(typist, wire::encode_data(much));
  submitting("text");
  core.on_input_written(much.size());  // the second one's turn; the submission is next
  send(typist, wire::encode_data("y"));
  EXPECT_EQ(child_input(), much + "text");
  wait(kShowPatience * 2);
  EXPECT_EQ(child_input(), "\r");
  wait(kSubmitSample * 4);
  EXPECT_EQ(child_input(), "y");
}

TEST_F(SessionSubmit, WhatAClientSaysAfterItIsHeardAfterIt) {
  const ClientId id = connect();
  send(id, submit("a") + wire::encode_status_request() + wire::encode_data("tail"));
  core.on_client_end(id);
  EXPECT_EQ(answer(id), "");
  EXPECT_EQ(reads_and_shows(), "a");
  wait(kShowPatience);
  EXPECT_EQ(child_input(), "\r");
  wait(kSubmitSample * 4);
  EXPECT_EQ(answer(id), done + "status;");
  EXPECT_EQ(child_input(), "tail");
  EXPECT_TRUE(port.has_closed(id)) << "served to the end, then closed";
}

// The text is with the program: without Enter it would become part of the next one's.
TEST_F(SessionSubmit, AClientThatLeavesMeanwhileChangesNothing) {
  const ClientId id = submitting("message");
  EXPECT_EQ(reads_and_shows(), "message");
  core.on_client_lost(id);
  const ClientId next = submitting("next");
  wait(kShowPatience);
  EXPECT_EQ(child_input(), "\r");
  wait(kSubmitSample * 4);
  EXPECT_EQ(reads_and_shows(), "next");
  wait(kShowPatience);
  EXPECT_EQ(child_input(), "\r");
  wait(kSubmitSample * 4);
  EXPECT_EQ(answer(next), done);
}

TEST_F(SessionSubmit, AClientThatLeavesBeforeItsTurnHasSubmittedNothing) {
  submitting("first");
  const ClientId waiting = submitting("second");
  core.on_client_lost(waiting, wire::encode_data("and more"));
  const ClientId late = connect();
  core.on_client_lost(late, wire::encode_data("whole ") + submit("third") + wire::encode_data("behind"));
  EXPECT_EQ(reads_and_shows(), "first");
  wait(kShowPatience);
  EXPECT_EQ(child_input(), "\r");
  wait(kSubmitSample * 4);
  EXPECT_EQ(child_input(), "whole ");
  wait(kReadPatience);
  EXPECT_EQ(child_input(), "");
}

TEST_F(SessionSubmit, AProgramThatEndsMeanwhileIsTold) {
  const ClientId id = submitting("message");
  const ClientId waiting = submitting("next");
  child_dies(3);
  EXPECT_EQ(answer(id), told(wire::SubmitOutcome::ended));
  EXPECT_EQ(answer(waiting), told(wire::SubmitOutcome::ended));
  EXPECT_EQ(answer(submitting("late")), told(wire::SubmitOutcome::ended));
}

TEST_F(SessionSubmit, AProgramThatEndsOnEnterHasHadIt) {
  const ClientId id = submitting("exit");
  EXPECT_EQ(reads_and_shows(), "exit");
  wait(kShowPatience);
  port.unread = 1;
  EXPECT_EQ(child_input(), "\r");
  child_dies(0);
  EXPECT_EQ(answer(id), done);
}

TEST_F(SessionSubmit, AProgramThatNeverReadsGetsNoEnterAndFreesTheOthers) {
  const ClientId id = submitting("message");
  const ClientId typist = connect();
  send(typist, wire::encode_data("\x03"));
  EXPECT_EQ(child_input(), "message");
  port.unread = 7;
  wait(kReadPatience + kSubmitSample);
  EXPECT_EQ(answer(id), told(wire::SubmitOutcome::unread));
  EXPECT_EQ(child_input(), "\x03");
}

TEST_F(SessionSubmit, AStopEndsItWithoutAnAnswer) {
  const ClientId id = submitting("message");
  core.stop();
  wait(kStopFlush);
  EXPECT_TRUE(port.has_closed(id));
  EXPECT_EQ(port.samples, 0);
}

TEST_F(SessionSubmit, WatchersAndOverlongTextsAreRefused) {
  const ClientId watcher = watching();
  send(watcher, submit("x"));
  EXPECT_EQ(answer(watcher), told(wire::SubmitOutcome::denied));
  const ClientId id = connect();
  send(id, wire::encode_packet(wire::MessageType::submit, std::string(wire::kMaxSubmitText + 500, 'x')));
  EXPECT_EQ(answer(id), told(wire::SubmitOutcome::too_large));
  send(id, wire::encode_packet(wire::MessageType::submit, {}));
  EXPECT_EQ(answer(id), done) << "an empty payload asks for nothing";
  EXPECT_EQ(child_input(), "");
}

TEST_F(SessionSubmit, ItWaitsForRoomLikeAllInput) {
  send(connect(), wire::encode_data(std::string(kInputQueueBytes, 'f')));
  const ClientId id = submitting("message");
  EXPECT_FALSE(core.wants_input(id));
  EXPECT_EQ(child_input().substr(kInputQueueBytes), "message");
}

TEST_F(SessionSubmit, NothingIsAskedWhileNobodySubmits) {
  child_writes("output");
  wait(kReadPatience);
  EXPECT_EQ(port.samples, 0);
}

}  // namespace
}  // namespace pty::daemon
