#include "tests/vt/vtt_runner.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

#include "pty/vt/dump_plain.hpp"
#include "tests/vt/playback.hpp"
#include "tests/vt/screen_facts.hpp"

namespace pty::vt_test {
namespace {

std::optional<std::uint32_t> number(std::string_view text) {
  std::uint32_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Lines of a block as a dump has them: joined by '\n', empty ones at the end dropped.
std::string joined(const std::vector<std::string>& lines) {
  std::string text = fmt::format("{}", fmt::join(lines, "\n"));
  std::size_t last = text.find_last_not_of('\n');
  text.resize(last == std::string::npos ? 0 : last + 1);
  return text;
}

std::string without_final_newline(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

class CaseRunner {
 public:
  CaseRunner(const std::vector<Statement>& preamble, const ScriptCase& script_case,
             std::vector<std::string>& failures)
      : name_(script_case.name), failures_(failures) {
    for (const Statement& statement : preamble) run(statement);
    for (const Statement& statement : script_case.statements) run(statement);
    if (steps_.empty()) fail("has no push");
    check_cuts();
    check_late_clients();
  }

 private:
  void run(const Statement& statement);
  bool run_output(std::string_view verb);
  bool run_screen(std::string_view verb);
  bool run_state(std::string_view verb);
  void run_event();
  void check_cuts();
  void check_late_clients();

  Played& now() {
    if (!played_.terminal) played_ = start(setting_);
    return played_;
  }
  void apply(Step step) {
    now().step(step);
    steps_.push_back(std::move(step));
    if (auto difference = restore_difference(*played_.terminal, setting_)) fail("restore: " + *difference);
  }
  void fail(const std::string& message) {
    failures_.push_back(
        fmt::format("{}, line {}: {}", name_, statement_ != nullptr ? statement_->line : 0, message));
  }
  void expect(std::string_view what, std::string_view got, std::string_view wanted) {
    if (got != wanted) fail(fmt::format("{} is \"{}\", not \"{}\"", what, escape(got), escape(wanted)));
  }
  [[nodiscard]] std::string_view word(std::size_t index) const {
    return index < statement_->words.size() ? std::string_view(statement_->words[index].text) : "";
  }
  std::uint16_t count(std::size_t index) {
    auto value = number(word(index));
    if (!value || *value > 0xFFFF) fail(fmt::format("\"{}\" is no number", word(index)));
    return static_cast<std::uint16_t>(value.value_or(0));
  }
  std::string rest_from(std::size_t index) const {
    std::string out;
    for (std::size_t i = index; i < statement_->words.size(); ++i)
      out += (i > index ? " " : "") + statement_->words[i].text;
    return out;
  }

  std::string name_;
  std::vector<std::string>& failures_;
  const Statement* statement_ = nullptr;
  Setting setting_{{24, 80}, {}};
  std::vector<Step> steps_;
  Played played_;
  std::size_t replies_seen_ = 0;
  std::size_t relayed_seen_ = 0;
  std::size_t events_seen_ = 0;
};

void CaseRunner::run(const Statement& statement) {
  statement_ = &statement;
  std::string_view verb = word(0);
  if (verb == "size") {
    if (!steps_.empty()) fail("size behind a push; use resize");
    setting_.size = {count(1), count(2)};
    played_ = {};
  } else if (verb == "history_lines") {
    setting_.options.history_lines = count(1);
    played_ = {};
  } else if (verb == "checksums") {
    setting_.options.checksums = vt::ChecksumReports::on;
    played_ = {};
  } else if (verb == "push") {
    Step step;
    for (std::size_t i = 1; i < statement.words.size(); ++i) step.bytes += word(i);
    apply(std::move(step));
  } else if (verb == "resize") {
    apply({{}, base::Size{count(1), count(2)}});
  } else if (!run_screen(verb) && !run_state(verb) && !run_output(verb)) {
    fail(fmt::format("unknown statement \"{}\"", verb));
  }
}

bool CaseRunner::run_screen(std::string_view verb) {
  const vt::Terminal& terminal = *now().terminal;
  if (verb == "row") {
    expect(fmt::format("row {}", word(1)), row_text(terminal, count(1)), word(2));
  } else if (verb == "screen") {
    expect("the screen", without_final_newline(screen_text(terminal)), joined(statement_->block));
  } else if (verb == "plain") {
    expect("the plain dump", vt::plain_text(terminal, vt::Extent::viewport), joined(statement_->block));
  } else if (verb == "full") {
    expect("the full dump", vt::plain_text(terminal, vt::Extent::full), joined(statement_->block));
  } else if (verb == "cell") {
    vt::Cell cell = cell_at(terminal, count(1), count(2));
    std::string what = fmt::format("cell {} {}", word(1), word(2));
    expect(what, cell_text(terminal, cell), word(3));
    expect(what + " look", cell_look(terminal, cell), rest_from(4));
  } else if (verb == "marks") {
    expect(fmt::format("the marks of row {}", word(1)), marks_text(terminal.row(count(1))), rest_from(2));
  } else if (verb == "marked") {
    expect("what is marked", marked_text(terminal), rest_from(1));
  } else if (verb == "last_command") {
    expect("the last command", last_command_text(terminal), rest_from(1));
  } else if (verb == "wrapped" || verb == "unwrapped") {
    bool wrapped = terminal.row(count(1)).has(vt::RowFlag::wrapped);
    if (wrapped != (verb == "wrapped"))
      fail(fmt::format("row {} is {}wrapped", word(1), wrapped ? "" : "not "));
  } else {
    return false;
  }
  return true;
}

bool CaseRunner::run_state(std::string_view verb) {
  const vt::Terminal& terminal = *now().terminal;
  if (verb == "cursor") {
    vt::Cursor cursor = terminal.cursor();
    expect("the cursor",
           fmt::format("{} {}{}", cursor.row, cursor.col, cursor.pending_wrap ? " pending" : ""),
           rest_from(1));
  } else if (verb == "mode") {
    bool ansi = word(1).starts_with("ansi");
    auto mode = term::find_mode(ansi ? term::ModeKind::ansi : term::ModeKind::dec,
                                number(word(1).substr(ansi ? 4 : 0)).value_or(0));
    if (!mode)
      fail(fmt::format("unknown mode {}", word(1)));
    else
      expect(fmt::format("mode {}", word(1)), terminal.mode(*mode) ? "on" : "off", word(2));
  } else if (verb == "screen_is") {
    expect("the screen", terminal.on_alternate() ? "alternate" : "primary", word(1));
  } else if (verb == "title") {
    expect("the title", terminal.title(), word(1));
  } else if (verb == "cwd") {
    expect("the working directory", terminal.working_directory(), word(1));
  } else if (verb == "history") {
    expect("history", std::to_string(terminal.history_rows()), word(1));
  } else if (verb == "shape") {
    expect("the cursor shape", std::to_string(terminal.cursor_shape()), word(1));
  } else if (verb == "keyboard") {
    expect("the keyboard stack", fmt::format("{}", fmt::join(terminal.keyboard_levels(), " ")), rest_from(1));
  } else {
    return false;
  }
  return true;
}

bool CaseRunner::run_output(std::string_view verb) {
  Played& played = now();
  if (verb == "reply") {
    bool none = statement_->words.size() < 2 || !statement_->words[1].quoted;
    std::string wanted;
    for (std::size_t i = 1; !none && i < statement_->words.size(); ++i) wanted += word(i);
    expect("the reply", std::string_view(played.replies).substr(replies_seen_), wanted);
    replies_seen_ = played.replies.size();
  } else if (verb == "relayed") {
    expect("what is relayed", std::string_view(played.relayed).substr(relayed_seen_), word(1));
    relayed_seen_ = played.relayed.size();
  } else if (verb == "event") {
    run_event();
  } else {
    return false;
  }
  return true;
}

std::string event_text(const vt::Event& event) {
  switch (event.kind) {
    case vt::EventKind::bell:
      return "bell";
    case vt::EventKind::title_change:
      return "title " + event.title;
    case vt::EventKind::notification:
      return fmt::format("notification {} {}", event.title, event.body);
    case vt::EventKind::focus_request:
      return "focus";
    case vt::EventKind::cursor_visible:
      return "cursor_visible";
    case vt::EventKind::clipboard:
      return fmt::format("clipboard {} {}", event.title, event.body);
  }
  return "?";
}

void CaseRunner::run_event() {
  Played& played = now();
  std::string got = "none";
  if (events_seen_ < played.events.size()) got = event_text(played.events[events_seen_++]);
  expect("the event", got, rest_from(1));
}

void CaseRunner::check_cuts() {
  for (std::size_t index = 0; index < steps_.size(); ++index) {
    for (std::size_t at = 1; at < steps_[index].bytes.size(); ++at) {
      auto difference = cut_difference(setting_, steps_, played_, index, at);
      if (!difference) continue;
      fail(fmt::format("push {} cut at {}: {}", index, at, *difference));
      return;
    }
  }
  if (auto difference = bytewise_difference(setting_, steps_, played_)) fail("byte by byte: " + *difference);
}

void CaseRunner::check_late_clients() {
  for (std::size_t joined = steps_.size(); joined-- > 0;) {
    if (steps_[joined].resize) return;
    if (auto difference = late_client_difference(setting_, steps_, joined)) {
      fail(fmt::format("a client that joined before step {}: {}", joined, *difference));
      return;
    }
  }
}

}  // namespace

std::vector<std::string> run_script(const Script& script) {
  std::vector<std::string> failures;
  for (const std::string& error : script.errors) failures.push_back("line " + error);
  for (const ScriptCase& one : script.cases) CaseRunner(script.preamble, one, failures);
  if (script.cases.empty()) failures.emplace_back("no cases");
  return failures;
}

}  // namespace pty::vt_test
