#include "tests/vt/terminal_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>

#include "pty/term/mode_table.hpp"
#include "pty/term/outer_state_table.hpp"
#include "pty/vt/dump_restore.hpp"
#include "pty/vt/events.hpp"
#include "pty/vt/function_tables.hpp"
#include "pty/vt/keyboard_stack.hpp"
#include "pty/vt/memory_bound.hpp"
#include "pty/vt/relay.hpp"
#include "pty/vt/terminal_state.hpp"
#include "tests/vt/libvterm_script.hpp"
#include "tests/vt/test_files.hpp"
#include "tools/vtdump/vtdump_usage.hpp"

namespace pty::vt_test {
namespace {

using vt::FunctionTable;

std::string in_cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

// In a code span; a spelling may hold a backtick.
std::string as_code(const std::string& text) {
  const bool has_tick = text.find('`') != std::string::npos;
  return in_cell(has_tick ? "`` " + text + " ``" : "`" + text + "`");
}

std::string_view word(vt::Disposition disposition) {
  switch (disposition) {
    case vt::Disposition::none:
      return "";
    case vt::Disposition::applied:
      return "applied";
    case vt::Disposition::answered:
      return "answered";
    case vt::Disposition::refused:
      return "refused";
    case vt::Disposition::passed:
      return "passed";
    case vt::Disposition::writable:
      return "event";
    case vt::Disposition::varies:
      return "by number";
  }
  return "";
}

std::string function_table(FunctionTable table) {
  std::string out = "| sequence | name | what it does | becomes |\n| --- | --- | --- | --- |\n";
  for (const vt::FunctionRow& row : vt::function_rows(table)) {
    std::string fate(word(row.disposition));
    if (row.asked != vt::Disposition::none) fate += fmt::format("; `?`: {}", word(row.asked));
    out += fmt::format("| {} | {} | {} | {} |\n", as_code(vt::spelled_out(table, row)), row.name,
                       in_cell(std::string(row.text)), fate);
  }
  return out;
}

std::string mode_table() {
  std::string out =
      "| mode | name | when it is set | at first | in restore dumps | reset by clients that leave |\n"
      "| --- | --- | --- | --- | --- | --- |\n";
  for (const term::ModeRow& row : term::kModeTable)
    out += fmt::format("| `{}{}` | {} | {} | {} | {} | {} |\n", row.kind == term::ModeKind::dec ? "?" : "",
                       row.number, row.name, in_cell(std::string(row.text)),
                       row.initial == term::ModeDefault::on ? "set" : "reset",
                       row.replay == term::Replay::yes ? "yes" : "–",
                       row.outer_reset == term::OuterReset::yes ? "yes" : "–");
  return out;
}

std::size_t file_count(const std::string& set, const std::string& ending) {
  return files_in(data_folder() / "corpus" / set, ending).size();
}

std::size_t unicode_cases() {
  std::istringstream lines(read_bytes(data_folder() / "data" / "grapheme_break_cases.txt"));
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line);) count += !line.empty() && !line.starts_with('#') ? 1 : 0;
  return count;
}

std::size_t libvterm_checks() {
  std::size_t checks = 0;
  for (const auto& path : files_in(data_folder() / "corpus" / "libvterm", ".test"))
    checks += run_libvterm_script(read_bytes(path), LibvtermProof::answers_only).checks;
  return checks;
}

// Bytes of an undoing as the page spells sequences.
std::string spelled_undo(std::string_view undo) {
  struct Word {
    std::string_view bytes;
    std::string_view word;
  };
  constexpr std::array<Word, 5> kWords{
      {{"\x1b[", "CSI "}, {"\x1b]", "OSC "}, {"\x1b\\", " ST"}, {"\x1b", "ESC "}, {"\x0f", "SI"}}};
  std::string out;
  while (!undo.empty()) {
    const auto* const word =
        std::ranges::find_if(kWords, [&](const Word& one) { return undo.starts_with(one.bytes); });
    out += word == kWords.end() ? undo.substr(0, 1) : word->word;
    undo.remove_prefix(word == kWords.end() ? 1 : word->bytes.size());
  }
  return out;
}

