// Attach and follow on a real pty, in a process of their own, against a scripted daemon.
#include "pty/attach/attach_shell.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <functional>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "pty/attach/follow.hpp"
#include "pty/client/scripted_daemon.hpp"
#include "pty/os/fd_io.hpp"
#include "pty/os/pipe.hpp"
#include "pty/os/pty_device.hpp"
#include "pty/os/reopen_terminal.hpp"
#include "pty/os/scratch_directory.hpp"

namespace pty::attach {
namespace {

using base::ByteBuffer;
using base::ByteView;
using base::Milliseconds;
using base::Size;
using client::ScriptedDaemon;
using client::ScriptedPeer;
using wire::MessageType;

constexpr Milliseconds kPatience{10'000};

/// Serves when the person has been forked, not before: a child must not be made while a thread runs.
class ForkedAgainst : public ScriptedDaemon {
 public:
  explicit ForkedAgainst(Script script) : ScriptedDaemon(std::move(script), Start::by_hand) {}
};

/// A client process whose terminal we hold the other end of.
class Person {
 public:
  using Program = std::function<int(int terminal, int errors)>;
  static constexpr char kFiller = 'y';

  Person(ForkedAgainst& daemon, const Program& program, Size size = {24, 80}) {
    auto device = os::open_pty(size);
    auto errors = os::create_pipe();
    master_ = std::move(device->master);
    slave_ = std::move(device->slave);
    errors_ = std::move(errors->read_end);
    EXPECT_EQ(::tcgetattr(slave_.get(), &before_), 0);
    child_ = ::fork();
    if (child_ == 0) {
      master_.reset();  // or the terminal could not hang up
      // Its own process group, so that stopping it is honoured.
      (void)::setpgid(0, 0);
      ::_exit(program(slave_.get(), errors->write_end.get()));
    }
    errors->write_end.reset();
    daemon.start();
  }
  Person(const Person&) = delete;
  Person& operator=(const Person&) = delete;
  ~Person() {
    if (child_ > 0) {
      (void)::kill(child_, SIGKILL);
      (void)::waitpid(child_, nullptr, 0);
    }
  }

  /// Reads the terminal until it has shown `text`; what was read so far is kept in seen().
  bool sees(ByteView text) {
    std::size_t from = 0;
    while (seen_.find(text, from) == ByteBuffer::npos) {
      from = seen_.size() - std::min(seen_.size(), text.size());
      if (!read_more(kPatience)) return false;
    }
    return true;
  }
  void hang_up() { master_.reset(); }
  void type(ByteView bytes) { ASSERT_TRUE(os::write_all(master_.get(), bytes)); }
  void send_signal(int number) const { ASSERT_EQ(::kill(child_, number), 0); }
  void resize(Size size) {
    ASSERT_TRUE(os::set_window_size(master_.get(), size));
    send_signal(SIGWINCH);
  }
  /// Once the client writes something: fills the terminal, which nobody reads, behind it. Looking whether it
  /// is full would not do: the system makes room a moment later (what was written last moves on towards the
  /// reader) and wakes no writer for it.
  void fills_up() const {
    ASSERT_TRUE(is_readable(kPatience));
    auto end = os::reopen_terminal_for_writing(slave_.get());
    ASSERT_TRUE(end);
    const ByteBuffer filler(4096, kFiller);
    for (int refused = 0; refused < 1000; std::this_thread::yield()) {
      const auto outcome = os::write_some(end->get(), filler);
      ASSERT_TRUE(outcome);
      refused = outcome->state == os::IoState::would_block ? refused + 1 : 0;
    }
  }
  /// The exit status of a client that ends while nobody reads the terminal; then what it left there is read.
  int exit_status_unread() {
    int status = 0;
    EXPECT_EQ(::waitpid(child_, &status, 0), child_);
    child_ = -1;
    while (read_more(Milliseconds{0})) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  bool wait_stopped() const {
    int status = 0;
    return ::waitpid(child_, &status, WUNTRACED) == child_ && WIFSTOPPED(status);
  }
  int exit_status() {
    int status = 0;
    while (::waitpid(child_, &status, WNOHANG) == 0) (void)read_more(Milliseconds{10});
    child_ = -1;
    while (read_more(Milliseconds{0})) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  std::string complaints() {
    std::string text;
    (void)os::read_to_end(errors_.get(), 1 << 16, text);
    return text;
  }
  [[nodiscard]] bool raw() const {
    termios now{};
    return ::tcgetattr(slave_.get(), &now) == 0 && (now.c_lflag & (ICANON | ECHO | ISIG)) == 0;
  }
  [[nodiscard]] bool restored() const {
    termios now{};
    return ::tcgetattr(slave_.get(), &now) == 0 && now.c_lflag == before_.c_lflag &&
           now.c_iflag == before_.c_iflag && now.c_oflag == before_.c_oflag &&
           now.c_cflag == before_.c_cflag &&
           std::memcmp(static_cast<const void*>(now.c_cc), static_cast<const void*>(before_.c_cc), NCCS) == 0;
  }
  [[nodiscard]] const ByteBuffer& seen() const { return seen_; }
  void forget_seen() { seen_.clear(); }
  [[nodiscard]] int slave() const { return slave_.get(); }

 private:
  [[nodiscard]] bool is_readable(Milliseconds limit) const {
    const auto ready = os::wait_ready(master_.get(), os::Direction::readable, limit);
    return ready && *ready;
  }
  bool read_more(Milliseconds limit) {
    if (!is_readable(limit)) return false;
    const auto got = os::read_master(master_.get(), buffer_);
    if (!got || got->state != os::IoState::moved) return false;
    seen_.append(buffer_.data(), got->bytes);
    return true;
  }

  os::Fd master_;
  os::Fd slave_;
  os::Fd errors_;
  termios before_{};
  pid_t child_ = -1;
  ByteBuffer seen_;
  std::array<char, 1 << 16> buffer_{};
};

Person::Program attaching(const ScriptedDaemon& daemon, FateProbe fate = {}) {
  return [endpoint = daemon.endpoint(), fate = std::move(fate)](int terminal, int errors) {
    const auto outcome = run_attach({endpoint, fate, terminal, terminal, errors});
    return outcome ? outcome->exit_status : 99;
  };
}

FateProbe always(Fate::Kind kind, std::optional<std::int32_t> code = std::nullopt) {
  return [kind, code] { return Fate{kind, code, {}}; };
}

/// A session that shows a picture and echoes what is typed until the client leaves.
void echo_session(ScriptedPeer& peer) {
  const auto request = peer.receive();
  if (!request) return;
  peer.send_picture(wire::decode_size(request->payload), "\x1b[?2004h\x1b[?25lWELCOME");
  while (const auto packet = peer.receive()) {
    if (packet->type == MessageType::detach) return;
    if (packet->type == MessageType::data) peer.send(wire::encode_data("<" + packet->payload + ">"));
    if (packet->type == MessageType::resize) {
      const Size size = wire::decode_size(packet->payload);
      peer.send(wire::encode_geometry(size));
      peer.send(wire::encode_data("size " + std::to_string(size.rows) + "x" + std::to_string(size.cols)));
    }
  }
}

constexpr ByteView kUndone = "\x1b[?25h\x1b[?2004l\x1b[999;1H";

// D-101, D-103
TEST(AttachShell, TypesSeesAndDetachesAndLeavesTheTerminalAsItWas) {
  ForkedAgainst daemon(echo_session);
  Person person(daemon, attaching(daemon));
  ASSERT_TRUE(person.sees("\x1b[2J\x1b[H\x1b[?2004h\x1b[?25lWELCOME"));
  EXPECT_TRUE(person.raw());
  person.type("x\x03");
  ASSERT_TRUE(person.sees("<x\x03>")) << "control characters are the session's";
  person.type("\x1c");
  EXPECT_EQ(person.exit_status(), 0);
  EXPECT_TRUE(person.seen().ends_with(ByteBuffer(kUndone) + "\r\n[detached]\r\n")) << person.seen();
  EXPECT_TRUE(person.restored());
  EXPECT_EQ(person.complaints(), "");
}

TEST(AttachShell, ADaemonThatSendsItAwayGetsItsGoodbye) {
  std::promise<bool> goodbye;
  ForkedAgainst daemon([&](ScriptedPeer& peer) {
    (void)peer.receive();
    peer.send_picture({24, 80}, "\x1b[?2004h\x1b[?25lhello");
    peer.send(wire::encode_detach());
    goodbye.set_value(peer.expect(MessageType::detach).has_value());
  });
  Person person(daemon, attaching(daemon));
  EXPECT_EQ(person.exit_status(), 0);
  EXPECT_TRUE(person.seen().ends_with(ByteBuffer(kUndone) + "\r\n[detached]\r\n")) << person.seen();
  EXPECT_TRUE(person.restored());
  EXPECT_TRUE(goodbye.get_future().get());
}

// D-111
TEST(AttachShell, TheProgramsExitIsTheClients) {
  ForkedAgainst daemon([](ScriptedPeer& peer) {
    (void)peer.receive();
    peer.send_picture({24, 80}, "bye");
    peer.send(wire::encode_data("last words") + wire::encode_exit(42));
  });
  Person person(daemon, attaching(daemon));
  EXPECT_EQ(person.exit_status(), 42);
  EXPECT_TRUE(person.seen().ends_with("last words\x1b[999;1H\r\n[box exited with code 42]\r\n"));
  EXPECT_TRUE(person.restored());
}

// D-113
TEST(AttachShell, ALostDaemonIsReportedAndTheTerminalRestored) {
  ForkedAgainst daemon([](ScriptedPeer& peer) {
    (void)peer.receive();
    peer.send_picture({24, 80}, "\x1b[?25l\x1b[?2004hhi");
  });
  Person person(daemon, attaching(daemon, always(Fate::Kind::lost)));
  EXPECT_EQ(person.exit_status(), 1);
  EXPECT_TRUE(person.seen().ends_with(ByteBuffer(kUndone) + "\r\n"));
  EXPECT_EQ(person.complaints(), "[box: connection lost]\n");
  EXPECT_TRUE(person.restored());
}

// D-113
TEST(AttachShell, ALossWithARecordedExitIsReportedAsThatExit) {
  ForkedAgainst daemon([](ScriptedPeer& peer) {
    (void)peer.receive();
    peer.send_picture({24, 80}, "hi");
  });
  Person person(daemon, attaching(daemon, always(Fate::Kind::exited, 143)));
  EXPECT_EQ(person.exit_status(), 143);
  EXPECT_TRUE(person.sees("[box exited with code 143]"));
}

TEST(AttachShell, AMissingSessionFailsBeforeTheTerminalIsTouched) {
  const auto outcome = run_attach({{"ghost", "/tmp/pty-test-ghost.sock"}, {}, 0, 1, 2});
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().text, "Session \"ghost\" not found or not running.");
}

// D-114
TEST(AttachShell, SignalsRestoreTheTerminal) {
  for (const int number : {SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF,
                           SIGXCPU, SIGXFSZ, SIGIO, SIGPWR, SIGSTKFLT, SIGRTMIN, SIGRTMIN + 7, SIGRTMAX}) {
    std::promise<bool> detached;
    ForkedAgainst daemon([&detached](ScriptedPeer& peer) {
      (void)peer.receive();
      peer.send_picture({24, 80}, "\x1b[?2004h\x1b[?25lWELCOME");
      detached.set_value(peer.expect(MessageType::detach).has_value());
    });
    Person person(daemon, attaching(daemon));
    ASSERT_TRUE(person.sees("WELCOME"));
    person.send_signal(number);
    EXPECT_EQ(person.exit_status(), 128 + number);
    EXPECT_TRUE(person.seen().ends_with(kUndone));
    EXPECT_TRUE(person.restored());
    EXPECT_TRUE(detached.get_future().get());
  }
}

// D-115
TEST(AttachShell, AStopGivesTheTerminalBackAndContinuingAttachesAgain) {
  ForkedAgainst daemon(echo_session);
  Person person(daemon, attaching(daemon));
  ASSERT_TRUE(person.sees("WELCOME"));
  person.send_signal(SIGTSTP);
  ASSERT_TRUE(person.wait_stopped());
  ASSERT_TRUE(person.sees(kUndone));
  EXPECT_TRUE(person.restored());
  person.forget_seen();
  person.send_signal(SIGCONT);
  ASSERT_TRUE(person.sees("WELCOME"));
  ASSERT_TRUE(person.sees("\x1b[?25l"));
  EXPECT_TRUE(person.raw());
  person.type("y");
  ASSERT_TRUE(person.sees("<y>"));
  EXPECT_EQ(person.seen().find("WELCOME"), person.seen().rfind("WELCOME")) << "one picture";
  person.type("\x1c");
  EXPECT_EQ(person.exit_status(), 0);
  EXPECT_TRUE(person.restored());
}

// D-102
TEST(AttachShell, AResizeOfTheTerminalReachesTheSession) {
  ForkedAgainst daemon(echo_session);
  Person person(daemon, attaching(daemon), {30, 100});
  ASSERT_TRUE(person.sees("WELCOME"));
  person.resize({40, 120});
  ASSERT_TRUE(person.sees("size 40x120"));
  person.send_signal(SIGTERM);
  EXPECT_EQ(person.exit_status(), 143);
}

// D-112
TEST(AttachShell, TheEndOfItsInputKeepsItAttachedUntilTheExit) {
  std::promise<void> input_ended;
  std::promise<void> end_was_read;
  ForkedAgainst daemon([&](ScriptedPeer& peer) {
    (void)peer.receive();
    peer.send_picture({24, 80}, "hi");
    EXPECT_EQ(peer.read_input(5), "typed");
    EXPECT_EQ(input_ended.get_future().wait_for(kPatience), std::future_status::ready);
    peer.send(wire::encode_data("behind the end"));
    EXPECT_EQ(end_was_read.get_future().wait_for(kPatience), std::future_status::ready);
    peer.send(wire::encode_data("still attached") + wire::encode_exit(0));
  });
  auto input = os::create_pipe();
  const int reading = input->read_end.get();
  const int writing = input->write_end.get();
  Person person(daemon, [endpoint = daemon.endpoint(), reading, writing](int terminal, int errors) {
    os::Fd(writing).reset();  // or the input could not end
    const auto outcome = run_attach({endpoint, {}, reading, terminal, errors});
    return outcome ? outcome->exit_status : 99;
  });
  ASSERT_TRUE(os::write_all(input->write_end.get(), "typed"));
  input->write_end.reset();
  ASSERT_TRUE(person.sees("hi"));
  input_ended.set_value();
  // Showing this it has seen, in the same turn at the latest, that there is no more input.
  ASSERT_TRUE(person.sees("behind the end"));
  end_was_read.set_value();
  EXPECT_EQ(person.exit_status(), 0);
  EXPECT_TRUE(person.sees("still attached"));
}

TEST(AttachShell, ALargePasteArrivesByteForByte) {
  ByteBuffer paste;
  for (int i = 0; i < 45'000; ++i) paste += "\xe2\x82\xac\x01";
  std::promise<ByteBuffer> received;
  ForkedAgainst daemon([&](ScriptedPeer& peer) {
    (void)peer.receive();
    peer.send_picture({24, 80}, "READY");
    received.set_value(peer.read_input(paste.size()));
    peer.send(wire::encode_exit(0));
  });
  Person person(daemon, attaching(daemon));
  ASSERT_TRUE(person.sees("READY"));
  person.type(paste);
  EXPECT_EQ(person.exit_status(), 0);
  EXPECT_TRUE(received.get_future().get() == paste);
}

TEST(AttachShell, ATerminalThatIsNotReadDoesNotHoldUpTheKeyboard) {
  ForkedAgainst daemon([](ScriptedPeer& peer) {
    (void)peer.receive();
    peer.send_picture({24, 80}, "READY");
    const ByteBuffer flood(std::size_t{64} << 10, 'x');
    std::thread writer([&] {
      for (int i = 0; i < 64; ++i) peer.send(wire::encode_data(flood));
    });
    EXPECT_EQ(peer.read_input(1), "q") << "typed while nobody reads the output";
    writer.join();
    peer.send(wire::encode_data("END") + wire::encode_exit(0));
  });
  Person person(daemon, attaching(daemon));
  ASSERT_TRUE(person.sees("READY"));
  person.type("q");
  EXPECT_TRUE(person.sees("xEND"));
  EXPECT_EQ(person.exit_status(), 0);
}

constexpr int kFloods = 8;
constexpr int kFlood = 64 << 10;

/// A session that floods the terminal with x once something is typed, on a screen that needs undoing.
void flooding_session(ScriptedPeer& peer) {
  (void)peer.receive();
  peer.send_picture({24, 80}, "\x1b[?1049h\x1b[?1003hREADY");
  if (peer.read_input(1) != "q") return;
  const ByteBuffer flood(kFlood, 'x');
  for (int i = 0; i < kFloods; ++i) peer.send(wire::encode_data("\x1b[?25l" + flood + "\x1b[?25h"));
  while (peer.receive()) {
  }
}

/// What the client wrote last on a terminal that was full. Something of the flood is lost there, and what was
/// cut is to be ended before anything else is said.
ByteBuffer undone_unread(const Person& person) {
  const ByteBuffer& seen = person.seen();
  EXPECT_LT(std::ranges::count(seen, 'x'), kFloods * kFlood);
  return seen.substr(seen.find_last_of(ByteBuffer{'x', Person::kFiller}) + 1);
}

// D-101, D-103
TEST(AttachShell, ATerminalThatIsNotReadIsBroughtBackByADetach) {
  ForkedAgainst daemon(flooding_session);
  Person person(daemon, attaching(daemon));
  ASSERT_TRUE(person.sees("READY"));
  person.type("q");
  person.fills_up();
  person.type("\x1c");
  EXPECT_EQ(person.exit_status_unread(), 0);
  EXPECT_EQ(undone_unread(person), "\x18\x1b\\\x1b[?25h\x1b[?1003l\x1b[?1049l\r\n[detached]\r\n");
  EXPECT_TRUE(person.restored());
}

// D-114, D-115
TEST(AttachShell, ATerminalThatIsNotReadIsBroughtBackAfterASignal) {
  for (const int number : {SIGTERM, SIGHUP}) {
    ForkedAgainst daemon(flooding_session);
    Person person(daemon, attaching(daemon));
    ASSERT_TRUE(person.sees("READY"));
    person.type("q");
    person.fills_up();
    person.send_signal(number);
    EXPECT_EQ(person.exit_status_unread(), 128 + number);
    EXPECT_EQ(undone_unread(person), "\x18\x1b\\\x1b[?25h\x1b[?1003l\x1b[?1049l");
    EXPECT_TRUE(person.restored());
  }
}

// D-114
TEST(AttachShell, ATerminalThatCannotBeBroughtBackIsReported) {
  ForkedAgainst daemon(flooding_session);
  Person person(daemon, attaching(daemon));
  ASSERT_TRUE(person.sees("READY"));
  ASSERT_EQ(::tcflow(person.slave(), TCOOFF), 0);
  person.type("q");
  person.send_signal(SIGTERM);
  EXPECT_EQ(person.exit_status_unread(), 128 + SIGTERM);
  EXPECT_EQ(person.complaints(), "cannot restore the terminal: it takes no output\n");
  EXPECT_TRUE(person.restored());
}

/// Attaches with the terminal as input only.
Person::Program attaching_into(const ScriptedDaemon& daemon, int output) {
  return [endpoint = daemon.endpoint(), output](int terminal, int errors) {
    const auto outcome = run_attach({endpoint, {}, terminal, output, errors});
    return outcome ? outcome->exit_status : 99;
  };
}

// D-101
TEST(AttachShell, AnOutputThatCannotBeWrittenToFailsBeforeTheTerminalIsTouched) {
  ForkedAgainst daemon([](ScriptedPeer& peer) { EXPECT_FALSE(peer.receive()); });
  const os::Fd unwritable = os::open_path("/dev/null", O_RDONLY | O_CLOEXEC);
  const int output = unwritable.get();
  Person person(daemon, [endpoint = daemon.endpoint(), output](int terminal, int errors) {
    const auto outcome = run_attach({endpoint, {}, terminal, output, errors});
    if (!outcome) (void)os::write_all(errors, outcome.error().text);
    return outcome ? outcome->exit_status : 99;
  });
  EXPECT_EQ(person.exit_status(), 99);
  EXPECT_EQ(person.complaints(), "cannot write to standard output: write: Bad file descriptor");
  EXPECT_TRUE(person.restored());
}

// D-101
TEST(AttachShell, ALostOutputIsAFailureEvenIfTheSessionEndsWithIt) {
  for (const bool ends : {false, true}) {
    ForkedAgainst daemon([ends](ScriptedPeer& peer) {
      (void)peer.receive();
      ByteBuffer all = wire::encode_geometry({24, 80}) + wire::encode_screen("picture");
      if (ends) all += wire::encode_exit(6);
      peer.send(all);
      EXPECT_EQ(peer.expect(MessageType::detach).has_value(), !ends);
    });
    const os::Fd full = os::open_path("/dev/full", O_WRONLY | O_CLOEXEC);
    Person person(daemon, attaching_into(daemon, full.get()));
    EXPECT_EQ(person.exit_status(), 1);
    EXPECT_EQ(person.complaints(), "cannot write to standard output: write: No space left on device\n");
    EXPECT_TRUE(person.restored());
  }
}

// D-101
TEST(AttachShell, AnOutputThatFailsInTheMiddleGivesTheTerminalBack) {
  ForkedAgainst daemon([](ScriptedPeer& peer) {
    (void)peer.receive();
    peer.send_picture({24, 80}, "picture");
    EXPECT_EQ(peer.read_input(1), "x") << "so far all is well";
    peer.send(wire::encode_data(ByteBuffer(8192, 'x')));
    EXPECT_TRUE(peer.expect(MessageType::detach));
  });
  const os::ScratchDirectory scratch;
  Person person(daemon, [endpoint = daemon.endpoint(), &scratch](int terminal, int errors) {
    const rlimit limit{4096, 4096};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    (void)::signal(SIGXFSZ, SIG_IGN);
    const os::Fd file = os::open_path(scratch.file("out").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    const auto outcome = run_attach({endpoint, {}, terminal, file.get(), errors});
    return outcome ? outcome->exit_status : 99;
  });
  person.type("x");
  EXPECT_EQ(person.exit_status(), 1);
  EXPECT_EQ(person.complaints(), "cannot write to standard output: write: File too large\n");
  EXPECT_TRUE(person.restored());
}

//
TEST(AttachShell, AReaderThatLeavesEndsItWhileTheSessionIsSilent) {
  std::promise<bool> detached;
  ForkedAgainst daemon([&detached](ScriptedPeer& peer) {
    (void)peer.receive();
    peer.send_picture({24, 80}, "picture");
    detached.set_value(peer.expect(MessageType::detach).has_value());
  });
  auto output = os::create_pipe();
  const int writing = output->write_end.get();
  const int reading = output->read_end.get();
  Person person(daemon, [&daemon, writing, reading](int terminal, int errors) {
    os::Fd(reading).reset();
    return attaching_into(daemon, writing)(terminal, errors);
  });
  output->write_end.reset();
  std::array<char, 64> picture{};
  EXPECT_TRUE(os::read_some(reading, picture));
  output->read_end.reset();
  EXPECT_EQ(person.exit_status(), 0);
  EXPECT_EQ(person.complaints(), "");
  EXPECT_TRUE(person.restored());
  EXPECT_TRUE(detached.get_future().get());
}

TEST(AttachShell, AnOutputTerminalThatHangsUpEndsItQuietly) {
  ForkedAgainst daemon([](ScriptedPeer& peer) {
    (void)peer.receive();
    peer.send_picture({24, 80}, "WELCOME");
    EXPECT_TRUE(peer.expect(MessageType::detach));
  });
  Person person(daemon, [endpoint = daemon.endpoint()](int terminal, int errors) {
    const os::Fd nothing = os::open_path("/dev/null", O_RDONLY | O_CLOEXEC);
    const auto outcome = run_attach({endpoint, {}, nothing.get(), terminal, errors});
    return outcome ? outcome->exit_status : 99;
  });
  ASSERT_TRUE(person.sees("WELCOME"));
  person.hang_up();
  EXPECT_EQ(person.exit_status(), 0);
  EXPECT_EQ(person.complaints(), "");
}

// D-135
TEST(Follow, ShowsLiveOutputTypesNothingAndLeavesOnOneTap) {
  std::promise<bool> typed;
  ForkedAgainst daemon([&typed](ScriptedPeer& peer) {
    const auto request = peer.receive();
    EXPECT_TRUE(request && request->type == MessageType::peek);
    peer.send_picture({24, 80}, "picture");
    peer.send(wire::encode_data(" and more"));
    bool any = false;
    while (const auto packet = peer.receive()) any = any || packet->type == MessageType::data;
    typed.set_value(any);
  });
  Person person(daemon, [endpoint = daemon.endpoint()](int terminal, int errors) {
    const auto outcome = run_follow({endpoint, {}, {}, terminal, terminal, errors});
    return outcome ? outcome->exit_status : 99;
  });
  ASSERT_TRUE(person.sees("picture and more"));
  EXPECT_TRUE(person.raw());
  person.type("hello\r\x1c");
  EXPECT_EQ(person.exit_status(), 0);
  EXPECT_TRUE(person.seen().ends_with("\r\n[detached]\r\n"));
  EXPECT_TRUE(person.restored());
  EXPECT_FALSE(typed.get_future().get());
}

/// Follows with the output in a pipe.
std::string followed(const ScriptedDaemon& daemon, wire::PeekFlags view, int& status) {
  auto output = os::create_pipe();
  std::string text;
  std::thread reader([&] { (void)os::read_to_end(output->read_end.get(), 1 << 20, text); });
  {
    os::Fd nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
    const auto outcome =
        run_follow({daemon.endpoint(), view, {}, nothing.get(), output->write_end.get(), nothing.get()});
    status = outcome ? outcome->exit_status : 99;
    output->write_end.reset();
  }
  reader.join();
  return text;
}

// D-135
TEST(Follow, PlainOutputHasNoSequencesHoweverTheyAreCut) {
  ScriptedDaemon daemon([](ScriptedPeer& peer) {
    (void)peer.receive();
    peer.send_picture({24, 80}, "screen\n");
    for (const ByteView part : {"a\x1b[3", "1mb\x1b]0;tit",
                                "le\x07"
                                "c\xe2\x82",
                                "\xac\r\n"})
      peer.send(wire::encode_data(part));
    peer.send(wire::encode_exit(3));
  });
  int status = -1;
  EXPECT_EQ(followed(daemon, {true, false}, status),
            "screen\nabc\xe2\x82\xac\r\n\r\n[box exited with code 3]\r\n");
  EXPECT_EQ(status, 3);
}

TEST(Follow, ALossEndsIt) {
  ScriptedDaemon daemon([](ScriptedPeer& peer) {
    (void)peer.receive();
    peer.send_picture({24, 80}, "\x1b[?25lx");
  });
  int status = -1;
  EXPECT_EQ(followed(daemon, {}, status), "\x1b[?25lx\x1b[?25h");
  EXPECT_EQ(status, 1);
}

}  // namespace
}  // namespace pty::attach
