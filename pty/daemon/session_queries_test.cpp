// To the program the daemon is the terminal: with the real emulator, any number of clients, and queries cut
// anywhere.

#include "pty/daemon/scripted_session.hpp"
#include "pty/daemon/terminal_model.hpp"

namespace pty::daemon {
namespace {

struct Query {
  std::string_view sent;
  std::string_view answer;  ///< empty: never answered, and still kept from clients
};

const std::vector<Query> kQueries{
    {"\x1b[c", "\x1b[?62;22c"},
    {"\x1b[0c", "\x1b[?62;22c"},
    {"\x1b[>c", "\x1b[>0;382;0c"},
    {"\x1b[>0c", "\x1b[>0;382;0c"},
    {"\x1b[=c", "\x1bP!|00000000\x1b\\"},
    {"\x1b[5n", "\x1b[0n"},
    {"\x1b[6n", "\x1b[1;1R"},
    {"\x1b[?6n", "\x1b[?1;1;1R"},
    {"\x1b[?996n", "\x1b[?997;1n"},
    {"\x1b[?2026$p", "\x1b[?2026;2$y"},
    {"\x1b[4$p", "\x1b[4;2$y"},
    {"\x1b[?u", "\x1b[?0u"},
    {"\x1b[?4m", "\x1b[>4;0m"},
    {"\x1b[18t", "\x1b[8;24;80t"},
    {"\x1b[19t", "\x1b[9;24;80t"},
    {"\x1b[14t", ""},
    {"\x1b[16t", ""},
    {"\x1b[21t", ""},
    {"\x1b]10;?\x1b\\", "\x1b]10;rgb:c0c0/c0c0/c0c0\x1b\\"},
    {"\x1b]11;?\a", "\x1b]11;rgb:0000/0000/0000\a"},
    {"\x1b]12;?\x1b\\", "\x1b]12;rgb:c0c0/c0c0/c0c0\x1b\\"},
    {"\x1b]52;c;?\x1b\\", ""},
    {"\x1bP$qm\x1b\\", "\x1bP1$r0m\x1b\\"},
    {"\x1bP+q436f\x1b\\", "\x1bP1+r436f=323536\x1b\\"},
    {"\x05", ""},
    {"\x1b[x", ""},
};

class SessionQueries : public testing::TestWithParam<int> {
 protected:
  /// A session with the real emulator and GetParam() clients, alternately attached and watching.
  SessionQueries() {
    for (int i = 0; i < GetParam(); ++i) {
      const ClientId id = core.on_client_connected();
      core.on_client_bytes(id, i % 2 == 0 ? wire::encode_attach({24, 80}) : wire::encode_peek({}));
      clients.push_back(id);
      core.on_time();
    }
    clock.advance(base::Milliseconds(200));
    core.on_time();
    for (const ClientId id : clients) (void)received(id);
  }

  void child_writes(base::ByteView bytes) {
    port.pending.emplace_back(bytes);
    core.on_child_readable();
  }
  std::string received(ClientId id) {
    std::string bytes;
    while (!core.output_of(id)->empty()) {
      base::ByteView piece;
      core.output_of(id)->gather({&piece, 1});
      bytes += piece;
      core.on_client_sent(id, piece.size());
    }
    return bytes;
  }
  std::string answers() {
    std::string bytes;
    while (!core.input().empty()) {
      bytes += core.input().front();
      core.on_input_written(core.input().front().size());
    }
    return bytes;
  }

  base::ManualClock clock;
  TerminalModel model{{24, 80}};
  ScriptedPort port;
  SessionCore core{SessionSettings{}, model, port, clock};
  std::vector<ClientId> clients;
};

// D-078..D-082, D-085, D-089: exactly one answer, and no client sees a byte of the query, wherever it is cut.
TEST_P(SessionQueries, EachIsAnsweredOnceAndReachesNobody) {
  for (const Query& query : kQueries) {
    for (std::size_t cut = 0; cut < query.sent.size(); ++cut) {
      SCOPED_TRACE(std::string(query.sent) + " cut at " + std::to_string(cut));
      child_writes(query.sent.substr(0, cut));
      child_writes(query.sent.substr(cut));
      EXPECT_EQ(answers(), query.answer);
      for (const ClientId id : clients) EXPECT_EQ(received(id), "");
    }
  }
}

// D-087, D-089
TEST_P(SessionQueries, TextAroundThemArrivesAndAnswersKeepTheirOrder) {
  child_writes("a\x1b[6nb\x1b[5nc\x1b[6n");
  EXPECT_EQ(answers(), "\x1b[1;2R\x1b[0n\x1b[1;4R");
  for (const ClientId id : clients) EXPECT_EQ(received(id), wire::encode_data("abc"));
}

// D-086
TEST_P(SessionQueries, SetFormsPassUnchanged) {
  const std::string set = "\x1b]10;rgb:11/22/33\x1b\\\x1b]11;#000000\a\x1b]0;title\a\x1b]2;other\x1b\\";
  child_writes(set);
  EXPECT_EQ(answers(), "");
  for (const ClientId id : clients) EXPECT_EQ(received(id), wire::encode_data(set));
}

INSTANTIATE_TEST_SUITE_P(Clients, SessionQueries, testing::Values(0, 1, 3));

}  // namespace
}  // namespace pty::daemon
