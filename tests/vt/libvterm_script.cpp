#include "tests/vt/libvterm_script.hpp"

#include <fmt/format.h>

#include <array>
#include <sstream>

#include "pty/vt/terminal_state.hpp"
#include "tests/vt/escaped_text.hpp"
#include "tests/vt/playback.hpp"
#include "tests/vt/screen_facts.hpp"

namespace pty::vt_test {
namespace {

/// The text of `"a"x3 . "b"`: strings and their repeats, whatever stands between them.
std::string string_value(std::string_view text) {
  std::string out;
  std::size_t at = 0;
  while ((at = text.find('"', at)) != std::string_view::npos) {
    std::size_t end = at + 1;
    while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
    std::string once = unescape(text.substr(at + 1, end - at - 1));
    at = end + 1;
    std::size_t next = text.find_first_not_of(' ', at);
    std::size_t count = 1;
    if (next != std::string_view::npos && text[next] == 'x')
      count = std::stoul(std::string(text.substr(next + 1)));
    for (; count > 0; --count) out += once;
  }
  return out;
}

std::vector<std::uint16_t> numbers(std::string_view text) {
  std::vector<std::uint16_t> out;
  std::uint32_t value = 0;
  bool any = false;
  for (char c : std::string(text) + " ") {
    if (c >= '0' && c <= '9') {
      value = value * 10 + static_cast<std::uint32_t>(c - '0');
      any = true;
    } else if (any) {
      out.push_back(static_cast<std::uint16_t>(value));
      value = 0;
      any = false;
    }
  }
  return out;
}

std::string trimmed(std::string text) {
  text.erase(0, std::min(text.find_first_not_of(" \t"), text.size()));
  text.resize(text.find_last_not_of(" \t\r") + 1);
  return text;
}

std::string without_trailing_blanks(std::string text) {
  text.resize(text.find_last_not_of(' ') + 1);
  return text;
}

/// libvterm's default rendering of the first eight palette colours.
std::string vterm_color(term::Color color, std::string_view fallback) {
  constexpr std::array<std::string_view, 8> kBasic{"0,0,0",   "224,0,0",   "0,224,0",   "224,224,0",
                                                   "0,0,224", "224,0,224", "0,224,224", "224,224,224"};
  if (color.kind() == term::ColorKind::indexed && color.index() < 8)
    return fmt::format("rgb({})", kBasic[color.index()]);
  if (color.kind() == term::ColorKind::indexed) return fmt::format("idx({})", color.index());
  term::Rgb rgb = color.as_rgb();
  if (color.kind() == term::ColorKind::rgb) return fmt::format("rgb({},{},{})", rgb.red, rgb.green, rgb.blue);
  return fmt::format("rgb({})", fallback);
}

class Interpreter {
 public:
  explicit Interpreter(LibvtermProof proof) : proof_(proof) {}
  LibvtermOutcome run(const std::string& text) {
    std::istringstream lines(text);
    for (std::string raw; std::getline(lines, raw);) {
      ++line_;
      command(trimmed(raw));
    }
    check_cuts();
    return std::move(outcome_);
  }

 private:
  void command(const std::string& line);
  void push(const std::string& line);
  void check_cuts();
  void ask(const std::string& question, const std::string& wanted);
  [[nodiscard]] std::string answer(const std::string& question, const std::string& argument);
  [[nodiscard]] std::string pen(const std::string& what) const;
  [[nodiscard]] std::string cell(const std::vector<std::uint16_t>& at) const;
  [[nodiscard]] std::string chars(const std::vector<std::uint16_t>& area) const;
  void reset() {
    check_cuts();
    played_ = start(setting_);
    beginning_ = setting_;
    steps_.clear();
    replies_seen_ = 0;
  }
  void check(const std::string& what, const std::string& got, const std::string& wanted) {
    ++outcome_.checks;
    if (got != wanted)
      outcome_.failures.push_back(
          fmt::format("{} {}: \"{}\", not \"{}\"", line_, what, escape(got), escape(wanted)));
  }

