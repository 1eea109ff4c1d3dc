#include "pty/cli/argument_parser.hpp"

#include <gtest/gtest.h>

#include "pty/cli/command_line.hpp"

namespace pty::cli {
namespace {

using Words = std::vector<std::string_view>;

/// One line of the grammar: what is typed, and either what is understood or what is said.
struct Case {
  std::string_view verb;
  Words typed;
  std::string_view understood;  ///< "words | rest | options" in the notation of `describe`
};

std::string join(const std::vector<std::string_view>& words) {
  std::string out;
  for (std::string_view word : words) out.append(out.empty() ? "" : " ").append(word);
  return out;
}

std::string describe(const VerbSpec& verb, const Arguments& arguments) {
  std::string options;
  for (const GivenOption& given : arguments.options) {
    std::string_view name = root_option().name;
    for (const OptionSpec& option : verb.options) {
      if (option.id == given.id) name = option.name;
    }
    options.append(options.empty() ? "" : " ").append(name);
    if (!given.value.empty()) options.append("=").append(given.value);
  }
  return join(arguments.words) + " | " + (arguments.separator ? "-- " : "") + join(arguments.rest) + " | " +
         options;
}

TEST(ArgumentParser, ReadsOptionsBeforeAndAfterWords) {  // R-081, §1.7
  const Case cases[] = {
      {"peek", {"api", "--plain", "-t", "5", "--wait", "x"}, "api |  | --plain --timeout=5 --wait=x"},
      {"peek", {"--plain", "-t", "5", "--wait", "x", "api"}, "api |  | --plain --timeout=5 --wait=x"},
      {"peek", {"--wait=x y", "--timeout=1.5", "api"}, "api |  | --wait=x y --timeout=1.5"},
      {"peek", {"--wait", "a", "api", "--wait", "b"}, "api |  | --wait=a --wait=b"},
      {"peek", {"--", "--plain"}, " | -- --plain | "},
      {"peek", {"-"}, "- |  | "},
      {"list", {"--filter-tag", "a=b", "--json"}, " |  | --filter-tag=a=b --json"},
      {"kill", {"--root", "/r", "api"}, "api |  | --root=/r"},
      {"kill", {"api", "--root=/r"}, "api |  | --root=/r"},
  };
  for (const Case& c : cases) {
    const VerbSpec& verb = *find_verb(c.verb);
    base::Result<Arguments> read = parse_arguments(verb, c.typed);
    ASSERT_TRUE(read) << join(c.typed) << ": " << read.error().text;
    EXPECT_EQ(describe(verb, *read), c.understood) << join(c.typed);
  }
}

TEST(ArgumentParser, GivesTheProgramOfRunEverythingThatIsItsOwn) {  // §8.1
  const Case cases[] = {
      {"run", {"-d", "--", "prog", "--root", "x", "-d"}, " | -- prog --root x -d | --detach"},
      {"run", {"name", "--", "prog"}, "name | -- prog | "},
      {"run", {"name", "-d", "--", "prog", "--", "y"}, "name | -- prog -- y | --detach"},
      {"run", {"-d", "name", "ls", "-la", "--root", "x"}, "name ls -la --root x |  | --detach"},
      {"run", {"bash", "-d"}, "bash |  | --detach"},
      {"run", {"--name", "L", "ls", "-la"}, "ls -la |  | --name=L"},
      {"run", {"--no-display-name", "ls", "-la"}, "ls -la |  | --no-display-name"},
  };
  for (const Case& c : cases) {
    const VerbSpec& verb = *find_verb(c.verb);
    base::Result<Arguments> read = parse_arguments(verb, c.typed);
    ASSERT_TRUE(read) << join(c.typed) << ": " << read.error().text;
    EXPECT_EQ(describe(verb, *read), c.understood) << join(c.typed);
  }
}

TEST(ArgumentParser, TakesTheTextOfSendAsItIs) {  // R-004, §8.5
  const Case cases[] = {
      {"send", {"x", "--help"}, "x --help |  | "},
      {"send", {"x", "-5"}, "x -5 |  | "},
      {"send", {"x", "- item"}, "x - item |  | "},
      {"send", {"x", "--- a/file"}, "x --- a/file |  | "},
      {"send", {"x", "--paste", "text"}, "x text |  | --paste"},
      {"send", {"x", "text", "--paste"}, "x text |  | --paste"},
      {"send", {"x", "--", "--paste"}, "x | -- --paste | "},
      {"send", {"x", "--seq=--paste"}, "x |  | --seq=--paste"},
      {"send", {"x", "--seq", "--root"}, "x |  | --seq=--root"},
      {"send", {"x", "--seq", "a", "--seq", "key:return"}, "x |  | --seq=a --seq=key:return"},
  };
  for (const Case& c : cases) {
    const VerbSpec& verb = *find_verb(c.verb);
    base::Result<Arguments> read = parse_arguments(verb, c.typed);
    ASSERT_TRUE(read) << join(c.typed) << ": " << read.error().text;
    EXPECT_EQ(describe(verb, *read), c.understood) << join(c.typed);
  }
}

TEST(ArgumentParser, RefusesWhatDoesNotBelong) {  // §1.7
  const Case cases[] = {
      {"list", {"--bogus"}, "pty list: unexpected argument \"--bogus\""},
      {"list", {"surplus"}, "pty list: unexpected argument \"surplus\""},
      {"kill", {"a", "b"}, "pty kill: unexpected argument \"b\""},
      {"kill", {"a", "--", "b"}, "pty kill: unexpected argument \"b\""},
      {"kill", {"-x", "a"}, "pty kill: unexpected argument \"-x\""},
      {"run", {"-d", "--bogus", "--", "cmd"}, "pty run: unexpected argument \"--bogus\""},
      {"run", {"bash", "-l"}, "pty run: unexpected argument \"-l\""},
      {"run", {"a", "b", "--", "c"}, "pty run: unexpected argument \"b\""},
      {"run", {"-da", "--", "c"}, "pty run: unexpected argument \"-da\""},
      {"peek", {"x", "--help"}, "pty peek: unexpected argument \"--help\""},
      {"list", {"--json=yes"}, "pty list: --json takes no value"},
      {"peek", {"x", "--wait"}, "pty peek: --wait requires a value <text>"},
      {"peek", {"--wait", "--plain", "x"}, "pty peek: --wait requires a value <text>"},
      {"run", {"--name", "--", "c"}, "pty run: --name requires a value <label>"},
      {"send", {"x", "--seq"}, "--seq requires a value."},
      {"send", {"x", "a", "b"}, "Unexpected argument: b"},
      {"send", {"x", "--bogus"}, "Unexpected argument: --bogus"},
      {"send", {"x", "t", "--enter"}, "Unknown flag \"--enter\". Use --seq \"<text>\" --seq key:return."},
      {"kill", {"--root"}, "--root requires a path"},
      {"kill", {"--root", "-x", "a"}, "--root requires a path"},
      {"attach", {"x", "--remote", "p"}, "pty attach: --remote is not available in this version"},
  };
  for (const Case& c : cases) {
    base::Result<Arguments> read = parse_arguments(*find_verb(c.verb), c.typed);
    ASSERT_FALSE(read) << c.verb << " " << join(c.typed);
    EXPECT_EQ(read.error().text, c.understood) << c.verb << " " << join(c.typed);
  }
}

TEST(ArgumentParser, TakesTheLastOfAnOptionThatCountsOnce) {
  Words typed{"--id", "a", "--id", "b", "--", "c"};
  base::Result<Arguments> read = parse_arguments(*find_verb("run"), typed);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->value(Opt::id), "b");
  EXPECT_EQ(read->value(Opt::name), std::nullopt);
}

TEST(ArgumentParser, ReadsSecondsStrictly) {  // §1.7: finite, not negative
  EXPECT_EQ(parse_seconds("0"), 0.0);
  EXPECT_EQ(parse_seconds("0.4285"), 0.4285);
  EXPECT_EQ(parse_seconds("1e1"), 10.0);
  for (std::string_view bad : {"", "abc", "-1", "-0", "nan", "inf", "1s", " 1", "0x1"})
    EXPECT_EQ(parse_seconds(bad), std::nullopt) << bad;
}

TEST(ArgumentParser, ReadsWholeNumbersWithinTheirRange) {
  EXPECT_EQ(parse_whole_number("24", 1, 4096), 24);
  for (std::string_view bad : {"", "0", "4097", "-1", "2.5", "12x", "99999999999999999999"})
    EXPECT_EQ(parse_whole_number(bad, 1, 4096), std::nullopt) << bad;
}

// --- the outer grammar ---------------------------------------------------------------------------------

TEST(CommandLineGrammar, FindsTheVerbAndTheRoot) {  // R-009, §1.1, §1.2
  using Kind = CommandLine::Kind;
  struct Row {
    Words typed;
    Kind kind;
    std::string_view verb;
    std::string_view root;
  };
  const Row rows[] = {
      {{"list"}, Kind::verb, "list", ""},
      {{"ls", "--json"}, Kind::verb, "list", ""},
      {{"--root", "/r", "list"}, Kind::verb, "list", "/r"},
      {{"--root=/r", "list"}, Kind::verb, "list", "/r"},
      {{"--root", "/a", "list", "--root", "/b"}, Kind::verb, "list", "/b"},
      {{"-v"}, Kind::verb, "version", ""},
      {{"-V"}, Kind::verb, "version", ""},
      {{"--version"}, Kind::verb, "version", ""},
      {{"-h"}, Kind::verb, "help", ""},
      {{"--help"}, Kind::verb, "help", ""},
      {{"a", "-h"}, Kind::focused_help, "attach", ""},
      {{"remove", "--help", "x"}, Kind::focused_help, "rm", ""},
      {{"gc", "--help"}, Kind::focused_help, "gc", ""},
      {{"gc", "--dry-run"}, Kind::reserved, "gc", ""},
      {{}, Kind::reserved, "interactive", ""},
      {{"--force"}, Kind::reserved, "interactive", ""},
      {{"i", "--filter-tag", "a=b"}, Kind::reserved, "interactive", ""},
  };
  for (const Row& row : rows) {
    base::Result<CommandLine> line = read_command_line(row.typed);
    ASSERT_TRUE(line) << join(row.typed) << ": " << line.error().text;
    EXPECT_EQ(line->kind, row.kind) << join(row.typed);
    EXPECT_EQ(line->verb->name, row.verb) << join(row.typed);
    EXPECT_EQ(line->root.value_or(""), row.root) << join(row.typed);
  }
}

TEST(CommandLineGrammar, HandsAnUnknownWordEverythingAfterIt) {  // R-008, §1.6
  Words typed{"--root", "/r", "foo", "--root", "/y", "--force", "-h"};
  base::Result<CommandLine> line = read_command_line(typed);
  ASSERT_TRUE(line);
  EXPECT_EQ(line->kind, CommandLine::Kind::forwarded);
  EXPECT_EQ(line->word, "foo");
  EXPECT_EQ(line->root, "/r");
  EXPECT_EQ(join({line->rest.begin(), line->rest.end()}), "--root /y --force -h");
}

TEST(CommandLineGrammar, RefusesWhatStandsBeforeAForwardedCommand) {  // §1.6, R-010
  struct Row {
    Words typed;
    std::string_view text;
  };
  const Row rows[] = {
      {{"--force", "foo"}, "pty: unexpected argument \"foo\""},
      {{"-x"}, "pty: unexpected argument \"-x\""},
      {{"--root"}, "--root requires a path"},
      {{"--root", "--json", "list"}, "--root requires a path"},
      {{"--root=", "list"}, "--root requires a path"},
      {{"version", "x"}, "pty version: unexpected argument \"x\""},
  };
  for (const Row& row : rows) {
    base::Result<CommandLine> line = read_command_line(row.typed);
    ASSERT_FALSE(line) << join(row.typed);
    EXPECT_EQ(line.error().text, row.text);
  }
}

}  // namespace
}  // namespace pty::cli
