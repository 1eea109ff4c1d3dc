#include "pty/vt/prompt_marks.hpp"

#include <charconv>
#include <optional>

#include "pty/vt/pen.hpp"
#include "pty/vt/row_marks.hpp"

namespace pty::vt {
namespace {

/// True if `key`=`value` is one of the options "a=b;c=d".
bool has_option(std::string_view options, std::string_view wanted) {
  while (!options.empty()) {
    const std::size_t end = options.find(';');
    if (options.substr(0, end) == wanted) return true;
    if (end == options.npos) return false;
    options.remove_prefix(end + 1);
  }
  return false;
}

/// Continued, secondary and right-hand prompts begin no new one.
bool begins_prompt(std::string_view options) {
  return !has_option(options, "k=c") && !has_option(options, "k=s") && !has_option(options, "k=r");
}

std::optional<std::int32_t> exit_code(std::string_view options) {
  const std::string_view digits = options.substr(0, options.find(';'));
  std::int32_t code = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return code;
}

void mark_row(TerminalState& state, const RowMarks& marks) {
  RowHeader& header = state.grid().header(state.cursor.row);
  RowMarks all = marks_on(header);
  all.merge(marks);
  set_marks(header, all);
  header.generation = state.generation;
}

RowMarks one_mark(RowFlag flag) {
  return {0, static_cast<std::uint8_t>(flag)};
}

void end_command(TerminalState& state, std::string_view options) {
  RowMarks marks = one_mark(RowFlag::command_end);
  if (const auto code = exit_code(options)) {
    marks.exit_code = *code;
    marks.merge(one_mark(RowFlag::exit_known));
  }
  mark_row(state, marks);
}

}  // namespace

void prompt_mark(TerminalState& state, const OscCommand& command) {
  if (command.text.empty()) return;
  std::string_view options = command.text.substr(1);
  if (!options.empty() && options[0] != ';') return;  // a longer word is another command
  if (!options.empty()) options.remove_prefix(1);
  switch (command.text[0]) {
    case 'A':
    case 'N':
    case 'P':
      state.semantic = Semantic::prompt;
      if (begins_prompt(options)) mark_row(state, one_mark(RowFlag::prompt));
      break;
    case 'B':
    case 'I':
      state.semantic = Semantic::input;
      break;
    case 'C':
      state.semantic = Semantic::output;
      if (!has_option(options, "k=c")) mark_row(state, one_mark(RowFlag::output));
      break;
    case 'D':
      state.semantic = Semantic::output;
      end_command(state, options);
      break;
    default:
      return;
  }
  pen_changed(state);
}

}  // namespace pty::vt
