#include "pty/vt/color_commands.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "pty/vt/replies.hpp"

namespace pty::vt {
namespace {

std::vector<std::string_view> split_fields(std::string_view text) {
  std::vector<std::string_view> fields;
  while (true) {
    const std::size_t end = text.find(';');
    fields.push_back(text.substr(0, end));
    if (end == text.npos) return fields;
    text.remove_prefix(end + 1);
  }
}

std::optional<std::uint8_t> parse_index(std::string_view text) {
  if (text.empty() || text.size() > 3) return std::nullopt;
  unsigned value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + static_cast<unsigned>(c - '0');
  }
  if (value > 255) return std::nullopt;
  return static_cast<std::uint8_t>(value);
}

/// Ends a command that had `queries`: answers, and the settings among them for other terminals.
void finish_mixed(TerminalState& state, const std::string& answers, const std::string& settings) {
  queue_reply(state, answers);
  state.relay.swallow(state.tokenizer, settings);
}

std::optional<term::Rgb>* dynamic_slot(Palette& palette, std::uint32_t number) {
  if (number == 10) return &palette.foreground;
  if (number == 11) return &palette.background;
  return number == 12 ? &palette.cursor : nullptr;
}

/// What a query of OSC 10, 11 or 12 finds.
term::Rgb dynamic_value(const Palette& palette, std::uint32_t number) {
  if (number == 11) return palette.background.value_or(kDefaultBackground);
  const term::Rgb foreground = palette.foreground.value_or(kDefaultForeground);
  return number == 12 ? palette.cursor.value_or(foreground) : foreground;
}

}  // namespace

void palette_color(TerminalState& state, const OscCommand& command) {
  const std::vector<std::string_view> fields = split_fields(command.text);
  std::string answers;
  std::string settings;
  bool asked = false;
  for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
    const auto index = parse_index(fields[i]);
    if (fields[i + 1] == "?") {
      asked = true;
      if (index)
        answers +=
            fmt::format("\x1b]4;{};{}{}", *index, color_spec(state.palette.at(*index)), command.terminator);
      continue;
    }
    settings += fmt::format("\x1b]4;{};{}{}", fields[i], fields[i + 1], command.terminator);
    const auto color = parse_color(fields[i + 1]);
    if (index && color) state.palette.set(*index, *color);
  }
  if (asked && is_query_sized(state)) finish_mixed(state, answers, settings);
}

void special_color(TerminalState& state, const OscCommand& command) {
  const std::vector<std::string_view> fields = split_fields(command.text);
  for (std::size_t i = 1; i < fields.size(); i += 2)
    if (fields[i] == "?") return ignore_query(state);
}

void dynamic_color(TerminalState& state, const OscCommand& command) {
  std::string answers;
  std::string settings;
  bool asked = false;
  std::uint32_t number = command.number;
  for (const std::string_view field : split_fields(command.text)) {
    if (number > 19) break;
    auto* const slot = dynamic_slot(state.palette, number);
    if (field == "?") {
      asked = true;
      if (slot != nullptr)
        answers += fmt::format("\x1b]{};{}{}", number, color_spec(dynamic_value(state.palette, number)),
                               command.terminator);
    } else {
      settings += fmt::format("\x1b]{};{}{}", number, field, command.terminator);
      const auto color = parse_color(field);
      if (slot != nullptr && color) *slot = *color;
    }
    ++number;
  }
  if (asked && is_query_sized(state)) finish_mixed(state, answers, settings);
}

void kitty_color(TerminalState& state, const OscCommand& command) {
  if (command.text.find("=?") != command.text.npos) ignore_query(state);
}

void reset_palette(TerminalState& state, const OscCommand& command) {
  if (command.text.empty()) {
    state.palette.overrides.clear();
    return;
  }
  for (const std::string_view field : split_fields(command.text))
    if (const auto index = parse_index(field)) state.palette.reset(*index);
}

void reset_dynamic_color(TerminalState& state, const OscCommand& command) {
  dynamic_slot(state.palette, command.number - 100)->reset();
}

}  // namespace pty::vt
