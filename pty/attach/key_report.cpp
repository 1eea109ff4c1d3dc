#include "pty/attach/key_report.hpp"

#include <span>

#include "pty/term/key_table.hpp"

namespace pty::attach {
namespace {

constexpr std::uint32_t kLocks = 64 | 128;
constexpr std::uint32_t kOtherKeys = 27;  ///< CSI 27 ; modifiers ; code ~
constexpr base::ByteView kKeyLetters = "ABCDEFHPQRS";

/// One parameter of a CSI sequence with its sub-parameters; absent values are 0.
struct Parameter {
  std::array<std::uint32_t, 3> sub{};
  std::size_t count = 1;
};
using Parameters = std::array<Parameter, 3>;

/// Splits "92:124:92;5:1" into parameters. Their number, or 0 when there are more than fit, when one is
/// absurd or something else stands between.
std::size_t split_parameters(base::ByteView text, Parameters& out) {
  std::size_t count = 1;
  std::size_t sub = 0;
  for (const char byte : text) {
    if (!is_report_parameter(byte)) return 0;
    if (byte == ';') {
      if (count == out.size()) return 0;
      ++count;
      sub = 0;
    } else if (byte == ':') {
      ++sub;
      out[count - 1].count = sub + 1;
    } else if (sub < out[count - 1].sub.size()) {
      std::uint32_t& value = out[count - 1].sub[sub];
      value = value * 10 + static_cast<std::uint32_t>(byte - '0');
      if (value > 0x110000) return 0;
    }
  }
  return count;
}

std::optional<KeyEvent> event_of(std::uint32_t type) {
  switch (type) {
    case 0:
    case 1:
      return KeyEvent::press;
    case 2:
      return KeyEvent::repeat;
    case 3:
      return KeyEvent::release;
    default:
      return std::nullopt;
  }
}

/// The modifiers and the event in a parameter that may be absent.
std::optional<KeyReport> with_modifiers(KeyReport report, const Parameter& given) {
  const std::optional<KeyEvent> event = event_of(given.sub[1]);
  if (!event) return std::nullopt;
  report.event = *event;
  report.modifiers = given.sub[0] == 0 ? 0 : (given.sub[0] - 1) & ~kLocks;
  return report;
}

std::optional<KeyReport> tilde_report(const Parameters& parameters, std::size_t count) {
  KeyReport report;
  if (parameters[0].sub[0] == kOtherKeys && count == 3) {
    report.value[0] = parameters[2].sub[0];
    return with_modifiers(report, parameters[1]);
  }
  if (count > 2) return std::nullopt;
  report.kind = KeyReport::Kind::number;
  report.value[0] = parameters[0].sub[0];
  return with_modifiers(report, parameters[1]);
}

/// rxvt's last bytes say which modifiers are held.
std::optional<std::uint32_t> rxvt_modifiers(char final) {
  switch (final) {
    case '^':
      return term::kKeyCtrl;
    case '$':
      return term::kKeyShift;
    case '@':
      return term::kKeyCtrl | term::kKeyShift;
    default:
      return std::nullopt;
  }
}

std::optional<KeyReport> letter_report(char final, const Parameters& parameters, std::size_t count) {
  if (kKeyLetters.find(final) == base::ByteView::npos || count > 2 || parameters[0].sub[0] > 1)
    return std::nullopt;
  KeyReport report;
  report.kind = KeyReport::Kind::letter;
  report.value[0] = static_cast<unsigned char>(final);
  return with_modifiers(report, parameters[1]);
}

std::optional<KeyReport> csi_report(base::ByteView body, char final) {
  Parameters parameters{};
  const std::size_t count = split_parameters(body, parameters);
  if (count == 0) return std::nullopt;
  if (final == '~') return tilde_report(parameters, count);
  KeyReport report;
  if (final == 'u') {
    if (body.empty() || parameters[0].sub[0] == 0) return std::nullopt;
    report.value = parameters[0].sub;
    report.values = parameters[0].count;
    return with_modifiers(report, parameters[1]);
  }
  if (const std::optional<std::uint32_t> modifiers = rxvt_modifiers(final); modifiers && count == 1) {
    report.kind = KeyReport::Kind::number;
    report.value[0] = parameters[0].sub[0];
    report.modifiers = *modifiers;
    return report;
  }
  return letter_report(final, parameters, count);
}

}  // namespace

std::optional<KeyReport> parse_key_report(base::ByteView sequence) {
  if (sequence.size() < 3 || sequence[0] != '\x1b') return std::nullopt;
  const char final = sequence.back();
  const base::ByteView body = sequence.substr(2, sequence.size() - 3);
  if (sequence[1] == '[') {
    if (body != "[") return csi_report(body, final);
    KeyReport report;
    report.kind = KeyReport::Kind::console;
    report.value[0] = static_cast<unsigned char>(final);
    return report;
  }
  if (sequence[1] != 'O') return std::nullopt;
  Parameters parameters{};
  if (split_parameters(body, parameters) != 1) return std::nullopt;
  // Some write the modifiers where CSI has its first number: SS3 5 P.
  std::swap(parameters[0], parameters[1]);
  return letter_report(final, parameters, 1);
}

}  // namespace pty::attach
