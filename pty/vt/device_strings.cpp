#include "pty/vt/device_strings.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "pty/vt/rendition.hpp"
#include "pty/vt/replies.hpp"

namespace pty::vt {
namespace {

using enum Disposition;

/// What DECRQSS can ask for: the sequence that would make the setting, without its introducer.
struct SettingRow {
  FunctionRow function;
  std::string (*value)(const TerminalState&);
};
// clang-format off
constexpr std::array kSettings{
  SettingRow{{" q", "DECSCUSR", "", "The cursor's shape.", answered}, [](const TerminalState& state) {
    return fmt::format("{} q", state.cursor_shape); }},
  SettingRow{{"\"p", "DECSCL", "", "The conformance level: 2, with 7-bit controls.", answered}, [](const TerminalState&) {
    return std::string("62;1\"p"); }},
  SettingRow{{"\"q", "DECSCA", "", "The protection of characters.", answered}, [](const TerminalState& state) {
    return fmt::format("{}\"q", state.pen.is_protected ? 1 : 0); }},
  SettingRow{{"*x", "DECSACE", "", "What DECCARA and DECRARA change.", answered}, [](const TerminalState& state) {
    return fmt::format("{}*x", state.attribute_extent == AreaShape::rectangle ? 2 : 1); }},
  SettingRow{{"m", "SGR", "", "The look of what is printed next.", answered}, [](const TerminalState& state) {
    return rendition_parameters(state.pen.style) + "m"; }},
  SettingRow{{"r", "DECSTBM", "", "The top and bottom margins.", answered}, [](const TerminalState& state) {
    return fmt::format("{};{}r", state.margins.top + 1, state.margins.bottom + 1); }},
  SettingRow{{"s", "DECSLRM", "", "The left and right margins.", answered}, [](const TerminalState& state) {
    return fmt::format("{};{}s", state.margins.left + 1, state.margins.right + 1); }},
};
// clang-format on
constexpr auto kPublicSettings = public_rows(kSettings);

void report_setting(TerminalState& state, std::string_view name) {
  for (const SettingRow& row : kSettings)
    if (row.function.spelled == name) return answer(state, fmt::format("\x1bP1$r{}\x1b\\", row.value(state)));
  answer(state, "\x1bP0$r\x1b\\");
}

/// Terminfo capabilities by both their names.
struct CapabilityRow {
  FunctionRow function;
  std::string_view value;
};
constexpr std::array kCapabilities{
    CapabilityRow{{"Co", "Co", "", "The number of colours: 256.", answered}, "256"},
    CapabilityRow{{"RGB", "RGB", "", "Direct colours: 8 bits each.", answered}, "8"},
    CapabilityRow{{"TN", "TN", "", "The terminal's name: xterm-256color.", answered}, "xterm-256color"},
    CapabilityRow{{"colors", "colors", "", "Co by its long name.", answered}, "256"},
    CapabilityRow{{"name", "name", "", "TN by its long name.", answered}, "xterm-256color"},
};
constexpr auto kPublicCapabilities = public_rows(kCapabilities);

template <class Row, std::size_t size>
constexpr bool is_sorted(const std::array<Row, size>& rows) {
  for (std::size_t i = 1; i < size; ++i)
    if (rows[i - 1].function.spelled >= rows[i].function.spelled) return false;
  return true;
}

std::optional<std::string> from_hex(std::string_view hex) {
  const auto digit = [](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
  };
  if (hex.empty() || hex.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    const int high = digit(hex[i]);
    const int low = digit(hex[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes.push_back(static_cast<char>(high * 16 + low));
  }
  return bytes;
}

std::string to_hex(std::string_view bytes) {
  std::string hex;
  for (const char c : bytes) hex += fmt::format("{:02X}", static_cast<unsigned char>(c));
  return hex;
}

std::string capability_reply(std::string_view requested) {
  if (const auto name = from_hex(requested))
    for (const CapabilityRow& capability : kCapabilities)
      if (capability.function.spelled == *name)
        return fmt::format("\x1bP1+r{}={}\x1b\\", requested, to_hex(capability.value));
  return fmt::format("\x1bP0+r{}\x1b\\", from_hex(requested) ? requested : std::string_view{});
}

void report_capabilities(TerminalState& state, std::string_view names) {
  std::string replies;
  while (true) {
    const std::size_t end = names.find(';');
    replies += capability_reply(names.substr(0, end));
    if (end == names.npos) break;
    names.remove_prefix(end + 1);
  }
  answer(state, replies);
}

/// A kind of DCS by its intermediates and final byte.
struct DcsRow {
  FunctionRow function;
  void (*handler)(TerminalState&, std::string_view text);
};
void pass(TerminalState& /*state*/, std::string_view /*text*/) {}
void refuse_string(TerminalState& state, std::string_view /*text*/) {
  ignore_query(state);
}
// clang-format off
constexpr std::array kDcsRows{
  DcsRow{{"$q", "DECRQSS", "setting", "Asks for a setting.", answered}, report_setting},
  DcsRow{{"$t", "DECRSPS", "state", "Restores a presentation state: not kept.", passed}, pass},
  DcsRow{{"+Q", "XTGETXRES", "names in hexadecimal", "Asks for X resources.", refused}, refuse_string},
  DcsRow{{"+p", "XTSETTCAP", "name", "Sets a terminfo name: not kept.", passed}, pass},
  DcsRow{{"+q", "XTGETTCAP", "names in hexadecimal", "Asks for terminfo capabilities.", answered}, report_capabilities},
  DcsRow{{"q", "SIXEL", "picture", "A picture: not kept.", passed}, pass},
  DcsRow{{"{", "DECDLD", "glyphs", "Loads a character set: not kept.", passed}, pass},
  DcsRow{{"|", "DECUDK", "keys", "User-defined keys: not kept.", passed}, pass},
};
// clang-format on
constexpr std::array kApcRows{
    FunctionRow{"G", "KITTY_GRAPHICS", "key=value,… ; data", "A picture: not kept. Its queries are refused.",
                passed, refused},
};
static_assert(is_sorted(kSettings) && is_sorted(kCapabilities) && is_sorted(kDcsRows),
              "rows: sorted, no duplicates");
constexpr auto kPublicDcs = public_rows(kDcsRows);

}  // namespace

std::span<const FunctionRow> setting_rows() {
  return kPublicSettings;
}
std::span<const FunctionRow> capability_rows() {
  return kPublicCapabilities;
}
std::span<const FunctionRow> dcs_rows() {
  return kPublicDcs;
}
std::span<const FunctionRow> apc_rows() {
  return kApcRows;
}

void device_control_string(TerminalState& state, const term::ControlString& string) {
  for (const DcsRow& row : kDcsRows) {
    if (!string.payload.starts_with(row.function.spelled)) continue;
    return row.handler(state, string.payload.substr(row.function.spelled.size()));
  }
}

void application_command(TerminalState& state, const term::ControlString& string) {
  if (!string.payload.starts_with("G")) return;
  const std::string_view control = string.payload.substr(1, string.payload.find(';') - 1);
  if (control.starts_with("a=q") || control.find(",a=q") != control.npos) ignore_query(state);
}

}  // namespace pty::vt
