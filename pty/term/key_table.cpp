#include "pty/term/key_table.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pty::term {
namespace {

using Form = KeyForm;

struct NamedKey {
  std::string_view name;
  Form form;
  unsigned value;
};

constexpr auto kNamedKeys = std::to_array<NamedKey>({
    {"return", Form::code, 13},     {"enter", Form::code, 13},    {"tab", Form::code, 9},
    {"escape", Form::code, 27},     {"esc", Form::code, 27},      {"space", Form::code, 32},
    {"backspace", Form::code, 127}, {"delete", Form::tilde, 3},   {"insert", Form::tilde, 2},
    {"pageup", Form::tilde, 5},     {"pagedown", Form::tilde, 6}, {"up", Form::final, 'A'},
    {"down", Form::final, 'B'},     {"right", Form::final, 'C'},  {"left", Form::final, 'D'},
    {"home", Form::final, 'H'},     {"end", Form::final, 'F'},    {"f1", Form::ss3, 'P'},
    {"f2", Form::ss3, 'Q'},         {"f3", Form::ss3, 'R'},       {"f4", Form::ss3, 'S'},
    {"f5", Form::tilde, 15},        {"f6", Form::tilde, 17},      {"f7", Form::tilde, 18},
    {"f8", Form::tilde, 19},        {"f9", Form::tilde, 20},      {"f10", Form::tilde, 21},
    {"f11", Form::tilde, 23},       {"f12", Form::tilde, 24},     {"f13", Form::tilde, 25},
    {"f14", Form::tilde, 26},       {"f15", Form::tilde, 28},     {"f16", Form::tilde, 29},
    {"f17", Form::tilde, 31},       {"f18", Form::tilde, 32},     {"f19", Form::tilde, 33},
    {"f20", Form::tilde, 34},       {"f21", Form::tilde, 42},     {"f22", Form::tilde, 43},
    {"f23", Form::tilde, 44},       {"f24", Form::tilde, 45},
});

struct Modifier {
  std::string_view name;
  unsigned bit;
};
constexpr auto kModifiers =
    std::to_array<Modifier>({{"shift", kKeyShift}, {"alt", kKeyAlt}, {"ctrl", kKeyCtrl}, {"super", kKeySuper}});

constexpr bool has_duplicates() {
  for (std::size_t i = 0; i < kNamedKeys.size(); ++i)
    for (std::size_t j = i + 1; j < kNamedKeys.size(); ++j)
      if (kNamedKeys[i].name == kNamedKeys[j].name) return true;
  return false;
}
static_assert(!has_duplicates());

std::string lower_case(base::ByteView text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

std::string with_capital(std::string_view word) {
  std::string text(word);
  if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

base::ByteBuffer encode_named(const Key& key) {
  const unsigned modifiers = key.modifiers;
  if (key.form == Form::code && key.value == 9 && modifiers == kKeyShift) return "\x1b[Z";
  unsigned parameter = modifiers + 1;
  auto letter = static_cast<char>(key.value);
  switch (key.form) {
    case Form::code:
      return modifiers == 0 ? base::ByteBuffer(1, letter) : fmt::format("\x1b[{};{}u", key.value, parameter);
    case Form::tilde:
      return modifiers == 0 ? fmt::format("\x1b[{}~", key.value)
                            : fmt::format("\x1b[{};{}~", key.value, parameter);
    case Form::final:
    case Form::ss3:
    case Form::character:
      if (modifiers != 0) return fmt::format("\x1b[1;{}{}", parameter, letter);
      return fmt::format("\x1b{}{}", key.form == Form::ss3 ? 'O' : '[', letter);
  }
  return {};
}

/// What Ctrl makes of a printable character on a PC keyboard under xterm: C0 codes where there is one.
std::optional<char> control_code(char c) {
  if (c >= 'a' && c <= 'z') return static_cast<char>(c - 'a' + 1);
  if (c >= '[' && c <= '_') return static_cast<char>(c - '@');
  switch (c) {
    case '@':
    case '2':
      return '\0';
    case '3':
      return '\x1b';
    case '4':
      return '\x1c';
    case '5':
      return '\x1d';
    case '6':
      return '\x1e';
    case '7':
    case '/':
    case '-':
      return '\x1f';
    case '8':
    case '?':
      return '\x7f';
    default:
      return std::nullopt;
  }
}

/// `c` is printable ASCII, letters in lower case. Ctrl on a character without a control code, and super on
/// any, need CSI u; shift means an upper-case letter and nothing for the rest, whose shifted form has a
/// name of its own.
base::ByteBuffer encode_character(char c, unsigned modifiers) {
  std::optional<char> control = control_code(c);
  bool is_letter = c >= 'a' && c <= 'z';
  if ((modifiers & kKeySuper) != 0 || ((modifiers & kKeyCtrl) != 0 && !control))
    return fmt::format("\x1b[{};{}u", static_cast<unsigned>(c), modifiers + 1);
  char plain = c;
  if ((modifiers & kKeyCtrl) != 0)
    plain = *control;
  else if ((modifiers & kKeyShift) != 0 && is_letter)
    plain = static_cast<char>(c - 'a' + 'A');
  base::ByteBuffer out;
  if ((modifiers & kKeyAlt) != 0) out += '\x1b';
  out += plain;
  return out;
}

std::unexpected<base::Error> unknown(std::string_view what, base::ByteView word, base::ByteView spec) {
  return base::fail(base::Errc::invalid,
                    fmt::format("Unknown {}: \"{}\" in key spec \"{}\"", what, word, spec));
}

struct Spec {
  std::vector<base::ByteView> modifiers;
  base::ByteView key;
};

/// Splits at '+'; a last '+' on its own is the key of that name: "ctrl++".
Spec split(base::ByteView spec) {
  Spec out;
  while (spec != "+") {
    std::size_t plus = spec.find('+');
    if (plus == base::ByteView::npos) break;
    out.modifiers.push_back(spec.substr(0, plus));
    spec.remove_prefix(plus + 1);
  }
  out.key = spec;
  return out;
}

std::optional<unsigned> modifier_bit(base::ByteView word) {
  std::string name = lower_case(word);
  for (const Modifier& modifier : kModifiers)
    if (modifier.name == name) return modifier.bit;
  return std::nullopt;
}

}  // namespace

base::Result<Key> parse_key(base::ByteView spec) {
  Spec parts = split(spec);
  unsigned modifiers = 0;
  for (base::ByteView word : parts.modifiers) {
    std::optional<unsigned> bit = modifier_bit(word);
    if (!bit) return unknown("modifier", word, spec);
    modifiers |= *bit;
  }
  std::string name = lower_case(parts.key);
  for (const NamedKey& key : kNamedKeys)
    if (key.name == name) return Key{key.form, key.value, modifiers, key.name};
  if (name.size() == 1 && name[0] > ' ' && name[0] < '\x7f')
    return Key{Form::character, static_cast<unsigned char>(name[0]), modifiers, {}};
  return unknown("key", parts.key, spec);
}

base::ByteBuffer encode_key(const Key& key) {
  return key.form == Form::character ? encode_character(static_cast<char>(key.value), key.modifiers)
                                     : encode_named(key);
}

base::Result<base::ByteBuffer> encode_key(base::ByteView spec) {
  base::Result<Key> key = parse_key(spec);
  if (!key) return base::fail(std::move(key).error());
  return encode_key(*key);
}

std::string describe_key(const Key& key, char joint) {
  std::string text;
  for (const Modifier& modifier : {kModifiers[2], kModifiers[1], kModifiers[0], kModifiers[3]})
    if ((key.modifiers & modifier.bit) != 0) text.append(with_capital(modifier.name)).push_back(joint);
  return text.append(with_capital(key.name.empty() ? std::string(1, static_cast<char>(key.value)) : std::string(key.name)));
}

base::Result<base::ByteBuffer> parse_seq_value(base::ByteView value) {
  constexpr base::ByteView kPrefix = "key:";
  if (!value.starts_with(kPrefix)) return base::ByteBuffer(value);
  return encode_key(value.substr(kPrefix.size()));
}

}  // namespace pty::term