  Setting setting_{{25, 80}, {}};
  Setting beginning_ = setting_;
  std::vector<Step> steps_;  ///< since the last reset
  Played played_ = start(setting_);
  std::size_t line_ = 0;
  std::size_t replies_seen_ = 0;
  bool input_side_ = false;  ///< libvterm's keyboard or mouse encoder has spoken in this section
  LibvtermProof proof_;
  LibvtermOutcome outcome_;
};

void Interpreter::command(const std::string& line) {
  std::istringstream words(line);
  std::string verb;
  words >> verb;
  if (line.starts_with('!')) input_side_ = false;
  if (verb == "INIT") setting_.size = {25, 80};
  if (verb == "INIT" || verb == "RESET") reset();
  if (verb == "PUSH") push(line);
  if (verb == "RESIZE") {
    auto size = numbers(line);
    setting_.size = {size[0], size[1]};
    played_.step({{}, setting_.size});
    steps_.push_back({{}, setting_.size});
  }
  if (verb == "$REP") {
    auto count = numbers(line.substr(0, line.find(':')));
    for (std::size_t i = 0; i < count[0]; ++i) command(trimmed(line.substr(line.find(':') + 1)));
  }
  if (verb == "$SEQ") {
    auto range = numbers(line.substr(0, line.find(':')));
    for (std::size_t i = range[0]; i <= range[1]; ++i) {
      std::string body = trimmed(line.substr(line.find(':') + 1));
      for (std::size_t at; (at = body.find("\\#")) != std::string::npos;)
        body.replace(at, 2, std::to_string(i));
      command(body);
    }
  }
  for (std::string_view input : {"MOUSEMOVE", "MOUSEBTN", "INCHAR", "INKEY", "PASTE", "FOCUS", "SELECTION"})
    if (verb == input) input_side_ = true;
  if (verb == "output" && !input_side_) {
    std::string wanted = string_value(line);
    check("output", played_.replies.substr(std::min(replies_seen_, played_.replies.size()), wanted.size()),
          wanted);
    replies_seen_ += wanted.size();
  }
  if (verb.starts_with('?')) {
    std::size_t equals = line.find('=');
    ask(trimmed(line.substr(0, equals)), equals == std::string::npos ? "" : trimmed(line.substr(equals + 1)));
  }
}

void Interpreter::push(const std::string& line) {
  replies_seen_ = played_.replies.size();
  const std::string bytes = string_value(line);
  played_.write(bytes);
  if (steps_.empty() || steps_.back().resize) steps_.emplace_back();
  steps_.back().bytes += bytes;
  if (proof_ == LibvtermProof::answers_only) return;
  if (auto difference = restore_difference(*played_.terminal, setting_))
    outcome_.restore_faults.push_back(fmt::format("{} {}", line_, *difference));
}

/// The pushes since the last reset, cut at every byte (each byte alone; one cut anywhere, where it is short).
void Interpreter::check_cuts() {
  if (proof_ == LibvtermProof::answers_only) return;
  constexpr std::size_t kMostCutAnywhere = 300;
  const Played whole = play(beginning_, steps_);
  auto difference = bytewise_difference(beginning_, steps_, whole);
  for (std::size_t i = 0; i < steps_.size() && !difference; ++i)
    for (std::size_t at = 1; at < std::min(steps_[i].bytes.size(), kMostCutAnywhere) && !difference; ++at)
      difference = cut_difference(beginning_, steps_, whole, i, at);
  if (difference) outcome_.restore_faults.push_back(fmt::format("{} cut: {}", line_, *difference));
}

void Interpreter::ask(const std::string& question, const std::string& wanted) {
  std::size_t blank = std::min(question.find(' '), question.size());
  std::string verb = question.substr(0, blank);
  std::string argument = trimmed(question.substr(blank));
  if (verb == "?screen_row" || verb == "?screen_chars")
    check(question, answer(verb, argument), without_trailing_blanks(string_value(wanted)));
  else if (verb == "?cursor" || verb == "?lineinfo" || verb == "?pen" || verb == "?screen_cell")
    check(question, answer(verb, argument), wanted);
}

std::string Interpreter::answer(const std::string& question, const std::string& argument) {
  const vt::Terminal& terminal = *played_.terminal;
  auto at = numbers(argument);
  if (question == "?cursor") return fmt::format("{},{}", terminal.cursor().row, terminal.cursor().col);
  if (question == "?screen_row") return row_text(terminal, at[0]);
  if (question == "?screen_chars") return chars(at);
  if (question == "?lineinfo")
    return at[0] > 0 && terminal.row(static_cast<std::uint16_t>(at[0] - 1)).has(vt::RowFlag::wrapped) ? "cont"
                                                                                                      : "";
  if (question == "?screen_cell") return cell(at);
  return pen(argument);
}

std::string Interpreter::pen(const std::string& what) const {
  const term::Style& style = played_.terminal->state().pen.style;
  auto on = [](bool value) { return std::string(value ? "on" : "off"); };
  auto color = [](term::Color c, std::string_view fallback) {
    return c.kind() == term::ColorKind::indexed ? fmt::format("idx({})", c.index())
                                                : vterm_color(c, fallback);
  };
  if (what == "bold") return on(style.has(term::Attribute::bold));
  if (what == "italic") return on(style.has(term::Attribute::italic));
  if (what == "blink") return on(style.has(term::Attribute::blink));
  if (what == "reverse") return on(style.has(term::Attribute::inverse));
  if (what == "underline") return std::to_string(static_cast<int>(style.underline()));
  if (what == "foreground") return color(style.foreground, "240,240,240,is_default_fg");
  if (what == "background") return color(style.background, "0,0,0,is_default_bg");
  return "not kept";
}

std::string Interpreter::chars(const std::vector<std::uint16_t>& area) const {
  std::string out;
  for (std::uint16_t row = area[0]; row < area[2]; ++row) {
    std::string text;
    for (std::uint16_t col = area[1]; col < area[3]; ++col) {
      vt::Cell cell = cell_at(*played_.terminal, row, col);
      std::string one = cell_text(*played_.terminal, cell);
      if (one.empty() && cell.width() != vt::CellWidth::second_half) one = " ";
      text += one;
    }
    text.resize(text.find_last_not_of(' ') + 1);
    out += (row > area[0] ? "\n" : "") + text;
  }
  return out;
}

std::string Interpreter::cell(const std::vector<std::uint16_t>& at) const {
  const vt::Terminal& terminal = *played_.terminal;
  vt::Cell cell = cell_at(terminal, at[0], at[1]);
  const term::Style& style = terminal.style(cell.style());
  std::string attributes;
  if (style.has(term::Attribute::bold)) attributes += 'B';
  if (style.underline() != term::Underline::none)
    attributes += fmt::format("U{}", static_cast<int>(style.underline()));
  if (style.has(term::Attribute::italic)) attributes += 'I';
  if (style.has(term::Attribute::blink)) attributes += 'K';
  if (style.has(term::Attribute::inverse)) attributes += 'R';
  std::string text = cell.has_text() && !cell.is_cluster()
                         ? fmt::format("0x{:x}", static_cast<std::uint32_t>(cell.code_point()))
                         : "";
  return fmt::format("{{{}}} width={} attrs={{{}}} fg={} bg={}", text,
                     cell.width() == vt::CellWidth::wide ? 2 : 1, attributes,
                     vterm_color(style.foreground, "240,240,240"), vterm_color(style.background, "0,0,0"));
}

}  // namespace

LibvtermOutcome run_libvterm_script(const std::string& text, LibvtermProof proof) {
  return Interpreter(proof).run(text);
}

}  // namespace pty::vt_test
