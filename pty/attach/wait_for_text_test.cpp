#include "pty/attach/wait_for_text.hpp"

#include <gtest/gtest.h>

#include <future>
#include <string>

#include "pty/attach/text_watcher.hpp"
#include "pty/client/scripted_daemon.hpp"

namespace pty::attach {
namespace {

using base::ByteView;
using base::Milliseconds;
using client::ScriptedDaemon;
using client::ScriptedPeer;

WaitRequest waiting(const ScriptedDaemon& daemon, std::vector<std::string> patterns) {
  WaitRequest request;
  request.endpoint = daemon.endpoint();
  request.patterns = std::move(patterns);
  request.view.plain = true;
  return request;
}

/// A session of 24x20 that shows `picture`, then prints each part, then goes on silently.
ScriptedDaemon::Script session(std::string picture, std::vector<std::string> parts = {}) {
  return [picture = std::move(picture), parts = std::move(parts)](ScriptedPeer& peer) {
    const auto request = peer.receive();
    EXPECT_TRUE(request && !wire::decode_peek(request->payload).plain) << "the model needs terminal bytes";
    peer.send_picture({24, 20}, picture);
    for (const std::string& part : parts) peer.send(wire::encode_data(part));
    (void)peer.receive();
  };
}

// D-137
TEST(RunWait, TextOnTheScreenReturnsAtOnceWithThatScreen) {
  ScriptedDaemon daemon(session("line\r\n$ ready"));
  const WaitOutcome outcome = run_wait(waiting(daemon, {"nothing", "ready"}));
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.output, "line\n$ ready\n");
  EXPECT_EQ(outcome.complaint, "");
}

// D-137
TEST(RunWait, TextThatAppearsLaterReturns) {
  ScriptedDaemon daemon(session("$ ", {"ma", "ke\r\n", "\x1b[32mdo\x1b[1mne\x1b[0m"}));
  const WaitOutcome outcome = run_wait(waiting(daemon, {"done"}));
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.output, "$ make\ndone\n");
}

// D-137
TEST(RunWait, TheScreenIsPrintedWholeNotUpToTheText) {
  ScriptedDaemon there(session("one\r\nListening on 8080\r\nready\r\n$ "));
  EXPECT_EQ(run_wait(waiting(there, {"Listening"})).output, "one\nListening on 8080\nready\n$ \n");
  ScriptedDaemon later(session("one\r\n", {"Listening on 8080\r\nready\r\n$ "}));
  EXPECT_EQ(run_wait(waiting(later, {"Listening"})).output, "one\nListening on 8080\nready\n$ \n");
  std::string picture;
  for (int i = 1; i < 60; ++i) picture += std::to_string(i) + "\r\n";
  ScriptedDaemon scrolled(session(picture + "end"));
  WaitRequest full = waiting(scrolled, {"12"});
  full.view.full = true;
  EXPECT_NE(run_wait(full).output.find("\n59\nend\n"), std::string::npos);
}

// D-139
TEST(RunWait, TextThatIsGoneAgainInTheSamePacketIsSeenAndPrinted) {
  ScriptedDaemon daemon(session("$ ", {"work\rfinished\r\x1b[2J\x1b[Hcleared"}));
  const WaitOutcome outcome = run_wait(waiting(daemon, {"finished"}));
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.output, "finished\n") << "the very screen that matched";
}

// D-139
TEST(RunWait, TextThatScrolledAwayIsSeen) {
  std::string flood = "needle\r\n";
  for (int i = 0; i < 500; ++i) flood += "hay\r\n";
  ScriptedDaemon daemon(session("$ ", {flood}));
  EXPECT_EQ(run_wait(waiting(daemon, {"needle"})).exit_status, 0);
}

// D-139
TEST(RunWait, ALineThatWrapsIsOneLine) {
  ScriptedDaemon daemon(session("0123456789 the answer is forty-two"));
  EXPECT_EQ(run_wait(waiting(daemon, {"the answer is forty-two"})).exit_status, 0);
}

TEST(RunWait, TextPutTogetherOutOfOrderIsSeen) {
  ScriptedDaemon daemon(session("", {"\x1b[5;6Hworld", "\x1b[5;1Hhello"}));
  EXPECT_EQ(run_wait(waiting(daemon, {"helloworld"})).exit_status, 0);
}

TEST(RunWait, TheAnsiScreenCarriesItsLooksAndUndoesItsModes) {
  ScriptedDaemon daemon(session("\x1b[31mred\x1b[?25l"));
  WaitRequest request = waiting(daemon, {"red"});
  request.view.plain = false;
  const WaitOutcome outcome = run_wait(request);
  EXPECT_NE(outcome.output.find("\x1b[31mred"), std::string::npos);
  EXPECT_TRUE(outcome.output.ends_with("\n"));
}

