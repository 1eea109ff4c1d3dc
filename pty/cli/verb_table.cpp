#include "pty/cli/verb_table.hpp"

#include <algorithm>
#include <array>

#include "pty/cli/verbs.hpp"
#include "pty/cli/wait_exits.hpp"

namespace pty::cli {
namespace {

using std::string_view;
template <std::size_t N>
using Lines = std::array<string_view, N>;

constexpr OptionSpec kRoot{.id = Opt::root,
                           .name = "--root",
                           .value_name = "<path>",
                           .help = "use this registry directory",
                           .fallback = "$PTY_ROOT, else ~/.local/state/pty"};
constexpr OptionSpec kJson{.id = Opt::json, .name = "--json", .help = "print one JSON document"};
constexpr OptionSpec kForce{
    .id = Opt::force, .name = "--force", .help = "act even inside another pty session"};
constexpr OptionSpec kVerbose{
    .id = Opt::verbose, .name = "--verbose", .letter = "-v", .help = "tell on stderr what happened"};
constexpr OptionSpec kRemote{.id = Opt::remote,
                             .name = "--remote",
                             .value_name = "<peer>",
                             .help = "a session of another machine",
                             .fallback = "this machine",
                             .available = Available::later};
constexpr OptionSpec kDetachKey{.id = Opt::detach_key,
                                .name = "--detach-key",
                                .value_name = "<key>",
                                .help = "the key that leaves, or none",
                                .fallback = "$PTY_DETACH_KEY, else ctrl+\\"};

// --- run -----------------------------------------------------------------------------------------------

constexpr std::array kRunOptions{
    OptionSpec{.id = Opt::id,
               .name = "--id",
               .value_name = "<id>",
               .help = "stable id, used in file names",
               .fallback = "random"},
    OptionSpec{.id = Opt::name,
               .name = "--name",
               .value_name = "<label>",
               .help = "display name",
               .fallback = "made from directory and command"},
    OptionSpec{.id = Opt::no_display_name,
               .name = "--no-display-name",
               .help = "no display name at all; wins over --name"},
    OptionSpec{.id = Opt::detach,
               .name = "--detach",
               .letter = "-d",
               .help = "start in the background, do not attach"},
    OptionSpec{.id = Opt::attach,
               .name = "--attach",
               .letter = "-a",
               .help = "attach if the id is running, create it again if it is gone"},
    OptionSpec{.id = Opt::ephemeral,
               .name = "--ephemeral",
               .letter = "-e",
               .help = "leave no record, however the session ends"},
    OptionSpec{.id = Opt::tag,
               .name = "--tag",
               .value_name = "<key=value>",
               .help = "attach metadata",
               .fallback = "none",
               .repeat = Repeat::collects},
    OptionSpec{.id = Opt::env,
               .name = "--env",
               .value_name = "<KEY=VALUE>",
               .help = "set a variable, also on restart",
               .fallback = "none",
               .repeat = Repeat::collects},
    OptionSpec{.id = Opt::unset_env,
               .name = "--unset-env",
               .value_name = "<KEY>",
               .help = "remove an inherited variable",
               .fallback = "none",
               .repeat = Repeat::collects},
    OptionSpec{.id = Opt::isolate_env,
               .name = "--isolate-env",
               .help = "inherit only PATH, HOME, USER, TERM and the like"},
    OptionSpec{.id = Opt::cwd,
               .name = "--cwd",
               .value_name = "<dir>",
               .help = "directory to run in",
               .fallback = "the current one"},
    OptionSpec{.id = Opt::rows,
               .name = "--rows",
               .value_name = "<n>",
               .help = "height of the terminal",
               .fallback = "this terminal's, else 24"},
    OptionSpec{.id = Opt::cols,
               .name = "--cols",
               .value_name = "<n>",
               .help = "width of the terminal",
               .fallback = "this terminal's, else 80"},
    OptionSpec{.id = Opt::geometry,
               .name = "--geometry",
               .value_name = "<policy>",
               .help = "what decides the size later, see `pty help resize`",
               .fallback = "smallest"},
    OptionSpec{
        .id = Opt::force, .name = "--force", .help = "inside a session: create a session and attach to it"},
    kDetachKey,
};
constexpr Lines<3> kRunNotes{
    "Everything after -- belongs to the program. Without -- the first of several words is the display name.",
    "Inside a session the program runs in place, without a new session, unless -d or --force is given.",
    "-a keeps directory, tags, environment and name of a session that is gone, where none are given."};
constexpr Lines<5> kRunExamples{
    "pty run -- node server.js", "pty run -d --name api -- node server.js", "pty run -a --id work -- bash",
    "pty run --tag owner=forge --env PORT=3000 -- npm start", "pty run -e -- npm test"};

// --- attach, peek, send --------------------------------------------------------------------------------

constexpr Lines<1> kAttachAliases{"a"};
constexpr std::array kAttachOptions{
    OptionSpec{.id = Opt::auto_restart,
               .name = "--auto-restart",
               .letter = "-r",
               .help = "restart a session that is gone without asking"},
    OptionSpec{.id = Opt::no_restart,
               .name = "--no-restart",
               .help = "never restart: fail when the session is gone"},
    kForce,
    kDetachKey,
    kRemote,
    OptionSpec{.id = Opt::stream_fd,
               .name = "--attach-stream-fd-v1",
               .value_name = "<fd>",
               .help = "machine-readable stream on a descriptor",
               .fallback = "none"},
};
constexpr Lines<4> kAttachNotes{
    "Ctrl+\\ detaches; pressed twice it goes to the program. --detach-key names another",
    "key, as ctrl+] f12 ctrl+alt+d; one that also types or that some terminals cannot send",
    "apart from another is refused.", "The exit status is the program's, or 0 after detaching."};
constexpr Lines<3> kAttachExamples{"pty attach api", "pty attach -r api", "pty attach --detach-key f12 api"};

constexpr std::array kPeekOptions{
    OptionSpec{.id = Opt::plain, .name = "--plain", .help = "plain text, no escape sequences"},
    OptionSpec{.id = Opt::full, .name = "--full", .help = "include the scrollback"},
    OptionSpec{.id = Opt::follow,
               .name = "--follow",
               .letter = "-f",
               .help = "keep watching, read-only; Ctrl+\\ ends"},
    OptionSpec{.id = Opt::wait,
               .name = "--wait",
               .value_name = "<text>",
               .help = "wait until the text appears",
               .fallback = "do not wait",
               .repeat = Repeat::collects},
    OptionSpec{.id = Opt::regex,
               .name = "--regex",
               .value_name = "<re>",
               .help = "wait until a line matches (RE2 syntax)",
               .fallback = "do not wait",
               .repeat = Repeat::collects},
    OptionSpec{.id = Opt::gone,
               .name = "--gone",
               .value_name = "<text>",
               .help = "wait until the text is not on the screen",
               .fallback = "do not wait",
               .repeat = Repeat::collects},
    OptionSpec{.id = Opt::idle,
               .name = "--idle",
               .value_name = "<seconds>",
               .help = "wait until nothing visible has changed for so long",
               .fallback = "do not wait"},
    OptionSpec{.id = Opt::exit, .name = "--exit", .help = "wait until the program has ended"},
    OptionSpec{.id = Opt::timeout,
               .name = "--timeout",
               .letter = "-t",
               .value_name = "<seconds>",
               .help = "longest wait; 0 waits for ever",
               .fallback = "0"},
    kVerbose,
    kDetachKey,
    kRemote,
};
constexpr Lines<9> kPeekNotes{
    "Peeking never changes the session. A session that ended shows its last lines.",
    "Of several things to wait for, whichever comes first ends the wait; the screen that had it is printed.",
    "Text counts however briefly it was there, and what scrolled by. --idle and --gone look at the screen",
    "from now on: a spinner is a change, output that leaves the screen as it was is none.",
    "",
    kWaitExits[0].line,
    kWaitExits[1].line,
    kWaitExits[2].line,
    kWaitExits[3].line};
constexpr Lines<6> kPeekExamples{"pty peek --plain api",
                                 "pty peek --full api",
                                 "pty peek --wait \"Listening\" -t 10 api",
                                 "pty peek --regex \"(pass|fail)ed in [0-9.]+s\" --exit api",
                                 "pty peek --gone \"Loading\" --idle 2 -t 30 -v api",
                                 "pty peek -f api"};

constexpr OptionSpec refused(string_view name, string_view answer) {
  return {.id = Opt::refused, .name = name, .help = answer, .available = Available::refused};
}
constexpr std::array kSendOptions{
    OptionSpec{.id = Opt::seq,
               .name = "--seq",
               .value_name = "<text|key:name>",
               .help = "one item of an ordered sequence",
               .fallback = "none",
               .repeat = Repeat::collects},
    OptionSpec{.id = Opt::with_delay,
               .name = "--with-delay",
               .value_name = "<seconds>",
               .help = "pause between items",
               .fallback = "0.3"},
    OptionSpec{.id = Opt::file,
               .name = "--file",
               .value_name = "<path>",
               .help = "send what is in a file, of any size; - is standard input",
               .fallback = "none"},
    OptionSpec{.id = Opt::paste,
               .name = "--paste",
               .equals = "[=auto]",
               .help = "mark all of it as one paste; auto: if the program asked for that"},
    OptionSpec{.id = Opt::submit,
               .name = "--submit",
               .help = "paste the text, then press Enter when it was read and shown"},
    kVerbose,
    kRemote,
    refused("--enter", "Unknown flag \"--enter\". Use --seq \"<text>\" --seq key:return."),
    refused("--newline", "Unknown flag \"--newline\". Use --seq \"<text>\" --seq key:return."),
    refused("--return", "Unknown flag \"--return\". Use --seq \"<text>\" --seq key:return."),
    refused("--cr", "Unknown flag \"--cr\". Use --seq \"<text>\" --seq key:return."),
};
constexpr Lines<9> kSendNotes{
    "Text is sent as it is, without a newline. Put -- before text that looks like an option.",
    "A text - is standard input. Bytes arrive as they are, whatever they are.",
    "Keys: return tab escape space backspace delete up down left right home end pageup pagedown",
    "      insert f1 to f24, any ASCII character; with ctrl+ alt+ shift+ super+ before them, as",
    "      in key:ctrl+c.",
    "Silent; returns when the session has the bytes. --submit: when the program has read text and Enter;",
    "nobody else's input comes between them, and the text is marked as a paste if the program asked for",
    "that. Exit status 1 if it does not read them, with the reason on stderr.",
    "--paste marks the text even if the program does not know of pastes, which then sees the marks."};
constexpr Lines<6> kSendExamples{
    "pty send api \"hello\"",       "pty send api --seq \"git status\" --seq key:return",
    "pty send api --seq key:ctrl+c", "pty send api --paste \"$(cat prompt.md)\"",
    "pty send api --submit --file prompt.md",  "tar c . | pty send api -"};

// --- list, stats ---------------------------------------------------------------------------------------

constexpr Lines<1> kListAliases{"ls"};
constexpr std::array kListOptions{
    kJson,
    OptionSpec{.id = Opt::tags, .name = "--tags", .help = "show internal bookkeeping tags too"},
    OptionSpec{.id = Opt::filter_tag,
               .name = "--filter-tag",
               .value_name = "<key=value>",
               .help = "only sessions with all these tags",
               .fallback = "every session",
               .repeat = Repeat::collects},
    OptionSpec{.id = Opt::status,
               .name = "--status",
               .value_name = "<status>",
               .help = "only running, exited or vanished ones",
               .fallback = "every status"},
    OptionSpec{.id = Opt::older_than,
               .name = "--older-than",
               .value_name = "<duration>",
               .help = "only those older than 30s, 5m, 2h, 1d",
               .fallback = "every age"},
    OptionSpec{.id = Opt::newer_than,
               .name = "--newer-than",
               .value_name = "<duration>",
               .help = "only those newer than that",
               .fallback = "every age"},
    OptionSpec{.id = Opt::summary, .name = "--summary", .help = "counts and the oldest and newest only"},
    OptionSpec{.id = Opt::remote,
               .name = "--remote",
               .value_name = "[<peer>]",
               .help = "include another machine's sessions",
               .fallback = "this machine",
               .available = Available::later},
};
constexpr Lines<3> kListExamples{"pty list", "pty list --json",
                                 "pty list --filter-tag role=web --status running"};

constexpr std::array kStatsOptions{
    kJson,
    OptionSpec{.id = Opt::all, .name = "--all", .help = "include sessions that are gone"},
};
constexpr Lines<3> kStatsExamples{"pty stats", "pty stats api", "pty stats --json api"};

// --- resize, detach ------------------------------------------------------------------------------------

constexpr Lines<7> kResizeNotes{
    "Without a policy, prints the size and the policy in force. Policies:",
    "  smallest       the smallest height and the smallest width of all attached terminals",
    "  latest         the terminal that was used last: by attaching, typing or resizing it",
    "  fixed          the size that the session has now, whoever attaches",
    "  <rows>x<cols>  that size: 50x200 is 50 rows of 200 columns; the program is told at once",
    "A terminal of another size shows the session in its corner, or the part around the cursor.",
    "`pty restart` and `pty run -a` keep the policy."};
constexpr Lines<4> kResizeExamples{"pty resize api", "pty resize api latest", "pty resize api 50x200",
                                   "pty run -d --geometry 50x200 -- htop"};

constexpr std::array kDetachOptions{
    OptionSpec{.id = Opt::all, .name = "--all", .help = "every attached client, not just a single one"},
};
constexpr Lines<3> kDetachNotes{
    "They leave as if Ctrl+\\ had been typed there: terminal restored, exit status 0. The session goes on.",
    "Without <ref>, inside a session: the terminal this was typed on leaves that session.",
    "Viewers (`pty peek -f`) are not attached and stay."};
constexpr Lines<3> kDetachExamples{"pty detach api", "pty detach --all api", "pty detach"};

// --- kill, rm, restart ---------------------------------------------------------------------------------

constexpr Lines<1> kKillNotes{
    "The record stays, so `pty restart` and `pty peek` still work; `pty rm` removes it."};
constexpr Lines<1> kKillExamples{"pty kill api"};
constexpr Lines<1> kRmAliases{"remove"};
constexpr Lines<1> kRmExamples{"pty rm api"};
constexpr std::array kRestartOptions{
    OptionSpec{
        .id = Opt::yes, .name = "--yes", .letter = "-y", .help = "restart a running session without asking"},
    OptionSpec{.id = Opt::force,
               .name = "--force",
               .help = "restart stateful agents too, and attach even inside another session"},
    kDetachKey,
};
constexpr Lines<2> kRestartExamples{"pty restart api", "pty restart -y api"};

// --- version, help, the interactive list ---------------------------------------------------------------

constexpr Lines<1> kHelpExamples{"pty help run"};
constexpr Lines<1> kVersionExamples{"pty version"};
constexpr Lines<1> kInteractiveAliases{"i"};
constexpr std::array kInteractiveOptions{
    OptionSpec{.id = Opt::preselect_new,
               .name = "--preselect-new",
               .help = "open with \"Create new session\" selected"},
    OptionSpec{.id = Opt::filter_tag,
               .name = "--filter-tag",
               .value_name = "<key=value>",
               .help = "only sessions with this tag",
               .fallback = "every session",
               .repeat = Repeat::collects},
    kForce,
};
constexpr Lines<1> kInteractiveExamples{"pty interactive"};

// --- taken names ---------------------------------------------------------------------------------------

constexpr Lines<1> kEventsExamples{"pty events --recent api"};
constexpr Lines<1> kEmitExamples{"pty emit user.deploy.started"};
constexpr Lines<1> kExecExamples{"pty exec -- codex"};
constexpr Lines<1> kTagExamples{"pty tag api role=web env=prod"};
constexpr Lines<1> kTagMultiExamples{"pty tag-multi --filter-tag role=web env=prod"};
constexpr Lines<1> kRenameExamples{"pty rename api \"My API\""};
constexpr Lines<1> kMetadataExamples{"pty metadata patch --id api"};
constexpr Lines<1> kEvidenceExamples{"pty evidence snapshot --id api"};
constexpr Lines<1> kGcExamples{"pty gc --dry-run"};
constexpr Lines<1> kRecoverExamples{"pty recover api --snapshot api.json"};
constexpr Lines<1> kUpExamples{"pty up ./backend"};
constexpr Lines<1> kDownExamples{"pty down ./backend"};
constexpr Lines<1> kRemoteServeExamples{"pty remote-serve --stdio"};
constexpr Lines<1> kCompletionsExamples{"pty completions zsh"};

/// A name that is taken and does nothing yet.
constexpr VerbSpec later(string_view name, string_view operands, string_view summary,
                         std::span<const string_view> examples) {
  return {.name = name,
          .aliases = {},
          .operands = operands,
          .summary = summary,
          .options = {},
          .notes = {},
          .examples = examples};
}

constexpr std::array kVerbs{
    VerbSpec{.name = "run",
             .aliases = {},
             .operands = "[options] -- <command> [args...]",
             .summary = "start a program in a new session",
             .options = kRunOptions,
             .notes = kRunNotes,
             .examples = kRunExamples,
             .words = WordRule::command,
             .max_words = 1,
             .handler = run_verb},
    VerbSpec{.name = "attach",
             .aliases = kAttachAliases,
             .operands = "[options] <ref>",
             .summary = "use a session in this terminal",
             .options = kAttachOptions,
             .notes = kAttachNotes,
             .examples = kAttachExamples,
             .max_words = 1,
             .handler = attach_verb},
    VerbSpec{.name = "peek",
             .aliases = {},
             .operands = "[options] <ref>",
             .summary = "print a session's screen",
             .options = kPeekOptions,
             .notes = kPeekNotes,
             .examples = kPeekExamples,
             .max_words = 1,
             .handler = peek_verb},
    VerbSpec{.name = "send",
             .aliases = {},
             .operands = "[options] <ref> <text> | <ref> --seq <item>... | <ref> --file <path>",
             .summary = "type into a session",
             .options = kSendOptions,
             .notes = kSendNotes,
             .examples = kSendExamples,
             .words = WordRule::text,
             .max_words = 2,
             .handler = send_verb},
    VerbSpec{.name = "list",
             .aliases = kListAliases,
             .operands = "[options]",
             .summary = "show the sessions",
             .options = kListOptions,
             .notes = {},
             .examples = kListExamples,
             .handler = list_verb},
    VerbSpec{.name = "stats",
             .aliases = {},
             .operands = "[options] [<ref>]",
             .summary = "show live figures of one session or all",
             .options = kStatsOptions,
             .notes = {},
             .examples = kStatsExamples,
             .max_words = 1,
             .handler = stats_verb},
    VerbSpec{.name = "resize",
             .aliases = {},
             .operands = "<ref> [<policy>]",
             .summary = "show or set what decides a session's size",
             .options = {},
             .notes = kResizeNotes,
             .examples = kResizeExamples,
             .max_words = 2,
             .handler = resize_verb},
    VerbSpec{.name = "detach",
             .aliases = {},
             .operands = "[--all] [<ref>]",
             .summary = "make attached clients leave a session",
             .options = kDetachOptions,
             .notes = kDetachNotes,
             .examples = kDetachExamples,
             .max_words = 1,
             .handler = detach_verb},
    VerbSpec{.name = "restart",
             .aliases = {},
             .operands = "[options] <ref>",
             .summary = "start a session's program again",
             .options = kRestartOptions,
             .notes = {},
             .examples = kRestartExamples,
             .max_words = 1,
             .handler = restart_verb},
    VerbSpec{.name = "kill",
             .aliases = {},
             .operands = "<ref>",
             .summary = "stop a running session",
             .options = {},
             .notes = kKillNotes,
             .examples = kKillExamples,
             .max_words = 1,
             .handler = kill_verb},
    VerbSpec{.name = "rm",
             .aliases = kRmAliases,
             .operands = "<ref>",
             .summary = "remove the record of a session that is gone",
             .options = {},
             .notes = {},
             .examples = kRmExamples,
             .max_words = 1,
             .handler = rm_verb},
    VerbSpec{.name = "version",
             .aliases = {},
             .operands = "",
             .summary = "print the version",
             .options = {},
             .notes = {},
             .examples = kVersionExamples,
             .handler = version_verb},
    VerbSpec{.name = "help",
             .aliases = {},
             .operands = "[<command>]",
             .summary = "print this text, or the help of one command",
             .options = {},
             .notes = {},
             .examples = kHelpExamples,
             .max_words = 1,
             .handler = help_verb},
    VerbSpec{.name = "interactive",
             .aliases = kInteractiveAliases,
             .operands = "[options]",
             .summary = "choose a session from a list",
             .options = kInteractiveOptions,
             .notes = {},
             .examples = kInteractiveExamples},
    later("exec", "-- <command> [args...]", "replace the program of this session", kExecExamples),
    later("events", "[options] <ref> | --all", "follow what happens in sessions", kEventsExamples),
    later("emit", "[<ref>] <type> [options]", "publish an event of one's own", kEmitExamples),
    later("tag", "<ref> [key=value...] [--rm key...]", "read or change tags", kTagExamples),
    later("tag-multi", "<selector> [key=value...]", "read or change tags of many sessions",
          kTagMultiExamples),
    later("rename", "[<ref>] <label>", "change a display name", kRenameExamples),
    later("metadata", "patch --id <id>", "change name and tags from a JSON patch", kMetadataExamples),
    later("evidence", "snapshot|remove --id <id>", "read or remove what a dead session left",
          kEvidenceExamples),
    later("gc", "[options]", "reconcile the registry", kGcExamples),
    later("recover", "<name> --snapshot <file>", "rebuild the files of a live session", kRecoverExamples),
    later("up", "[<dir>] [<session>...]", "start the sessions of a pty.toml", kUpExamples),
    later("down", "[<dir>] [<session>...]", "stop the sessions of a pty.toml", kDownExamples),
    later("remote-serve", "--stdio", "serve sessions to another machine", kRemoteServeExamples),
    later("completions", "fish|bash|zsh", "print a completion script", kCompletionsExamples),
};

constexpr bool names(const VerbSpec& verb, string_view word) {
  return verb.name == word || std::ranges::find(verb.aliases, word) != verb.aliases.end();
}

constexpr bool names_are_unique() {
  for (const VerbSpec& verb : kVerbs) {
    if (std::ranges::count_if(kVerbs, [&](const VerbSpec& other) { return names(other, verb.name); }) != 1)
      return false;
    for (string_view alias : verb.aliases) {
      if (std::ranges::count_if(kVerbs, [&](const VerbSpec& other) { return names(other, alias); }) != 1)
        return false;
    }
  }
  return true;
}
static_assert(names_are_unique(), "two rows of the verb table share a name");

constexpr bool options_are_unique() {
  for (const VerbSpec& verb : kVerbs) {
    for (const OptionSpec& option : verb.options) {
      auto same = [&](const OptionSpec& other) {
        return other.name == option.name || (!option.letter.empty() && other.letter == option.letter);
      };
      if (std::ranges::count_if(verb.options, same) != 1 || same(kRoot)) return false;
    }
  }
  return true;
}
static_assert(options_are_unique(), "two options of one verb share a name");

constexpr const VerbSpec* find_row(string_view word) {
  for (const VerbSpec& verb : kVerbs) {
    if (names(verb, word)) return &verb;
  }
  return nullptr;
}
constexpr const VerbSpec* kInteractive = find_row("interactive");

}  // namespace

std::span<const VerbSpec> verbs() {
  return kVerbs;
}

const VerbSpec* find_verb(string_view word) {
  return find_row(word);
}

const VerbSpec& interactive_verb() {
  return *kInteractive;
}

const OptionSpec& root_option() {
  return kRoot;
}

const OptionSpec* find_option(const VerbSpec& verb, string_view word) {
  for (const OptionSpec& option : verb.options) {
    if (option.name == word || (!option.letter.empty() && option.letter == word)) return &option;
  }
  return word == kRoot.name ? &kRoot : nullptr;
}

}  // namespace pty::cli
