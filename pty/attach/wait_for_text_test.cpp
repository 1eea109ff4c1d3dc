#include "pty/attach/wait_for_text.hpp"

#include <gtest/gtest.h>

#include <future>
#include <string>

#include "pty/client/scripted_daemon.hpp"

namespace pty::attach {
namespace {

using base::ByteView;
using base::Milliseconds;
using client::ScriptedDaemon;
using client::ScriptedPeer;

WaitRequest waiting(const ScriptedDaemon& daemon, std::vector<std::string> texts) {
  WaitRequest request;
  request.endpoint = daemon.endpoint();
  request.conditions.texts = std::move(texts);
  request.view.plain = true;
  return request;
}

/// A session of 24x20 that shows `picture`, then prints each part, then goes on silently.
ScriptedDaemon::Script session(std::string picture, std::vector<std::string> parts = {}) {
  return [picture = std::move(picture), parts = std::move(parts)](ScriptedPeer& peer) {
    const auto request = peer.receive();
    EXPECT_TRUE(request && !wire::decode_peek(request->payload).plain) << "the model needs terminal bytes";
    EXPECT_TRUE(request && wire::decode_peek(request->payload).cursor) << "what follows goes on from it";
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
  request.conditions.texts = {"x"};
  EXPECT_EQ(run_wait(request).complaint, "Session \"ghost\" not found or not running.\n");
}

WaitConditions texts(std::vector<std::string> wanted) {
  WaitConditions conditions;
  conditions.texts = std::move(wanted);
  return conditions;
}

// D-138
TEST(WaitInLastLines, SearchesTheSavedOutput) {
  EXPECT_EQ(wait_in_last_lines("box", texts({"b"}), {"a", "b"}, 0).output, "a\nb\n");
  EXPECT_EQ(wait_in_last_lines("box", texts({"x", "y"}), {"a"}, 7).complaint,
            "Session \"box\" exited (code 7) without matching \"x\" or \"y\".\n  a\n");
  EXPECT_EQ(wait_in_last_lines("box", texts({"x"}), {}, std::nullopt).complaint,
            "Session \"box\" vanished without matching \"x\".\n");
}

// D-138: what an exited session shows it shows for ever; of one that vanished less is known.
TEST(WaitInLastLines, AnExitIsAnEndAndAVanishedSessionIsNot) {
  WaitConditions conditions;
  conditions.exit = true;
  EXPECT_EQ(wait_in_last_lines("box", conditions, {"a"}, 3).matched, "the end of the program (code 3)");
  EXPECT_EQ(wait_in_last_lines("box", conditions, {"a"}, std::nullopt).complaint,
            "Session \"box\" vanished without matching the end of the program.\n  a\n");
  conditions.exit = false;
  conditions.gone = {"a"};
  EXPECT_EQ(wait_in_last_lines("box", conditions, {"a"}, 0).exit_status, 1);
  EXPECT_EQ(wait_in_last_lines("box", conditions, {"b"}, 0).matched, "the absence of \"a\"");
  EXPECT_EQ(wait_in_last_lines("box", conditions, {"b"}, std::nullopt).exit_status, 1);
}

TEST(RunWait, QuietAbsenceAndTheEndEndItToo) {
  ScriptedDaemon quiet(session("busy", {"\x1b[2J"}));
  WaitRequest request = waiting(quiet, {"never"});
  request.conditions.idle = Milliseconds{60};
  request.conditions.idle_text = "0.06";
  EXPECT_EQ(run_wait(request).matched, "0.06s of quiet");

  ScriptedDaemon cleared(session("busy", {"\x1b[2J\x1b[H$ "}));
  WaitRequest gone = waiting(cleared, {"never"});
  gone.conditions.gone = {"busy"};
  EXPECT_EQ(run_wait(gone).matched, "the absence of \"busy\"");

  ScriptedDaemon ended([](ScriptedPeer& peer) {
    (void)peer.receive();
    peer.send_picture({24, 20}, "done");
    peer.send(wire::encode_exit(4));
  });
  WaitRequest end = waiting(ended, {"never"});
  end.conditions.exit = true;
  const WaitOutcome outcome = run_wait(end);
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.output, "done\n");
  EXPECT_EQ(outcome.matched, "the end of the program (code 4)");
}

// A regular expression that cannot be one is told with the reason; none runs away.
TEST(LineRegex, IsCheckedAndLinear) {
  const auto broken = LineRegex::compile("(ab");
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().text, "missing ): (ab");
  EXPECT_FALSE(LineRegex::compile("a{1000}{1000}{1000}"));
  EXPECT_FALSE(LineRegex::compile("\xff"));
  EXPECT_FALSE(LineRegex::compile("(?P<x>a)(?P=x)")) << "no backreferences";
  const auto nested = LineRegex::compile("(x+x+)+y");
  ASSERT_TRUE(nested);
  EXPECT_FALSE(nested->found_in(std::string(1'000'000, 'x')));
  const auto line = LineRegex::compile("^b[^c]*$");
  ASSERT_TRUE(line);
  EXPECT_TRUE(line->found_in("a\nbb\nc"));
  EXPECT_FALSE(line->found_in("abb\nc"));
  EXPECT_TRUE(LineRegex::compile("\u4f60.\u00e9")->found_in("\u4f60\u597d\u00e9"));
}

}  // namespace
}  // namespace pty::attach