// D-137
TEST(RunWait, ATimeoutNamesThePatterns) {
  ScriptedDaemon daemon(session("$ "));
  WaitRequest request = waiting(daemon, {"a", "b"});
  request.timeout = Milliseconds{50};
  request.timeout_text = "0.05";
  const WaitOutcome outcome = run_wait(request);
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_EQ(outcome.output, "");
  EXPECT_EQ(outcome.complaint, "Timed out after 0.05s waiting for \"a\" or \"b\".\n");
}

// D-137
TEST(RunWait, ASessionThatNeverFallsSilentTimesOutToo) {
  ScriptedDaemon daemon([](ScriptedPeer& peer) {
    (void)peer.receive();
    peer.send_picture({24, 20}, "$ ");
    for (int i = 0; i < 100'000; ++i) peer.send(wire::encode_data("noise\r\n"));
    (void)peer.receive();
  });
  WaitRequest request = waiting(daemon, {"needle"});
  request.timeout = Milliseconds{20};
  request.timeout_text = "0.02";
  EXPECT_TRUE(run_wait(request).complaint.starts_with("Timed out"));
}

// D-138
TEST(RunWait, AnExitWithoutAMatchShowsTheLastOutput) {
  ScriptedDaemon daemon([](ScriptedPeer& peer) {
    (void)peer.receive();
    peer.send_picture({24, 20}, "error 1\r\nerror 2");
    peer.send(wire::encode_exit(2));
  });
  const WaitOutcome outcome = run_wait(waiting(daemon, {"ok"}));
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_EQ(outcome.complaint,
            "Session \"box\" exited (code 2) without matching \"ok\".\n  error 1\n  error 2\n");
}

// D-140
TEST(RunWait, ASessionThatVanishesWithoutRecordEndsTheWait) {
  ScriptedDaemon daemon([](ScriptedPeer& peer) {
    (void)peer.receive();
    peer.send_picture({24, 20}, "$ ");
  });
  WaitRequest request = waiting(daemon, {"ok"});
  request.fate = [] { return Fate{Fate::Kind::removed, {}, {}}; };
  const WaitOutcome outcome = run_wait(request);
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_EQ(outcome.complaint, "Session \"box\" ended without matching \"ok\".\n  $ \n");
}

// D-138
TEST(RunWait, ALossWithARecordSearchesItsLastLines) {
  ScriptedDaemon daemon([](ScriptedPeer& peer) {
    (void)peer.receive();
    peer.send_picture({24, 20}, "$ ");
  });
  WaitRequest request = waiting(daemon, {"ok"});
  request.fate = [] { return Fate{Fate::Kind::exited, 0, {"first", "all ok"}}; };
  const WaitOutcome outcome = run_wait(request);
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.output, "first\nall ok\n");
}

// D-133
TEST(RunWait, AMissingSessionIsReported) {
  WaitRequest request;
  request.endpoint = {"ghost", "/tmp/pty-test-ghost.sock"};
  request.patterns = {"x"};
  EXPECT_EQ(run_wait(request).complaint, "Session \"ghost\" not found or not running.\n");
}

// D-138
TEST(WaitInLastLines, SearchesTheSavedOutput) {
  EXPECT_EQ(wait_in_last_lines("box", {"b"}, {"a", "b"}, 0).output, "a\nb\n");
  EXPECT_EQ(wait_in_last_lines("box", {"x", "y"}, {"a"}, 7).complaint,
            "Session \"box\" exited (code 7) without matching \"x\" or \"y\".\n  a\n");
  EXPECT_EQ(wait_in_last_lines("box", {"x"}, {}, std::nullopt).complaint,
            "Session \"box\" vanished without matching \"x\".\n");
}

// D-139
TEST(TextWatcher, FindsTextHoweverTheStreamIsCut) {
  const std::string stream = "abc\x1b[1mde\x1b[0mf\r\nnot de\rf";
  for (std::size_t cut = 0; cut <= stream.size(); ++cut) {
    TextWatcher watcher({"cdef"});
    const auto first = watcher.feed(ByteView(stream).substr(0, cut));
    const auto second = first ? first : watcher.feed(ByteView(stream).substr(cut));
    ASSERT_TRUE(second) << "cut at " << cut;
    EXPECT_EQ(first ? *first : cut + *second, stream.find('f') + 1);
  }
  TextWatcher moved({"def"});
  EXPECT_FALSE(moved.feed("de\rf"));
  EXPECT_FALSE(moved.feed("de\x1b[Hf"));
  EXPECT_TRUE(moved.feed("...def"));
}

TEST(TextWatcher, AnEndlessLineIsLookedAtThroughAWindow) {
  TextWatcher watcher({"needle"});
  const std::string hay(1000, 'x');
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(watcher.feed(hay));
  EXPECT_FALSE(watcher.feed("need"));
  EXPECT_TRUE(watcher.feed("le"));
}

}  // namespace
}  // namespace pty::attach
