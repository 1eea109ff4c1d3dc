// What STATUS tells about the past of a session.

#include "pty/daemon/scripted_session.hpp"
#include "pty/daemon/terminal_model.hpp"
#include "pty/os/wall_time.hpp"

namespace pty::daemon {
namespace {

class SessionFacts : public SessionTest {
 protected:
  registry::StatusActivity activity() { return status().activity.value(); }
  std::string now() const { return os::iso8601_utc(clock.wall_now()); }
  void later() { clock.advance(base::Milliseconds(5000)); }
};

TEST_F(SessionFacts, NothingHasHappenedAtFirst) {
  const registry::StatusActivity times = activity();
  EXPECT_EQ(times.last_output_at, std::nullopt);
  EXPECT_EQ(times.last_change_at, std::nullopt);
  EXPECT_EQ(times.last_input_at, std::nullopt);
}

TEST_F(SessionFacts, OutputThatShowsNothingIsNoChange) {
  later();
  model.content_changed = true;
  child_writes("text");
  const std::string first = now();
  EXPECT_EQ(activity().last_change_at, first);
  later();
  child_writes("\x1b[H");
  EXPECT_EQ(activity().last_output_at, now());
  EXPECT_EQ(activity().last_change_at, first);
}

TEST_F(SessionFacts, InputCountsFromWhomeverItIsTaken) {
  later();
  send(connect(), wire::encode_data("sent"));
  EXPECT_EQ(activity().last_input_at, now());
  const std::string sent = now();
  later();
  send(watching(), wire::encode_data("dropped"));
  attached({24, 80});
  EXPECT_EQ(activity().last_input_at, sent);
}

TEST_F(SessionFacts, AConnectionTellsWhenItWasUsed) {
  const ClientId id = attached({24, 80});
  later();
  send(id, wire::encode_data("x"));
  const registry::StatusDocument document = status();
  ASSERT_EQ(document.clients.connections.size(), 1U);
  EXPECT_EQ(document.clients.connections[0].last_active_at, now());
}

TEST_F(SessionFacts, LookingChangesNothing) {
  child_writes("text");
  const auto before = activity();
  later();
  watching();
  EXPECT_EQ(activity().last_output_at, before.last_output_at);
  EXPECT_EQ(core.next_deadline(), std::nullopt) << "and wakes nobody";
}

// D-177: what is used and what is possible are counted alike, in lines.
TEST(TerminalFacts, NeverIsMoreScrollbackUsedThanThereIs) {
  TerminalModel model({24, 80});
  RelayBatch batch(nullptr);
  std::string wrapped;
  for (int i = 0; i < 50; ++i) wrapped += std::string(200, 'w') + "\r\n";
  registry::StatusDocument status;
  model.write(wrapped, batch);
  model.describe(status);
  EXPECT_GE(status.terminal.scrollback_used, 24 + 50 - 24 / 3 - 1);
  EXPECT_LE(status.terminal.scrollback_used, 24 + 50);
  for (int i = 0; i < 220; ++i) model.write(wrapped, batch);
  model.describe(status);
  EXPECT_EQ(status.terminal.scrollback_used, status.terminal.scrollback_capacity);
}

}  // namespace
}  // namespace pty::daemon
