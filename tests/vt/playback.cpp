#include "tests/vt/playback.hpp"

#include <fmt/format.h>

#include "pty/vt/dump_restore.hpp"
#include "pty/vt/same_state.hpp"
#include "pty/vt/terminal_state.hpp"

namespace pty::vt_test {
namespace {

constexpr vt::SameStateOptions kEverything{vt::SameStateOptions::Compare::everything};

class Collector final : public vt::RelaySink {
 public:
  explicit Collector(std::string& out) : out_(out) {}
  void relay(const vt::RelayPiece& piece) override { out_ += piece.bytes; }
  void left_alternate() override {}

 private:
  std::string& out_;
};

/// A client that got the restore dump, and gets what is relayed from then on.
class LateClient final : public vt::RelaySink {
 public:
  LateClient(const vt::Terminal& source, const Setting& setting)
      : source_(source),
        terminal_(source.size(), setting.options),
        owed_primary_(source.on_alternate()),
        ignores_tail_(source.in_long_string()) {
    terminal_.write(vt::restore_dump(source));
  }
  void relay(const vt::RelayPiece& piece) override {
    if (!piece.string_tail) ignores_tail_ = false;
    if (!ignores_tail_) terminal_.write(piece.bytes);
  }
  void left_alternate() override {
    if (!owed_primary_) return;
    owed_primary_ = false;
    lacks_history_ = source_.history_rows() > 0;
    terminal_.write(vt::primary_repaint(source_));
  }
  /// It is not given the history of the primary screen when it joined on the alternate one.
  [[nodiscard]] bool lacks_history() const { return lacks_history_; }
  [[nodiscard]] const vt::Terminal& terminal() const { return terminal_; }

 private:
  const vt::Terminal& source_;
  vt::Terminal terminal_;
  bool owed_primary_;
  bool ignores_tail_;
  bool lacks_history_ = false;
};

/// Controls inside an unfinished sequence have been executed, but reach clients with the sequence only:
/// somebody who joins between the two executes them once more. Known, and not asked about.
bool holds_executed_control(const vt::Terminal& terminal, const std::vector<Step>& steps, std::size_t count) {
  const term::Tokenizer& tokenizer = terminal.state().tokenizer;
  if (!tokenizer.is_mid_token() || tokenizer.in_string()) return false;
  std::string stream;
  for (std::size_t i = 0; i < count; ++i) stream += steps[i].bytes;
  std::string_view held = std::string_view(stream).substr(static_cast<std::size_t>(tokenizer.token_begin()));
  for (char c : held)
    if (static_cast<unsigned char>(c) < 0x20 && c != '\x1b') return true;
  return false;
}

std::optional<std::string> outcome_difference(const Played& wanted, const Played& got) {
  if (auto difference = vt::same_state(*wanted.terminal, *got.terminal, kEverything)) return difference;
  if (wanted.replies != got.replies) return "replies differ";
  if (wanted.relayed != got.relayed) return "relayed bytes differ";
  // More events than are kept between two writes are lost, and cuts make more writes.
  if (wanted.events.size() < vt::kMaxPendingEvents && wanted.events != got.events) return "events differ";
  return std::nullopt;
}

}  // namespace

void Played::write(base::ByteView bytes) {
  Collector collector(relayed);
  terminal->write(bytes, &collector);
  replies += terminal->take_replies();
  for (vt::Event& event : terminal->take_events()) events.push_back(std::move(event));
}

void Played::step(const Step& step) {
  if (!step.resize) {
    write(step.bytes);
    return;
  }
  terminal->resize(*step.resize);
  replies += terminal->take_replies();
}

Played start(const Setting& setting) {
  return {std::make_unique<vt::Terminal>(setting.size, setting.options), {}, {}, {}};
}

Played play(const Setting& setting, const std::vector<Step>& steps) {
  Played played = start(setting);
  for (const Step& step : steps) played.step(step);
  return played;
}

std::optional<std::string> restore_difference(const vt::Terminal& terminal, const Setting& setting) {
  vt::Terminal fresh(terminal.size(), setting.options);
  base::ByteBuffer dump = vt::restore_dump(terminal);
  fresh.write(dump);
  if (!fresh.take_replies().empty()) return "the dump asks questions";
  return vt::same_state(terminal, fresh);
}

std::optional<std::string> cut_difference(const Setting& setting, const std::vector<Step>& steps,
                                          const Played& whole, std::size_t index, std::size_t position) {
  Played cut = start(setting);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i != index) {
      cut.step(steps[i]);
      continue;
    }
    cut.write(std::string_view(steps[i].bytes).substr(0, position));
    cut.write(std::string_view(steps[i].bytes).substr(position));
  }
  return outcome_difference(whole, cut);
}

std::optional<std::string> bytewise_difference(const Setting& setting, const std::vector<Step>& steps,
                                               const Played& whole) {
  Played cut = start(setting);
  for (const Step& step : steps) {
    if (step.resize) cut.step(step);
    for (const char& c : step.bytes) cut.write({&c, 1});
  }
  return outcome_difference(whole, cut);
}

std::optional<std::string> late_client_difference(const Setting& setting, const std::vector<Step>& steps,
                                                  std::size_t joined) {
  Played early = start(setting);
  for (std::size_t i = 0; i < joined; ++i) early.step(steps[i]);
  if (holds_executed_control(*early.terminal, steps, joined)) return std::nullopt;
  LateClient client(*early.terminal, setting);
  for (std::size_t i = joined; i < steps.size(); ++i) early.terminal->write(steps[i].bytes, &client);
  // An unfinished sequence is held back, and with it the controls inside that have been executed: end it.
  early.terminal->write("\x18", &client);
  if (client.lacks_history()) return std::nullopt;
  return vt::same_state(*early.terminal, client.terminal());
}

}  // namespace pty::vt_test