std::string_view word(term::Place place) {
  switch (place) {
    case term::Place::anywhere:
      return "";
    case term::Place::primary:
      return "on the primary screen";
    case term::Place::alternate:
      return "on the alternate screen";
  }
  return "";
}

// Modes stand in their own table.
std::string undone_table() {
  std::string out = "| state | undone by | where |\n| --- | --- | --- |\n";
  for (const term::OuterState& state : term::outer_states())
    if (std::ranges::find(term::kModeTable, state.name, &term::ModeRow::name) == term::kModeTable.end())
      out +=
          fmt::format("| {} | {} | {} |\n", state.name, as_code(spelled_undo(state.undo)), word(state.place));
  return out;
}

std::string score_row(std::string_view name, std::size_t all, std::size_t missed) {
  return fmt::format("| {} | {} | {} |\n", name, all, all - missed);
}

// The corpus tests hold the ledger to what fails, both ways.
std::string scores() {
  const Ledger ledger;
  return "| corpus | of | hold |\n| --- | --- | --- |\n" +
         score_row("xterm.js escape sequence files: visible text", file_count("xtermjs", ".in"),
                   ledger.names("xtermjs/").size()) +
         score_row("Alacritty recordings: text, colours and flags of every cell",
                   file_count("alacritty", ".grid"), ledger.names("alacritty/").size()) +
         score_row("libvterm scripts: portable checks", libvterm_checks(), ledger.names("libvterm/").size()) +
         score_row("Unicode's GraphemeBreakTest: lines", unicode_cases(), 0) +
         score_row("Fuzz seeds of Ghostty: restore round trip and cuts", file_count("seeds", ""), 0);
}

// Neighbours of one set with one reason are one row.
std::string ledger_table() {
  std::istringstream lines(read_bytes(data_folder() / "corpus" / "ledger.txt"));
  std::string out = "| difference | reason |\n| --- | --- |";
  std::string reason;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t blank = line.find(' ');
    const std::string name = line.substr(0, blank);
    const std::string why = line.substr(blank + 1);
    const bool goes_on = why == reason || why.starts_with("likewise");
    if (goes_on && why.find(',') == std::string::npos) {
      out.insert(out.rfind(" | "), ", " + name.substr(name.find('/') + 1));
    } else {
      out += fmt::format("\n| {} | {} |", name, in_cell(why));
    }
    if (!why.starts_with("likewise")) reason = why;
  }
  return out + "\n";
}

std::string bound_row(std::string_view what, const std::string& bound) {
  return fmt::format("| {} | {} |\n", what, bound);
}

std::string bytes(std::size_t count) {
  if (count % (1024 * 1024) == 0) return fmt::format("{} MiB", count / (1024 * 1024));
  return count % 1024 == 0 ? fmt::format("{} KiB", count / 1024) : fmt::format("{} bytes", count);
}

