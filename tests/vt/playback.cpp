#include "tests/vt/playback.hpp"

#include <fmt/format.h>

#include "pty/vt/dump_plain.hpp"
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

/// A sequence, not a string, that is too long to be held: controls are executed inside what somebody who
/// joins now has to ignore. No application sends such; not asked about.
bool is_over_long_sequence(const vt::Terminal& terminal) {
  return terminal.in_long_string() && !terminal.state().tokenizer.in_string();
}

std::optional<std::string> outcome_difference(const Played& wanted, const Played& got) {
  if (auto difference = vt::same_state(*wanted.terminal, *got.terminal, kEverything)) return difference;
  if (wanted.replies != got.replies) return "replies differ";
  if (wanted.relayed != got.relayed) return "relayed bytes differ";
  // More events than are kept between two writes are lost, and cuts make more writes.
  if (wanted.events.size() < vt::kMaxPendingEvents && wanted.events != got.events) return "events differ";
  return std::nullopt;
}

/// A line too long for one entry was split at a row's end. If the rows had other widths at the time, a
/// restored terminal splits it elsewhere, and a third width shows where.
bool has_split_line(const vt::Terminal& terminal) {
  bool found = false;
  terminal.state().history.for_each_line([&](const vt::History::Line& line) {
    found = found || (!line.open && vt::read_head(line.bytes).continued());
    return !found;
  });
  return found;
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

std::optional<std::string> pieces_difference(const Setting& setting, const std::vector<Step>& steps,
                                             const Played& whole) {
  return outcome_difference(whole, play(setting, steps));
}

std::optional<std::string> resized_difference(vt::Terminal& terminal, const Setting& setting,
                                              base::Size size) {
  if (has_split_line(terminal)) return std::nullopt;
  vt::Terminal fresh(terminal.size(), setting.options);
  fresh.write(vt::restore_dump(terminal));
  terminal.resize(size);
  fresh.resize(size);
  if (!terminal.on_alternate() &&
      vt::plain_text(terminal, vt::Extent::full) != vt::plain_text(fresh, vt::Extent::full))
    return "texts differ";
  if (terminal.cursor() != fresh.cursor()) return "cursors differ";
  return std::nullopt;
}

std::optional<std::string> late_client_difference(const Setting& setting, const std::vector<Step>& steps,
                                                  std::size_t joined) {
  Played early = start(setting);
  for (std::size_t i = 0; i < joined; ++i) early.step(steps[i]);
  if (is_over_long_sequence(*early.terminal)) return std::nullopt;
  LateClient client(*early.terminal, setting);
  for (std::size_t i = joined; i < steps.size(); ++i) early.terminal->write(steps[i].bytes, &client);
  early.terminal->write("\x18", &client);  // what is held back comes out
  if (client.lacks_history()) return std::nullopt;
  return vt::same_state(*early.terminal, client.terminal());
}

}  // namespace pty::vt_test
