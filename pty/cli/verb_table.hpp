#pragma once
// The one table of verbs. Parsing, `pty help`, `pty <verb> --help` and the choice of the handler all read it,
// so they cannot drift apart. A row is data: adding a verb is one row, one handler, one test case.
//
// A row without a handler is a name that is taken but does nothing yet: it answers with one honest line.
// All text lives in the program image; nothing here is built at start-up.

#include <cstdint>
#include <span>
#include <string_view>

#include "pty/base/error.hpp"

namespace pty::cli {

struct Invocation;

/// Runs one verb and returns the process's exit status; an error is printed and becomes status 1.
using Handler = base::Result<int> (*)(Invocation&);

enum class Opt : std::uint8_t {
  all,
  attach,
  auto_restart,
  cols,
  cwd,
  detach,
  detach_key,
  env,
  ephemeral,
  exit,
  file,
  filter_tag,
  follow,
  force,
  full,
  geometry,
  gone,
  id,
  idle,
  isolate_env,
  json,
  name,
  newer_than,
  no_display_name,
  no_restart,
  older_than,
  paste,
  plain,
  preselect_new,
  refused,
  regex,
  remote,
  root,
  rows,
  seq,
  status,
  stream_fd,
  submit,
  summary,
  tag,
  tags,
  timeout,
  unset_env,
  verbose,
  wait,
  with_delay,
  yes,
};

enum class Repeat : std::uint8_t { last_wins, collects };
enum class Available : std::uint8_t {
  now,
  later,    ///< named in the help as missing; using it is an error
  refused,  ///< a name people try; `help` is the answer, and the help page is silent about it
};

struct OptionSpec {
  Opt id = Opt::root;
  std::string_view name{};        ///< with its dashes: "--detach"
  std::string_view letter{};      ///< with its dash: "-d"; empty when there is none
  std::string_view value_name{};  ///< "<id>"; empty for a flag that takes no value
  std::string_view equals{};      ///< "[=auto]": a flag that may have a value, in the same word only
  std::string_view help{};
  std::string_view fallback = "off";  ///< what holds when the option is absent, as shown in the help
  Repeat repeat = Repeat::last_wins;
  Available available = Available::now;
};

/// How the words that are not options are read.
enum class WordRule : std::uint8_t {
  plain,    ///< options may stand anywhere before `--`; at most max_words words
  command,  ///< the grammar of `run`: a command to start, after `--` or (legacy) after a name
  text,     ///< one reference, then words that are data even when they start with a dash
};

struct VerbSpec {
  std::string_view name{};
  std::span<const std::string_view> aliases{};
  std::string_view operands{};  ///< the rest of the usage line
  std::string_view summary{};   ///< one line, no full stop
  std::span<const OptionSpec> options{};
  std::span<const std::string_view> notes{};  ///< further lines of the focused help
  std::span<const std::string_view> examples{};
  WordRule words = WordRule::plain;
  std::uint8_t max_words = 0;
  Handler handler = nullptr;  ///< null: not available in this version
};

/// All verbs, in the order of the help.
std::span<const VerbSpec> verbs();
/// The row whose name or alias is `word`, or null.
const VerbSpec* find_verb(std::string_view word);
/// The row of the interactive session list, which a bare `pty` opens.
const VerbSpec& interactive_verb();
/// `--root`, which every verb takes.
const OptionSpec& root_option();
/// The option of `verb` (or `--root`) spelled `word` ("-d" or "--detach"), or null.
const OptionSpec* find_option(const VerbSpec& verb, std::string_view word);

}  // namespace pty::cli
