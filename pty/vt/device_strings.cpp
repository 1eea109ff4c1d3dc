#include "pty/vt/device_strings.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "pty/vt/rendition.hpp"
#include "pty/vt/replies.hpp"

namespace pty::vt {
namespace {

std::optional<std::string> setting(const TerminalState& state, std::string_view name) {
  if (name == "m") return rendition_parameters(state.pen.style) + "m";
  if (name == "r") return fmt::format("{};{}r", state.margins.top + 1, state.margins.bottom + 1);
  if (name == "s") return fmt::format("{};{}s", state.margins.left + 1, state.margins.right + 1);
  if (name == " q") return fmt::format("{} q", state.cursor_shape);
  if (name == "\"q") return fmt::format("{}\"q", state.pen.is_protected ? 1 : 0);
  return std::nullopt;
}

void report_setting(TerminalState& state, std::string_view name) {
  const auto value = setting(state, name);
  answer(state, value ? fmt::format("\x1bP1$r{}\x1b\\", *value) : "\x1bP0$r\x1b\\");
}

struct Capability {
  std::string_view name;
  std::string_view value;
};
constexpr std::array kCapabilities{
    Capability{"TN", "xterm-256color"},
    Capability{"name", "xterm-256color"},
    Capability{"Co", "256"},
    Capability{"colors", "256"},
    Capability{"RGB", "8"},
};

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
    for (const Capability& capability : kCapabilities)
      if (capability.name == *name)
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

}  // namespace

void device_control_string(TerminalState& state, const term::ControlString& string) {
  if (string.payload.starts_with("$q")) {
    report_setting(state, string.payload.substr(2));
  } else if (string.payload.starts_with("+q")) {
    report_capabilities(state, string.payload.substr(2));
  }
}

void application_command(TerminalState& state, const term::ControlString& string) {
  if (!string.payload.starts_with("G")) return;
  const std::string_view control = string.payload.substr(1, string.payload.find(';') - 1);
  if (control.starts_with("a=q") || control.find(",a=q") != control.npos) ignore_query(state);
}

}  // namespace pty::vt
