#include "pty/cli/help_text.hpp"

#include <algorithm>
#include <string_view>

namespace pty::cli {
namespace {

constexpr std::string_view kHead = R"(Usage: pty [--root <path>] <command> [args...]

Persistent terminal sessions: run a program, detach, come back later.

Commands:
)";

constexpr std::string_view kTail = R"(
<ref> is a session's id or, when exactly one session has it, its display name.
Ctrl+\ detaches from a session; pressed twice it is sent to the program.
`pty <command> --help` explains a command. An unknown command <word> runs `pty-<word>` from PATH.

Environment:
  PTY_ROOT               registry directory (default: ~/.local/state/pty)
  PTY_SESSION_DIR        older name of PTY_ROOT; PTY_ROOT_LEGACY_SILENT=1 stops the notice
  PTY_SESSION            set inside a session: its id
  PTY_REAP_ON_EXIT       false, 0, no or off keeps the record of a session that ended
  PTY_DETACH_KEY         the key that leaves a session (default: ctrl+\); none: no key does
  NO_COLOR               when not empty, output has no colours
)";

void append_padded(std::string& out, std::string_view left, std::size_t width, std::string_view right) {
  out.append("  ").append(left);
  // A left column that is too wide pushes its text aside instead of breaking the table.
  out.append(left.size() < width ? width - left.size() : 0, ' ').append("  ").append(right).append("\n");
}

std::string left_column(const OptionSpec& option) {
  std::string left;
  if (!option.letter.empty()) left.append(option.letter).append(", ");
  left.append(option.name).append(option.equals);
  if (!option.value_name.empty()) left.append(" ").append(option.value_name);
  return left;
}

std::string right_column(const OptionSpec& option) {
  std::string right(option.help);
  if (option.available == Available::later) return right.append(" (not available in this version)");
  right.append(" (default: ").append(option.fallback);
  if (option.repeat == Repeat::collects) right.append("; repeatable");
  return right.append(")");
}

std::size_t option_width(const VerbSpec& verb) {
  std::size_t width = left_column(root_option()).size();
  for (const OptionSpec& option : verb.options) width = std::max(width, left_column(option).size());
  return width;
}

void append_options(std::string& out, const VerbSpec& verb) {
  std::size_t width = option_width(verb);
  out.append("\nOptions:\n");
  for (const OptionSpec& option : verb.options) {
    if (option.available != Available::refused)
      append_padded(out, left_column(option), width, right_column(option));
  }
  append_padded(out, left_column(root_option()), width, right_column(root_option()));
}

enum class Group : std::uint8_t { available, reserved };

void append_verbs(std::string& out, Group group) {
  constexpr std::size_t kWidth = 44;
  for (const VerbSpec& verb : verbs()) {
    if ((verb.handler != nullptr) != (group == Group::available)) continue;
    std::string form = "pty " + std::string(verb.name) + " " + std::string(verb.operands);
    if (form.size() > kWidth) form = "pty " + std::string(verb.name) + " ...";
    std::string summary(verb.summary);
    for (std::string_view alias : verb.aliases) summary.append(" (also: ").append(alias).append(")");
    append_padded(out, form, kWidth, summary);
  }
}

}  // namespace

std::string usage_line(const VerbSpec& verb) {
  std::string line = "Usage: pty " + std::string(verb.name);
  if (!verb.operands.empty()) line.append(" ").append(verb.operands);
  return line;
}

std::string not_available(const VerbSpec& verb) {
  return "pty " + std::string(verb.name) + ": not available in this version";
}

std::string focused_help(const VerbSpec& verb) {
  std::string out = usage_line(verb) + "\n";
  for (std::string_view alias : verb.aliases)
    out.append("       pty ").append(alias).append(" ").append(verb.operands).append("\n");
  std::string summary(verb.summary);
  summary.front() = static_cast<char>(summary.front() - 'a' + 'A');
  out.append("\n").append(summary).append(".\n");
  if (verb.handler == nullptr) out.append("This command is not available in this version.\n");
  append_options(out, verb);
  if (!verb.notes.empty()) out.append("\n");
  for (std::string_view note : verb.notes) out.append(note).append("\n");
  out.append("\nExamples:\n");
  for (std::string_view example : verb.examples) out.append("  ").append(example).append("\n");
  return out;
}

std::string full_usage() {
  std::string out(kHead);
  append_verbs(out, Group::available);
  out.append("\nNot available in this version:\n");
  append_verbs(out, Group::reserved);
  return out.append(kTail);
}

}  // namespace pty::cli