std::string bounds() {
  const vt::TerminalOptions options;
  return "| what | bound |\n| --- | --- |\n" +
         bound_row("size", fmt::format("1 to {} rows, 2 to {} columns, {} cells", base::kMaxAxis,
                                       base::kMaxAxis, base::kMaxCells)) +
         bound_row("history", fmt::format("{} logical lines or {} packed, whatever comes first (options)",
                                          options.history_lines, bytes(options.history_bytes))) +
         bound_row("cells of one history line", fmt::format("{}; a longer one is split", vt::kMaxLineCells)) +
         bound_row("code points of a cell",
                   fmt::format("{}; further ones are dropped", vt::kMaxClusterCodePoints)) +
         bound_row("links alive on both screens",
                   fmt::format("{} of together {}, each URI {}", vt::kMaxLinks, bytes(vt::kMaxLinkBytes),
                               bytes(vt::kMaxUriBytes))) +
         bound_row("parameters of a sequence",
                   fmt::format("{}, each up to {}", term::kMaxCsiParams, term::kMaxCsiValue)) +
         bound_row("a CSI or ESC sequence",
                   fmt::format("{}; a longer one is ignored", bytes(term::kMaxSequenceBytes))) +
         bound_row("a control string",
                   fmt::format(
                       "{}; OSC 52: {}. The rest is dropped: a text is cut, a link or a clipboard is not set",
                       bytes(term::kMaxStringBytes), bytes(term::kMaxClipboardBytes))) +
         bound_row("an unfinished sequence kept from clients", bytes(vt::kMaxHeldBytes)) +
         bound_row("pending answers", bytes(vt::kMaxReplyBytes)) +
         bound_row("pending events",
                   fmt::format("{}, each text {}", vt::kMaxPendingEvents, bytes(vt::kMaxEventTextBytes))) +
         bound_row("title stack",
                   fmt::format("{} titles of {}", vt::kMaxTitleStack, bytes(vt::kMaxTitleBytes))) +
         bound_row("keyboard stack", fmt::format("{} levels on each screen", vt::kMaxKeyboardLevels)) +
         bound_row("a picture", fmt::format("{}; history, then hyperlinks, then looks give way",
                                            bytes(vt::kMaxImageBytes))) +
         bound_row("a restore dump", fmt::format("{}; oldest history is left out first, never the screen",
                                                 bytes(vt::RestoreOptions{}.max_bytes))) +
         bound_row("all memory at 80x24",
                   fmt::format("{} MiB (`memory_bound()`), checked against hostile input",
                               vt::memory_bound({24, 80}, options) / (1024 * 1024)));
}

std::string fenced(std::string_view language, const std::string& text) {
  return fmt::format("```{}\n{}{}```\n", language, text, text.ends_with('\n') ? "" : "\n");
}

struct Part {
  std::string_view name;
  std::string (*text)();
};
template <FunctionTable table>
std::string rows() {
  return function_table(table);
}
constexpr std::array kParts{
    Part{"controls", rows<FunctionTable::control>},
    Part{"escape sequences", rows<FunctionTable::escape>},
    Part{"control sequences", rows<FunctionTable::csi>},
    Part{"operating system commands", rows<FunctionTable::osc>},
    Part{"device control strings", rows<FunctionTable::dcs>},
    Part{"application commands", rows<FunctionTable::apc>},
    Part{"status reports", rows<FunctionTable::status>},
    Part{"private status reports", rows<FunctionTable::dec_status>},
    Part{"window operations", rows<FunctionTable::window>},
    Part{"settings", rows<FunctionTable::setting>},
    Part{"capabilities", rows<FunctionTable::capability>},
    Part{"modes", mode_table},
    Part{"undone states", undone_table},
    Part{"scores", scores},
    Part{"differences", ledger_table},
    Part{"bounds", bounds},
    Part{"usage of vtdump", [] { return fenced("", std::string(vtdump::kUsage)); }},
    Part{"example",
         [] { return fenced("cpp", read_bytes(data_folder() / "../../docs/examples/embed_terminal.cpp")); }},
};

}  // namespace

std::vector<std::string> page_parts() {
  std::vector<std::string> names;
  for (const Part& part : kParts) names.emplace_back(part.name);
  return names;
}

std::string written_again(const std::string& page) {
  std::string out = page;
  for (const Part& part : kParts) {
    const std::size_t head = out.find(fmt::format("<!-- {}:", part.name));
    const std::size_t end = out.find(fmt::format("<!-- end of {} -->", part.name));
    if (head == std::string::npos || end == std::string::npos) continue;
    const std::size_t from = out.find('\n', head) + 1;
    out.replace(from, end - from, part.text());
  }
  return out;
}

}  // namespace pty::vt_test
