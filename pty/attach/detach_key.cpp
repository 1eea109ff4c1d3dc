#include "pty/attach/detach_key.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace pty::attach {
namespace {

using term::Key;
using term::KeyForm;

/// Key codes up to here are Latin letters, digits and punctuation: such a layout has its own backslash, so
/// the base-layout key says nothing.
constexpr std::uint32_t kLastLatinCode = 0x24F;
/// What Shift types on the most common layout: modifyOtherKeys reports it with the Shift.
constexpr base::ByteView kShiftedCharacters = "~!@#$%^&*()_+{}|:\"<>?";
/// After ESC these begin a longer sequence, so Alt with them is none of its own.
constexpr base::ByteView kIntroducers = "[]OP";

/// CSI <n> ~ of F13 to F24, which the kitty protocol numbers from 57376.
constexpr std::array<std::uint32_t, 12> kUpperFunctionKeys{25, 26, 28, 29, 31, 32, 33, 34, 42, 43, 44, 45};
constexpr std::uint32_t kKittyF13 = 57376;
constexpr std::uint32_t kF5 = 15;

bool is_lower_letter(std::uint32_t code) {
  return code >= 'a' && code <= 'z';
}

/// The bytes of a key with a control code and modifiers, where terminals agree; otherwise nothing.
base::ByteBuffer legacy_of_code(const Key& key) {
  const bool alt = (key.modifiers & term::kKeyAlt) != 0;
  const unsigned rest = key.modifiers & ~term::kKeyAlt;
  if (key.value == '\t' && key.modifiers == term::kKeyShift) return "\x1b[Z";
  if (key.value == ' ' && rest == term::kKeyCtrl) return (alt ? "\x1b" : "") + base::ByteBuffer(1, '\0');
  if (alt && rest == 0 && key.value != 0x1b)
    return "\x1b" + base::ByteBuffer(1, static_cast<char>(key.value));
  return {};
}

base::ByteBuffer legacy_of(const Key& key) {
  switch (key.form) {
    case KeyForm::character: {
      const base::ByteBuffer bytes = term::encode_key(key);
      return bytes.size() <= 2 ? bytes : base::ByteBuffer();
    }
    case KeyForm::code:
      return legacy_of_code(key);
    case KeyForm::tilde:
    case KeyForm::final:
    case KeyForm::ss3:
      break;
  }
  return {};
}

/// The key whose byte Ctrl makes of a character, if that key has a name.
base::ByteView twin_of(char control) {
  switch (control) {
    case '\r':
      return "Return";
    case '\t':
      return "Tab";
    case '\x1b':
      return "Escape";
    case '\x7f':
      return "Backspace";
    default:
      return {};
  }
}

/// Why a key cannot be one that leaves; empty if it can.
std::string objection(const Key& key) {
  constexpr unsigned kBeyondTyping = term::kKeyCtrl | term::kKeyAlt | term::kKeySuper;
  const bool typed = key.form == KeyForm::character || key.form == KeyForm::code;
  const bool shift = (key.modifiers & term::kKeyShift) != 0;
  const bool ctrl = (key.modifiers & term::kKeyCtrl) != 0;
  if ((key.modifiers & term::kKeySuper) != 0) return "not every terminal can send it";
  if (!typed) return {};
  const base::ByteBuffer legacy = legacy_of(key);
  if ((key.modifiers & kBeyondTyping) == 0 && legacy.size() < 3) return "it is typed as text";
  if (key.form == KeyForm::character && shift && !is_lower_letter(key.value))
    return "name the character that Shift makes instead";
  if (key.form == KeyForm::character && shift && ctrl) return "terminals send the same without Shift";
  if (legacy.empty()) return "not every terminal can tell it from other keys";
  if (ctrl && key.form == KeyForm::character) {
    if (const base::ByteView twin = twin_of(legacy.back()); !twin.empty())
      return fmt::format("terminals send the same for {}", twin);
  }
  if (legacy.size() == 2 && kIntroducers.find(legacy[1]) != base::ByteView::npos)
    return "it looks like the beginning of other keys";
  return {};
}

}  // namespace

base::Result<DetachKey> parse_detach_key(base::ByteView spec) {
  if (spec == "none") return DetachKey{std::nullopt};
  base::Result<Key> key = term::parse_key(spec);
  if (!key) return base::fail(std::move(key).error());
  if (const std::string reason = objection(*key); !reason.empty())
    return base::fail(base::Errc::invalid, fmt::format("\"{}\" cannot detach: {}", spec, reason));
  return DetachKey{*key};
}

KeyPattern::KeyPattern(const Key& key) : legacy_(legacy_of(key)), modifiers_(key.modifiers) {
  switch (key.form) {
    case KeyForm::character:
      shifted_character_ = kShiftedCharacters.find(static_cast<char>(key.value)) != base::ByteView::npos;
      code_ = key.value;
      break;
    case KeyForm::code:
      code_ = key.value;
      break;
    case KeyForm::tilde: {
      numbers_ = {key.value};
      if (key.value == kF5) console_ = 'E';
      const auto* const upper = std::ranges::find(kUpperFunctionKeys, key.value);
      if (upper != kUpperFunctionKeys.end())
        code_ = kKittyF13 + static_cast<std::uint32_t>(std::distance(kUpperFunctionKeys.begin(), upper));
      break;
    }
    case KeyForm::final:
      letter_ = key.value;
      if (key.value == 'H') numbers_ = {1, 7};
      if (key.value == 'F') numbers_ = {4, 8};
      break;
    case KeyForm::ss3:  // F1 to F4
      letter_ = key.value;
      numbers_ = {key.value - 'P' + 11};
      console_ = key.value - 'P' + 'A';
      break;
  }
}

std::optional<KeyEvent> KeyPattern::match(base::ByteView sequence) const {
  if (legacy_.size() > 1 && sequence == legacy_) return KeyEvent::press;
  const std::optional<KeyReport> report = parse_key_report(sequence);
  if (!report || !matches(*report)) return std::nullopt;
  return report->event;
}

bool KeyPattern::matches(const KeyReport& report) const {
  switch (report.kind) {
    case KeyReport::Kind::code:
      return code_ != 0 && matches_code(report);
    case KeyReport::Kind::number:
      return report.modifiers == modifiers_ && std::ranges::count(numbers_, report.value[0]) > 0;
    case KeyReport::Kind::letter:
      return report.modifiers == modifiers_ && letter_ != 0 && report.value[0] == letter_;
    case KeyReport::Kind::console:
      return modifiers_ == 0 && console_ != 0 && report.value[0] == console_;
  }
  return false;
}

bool KeyPattern::matches_code(const KeyReport& report) const {
  const auto wanted = [this](std::uint32_t code) {
    // Caps lock may make a letter of modifyOtherKeys an upper-case one; Shift is told by the modifiers.
    return code == code_ || (is_lower_letter(code_) && code == code_ - 'a' + 'A');
  };
  const bool exact = report.modifiers == modifiers_;
  const bool with_shift = report.modifiers == (modifiers_ | term::kKeyShift);
  if (wanted(report.value[0])) return exact || (shifted_character_ && with_shift);
  if (shifted_character_ && report.values > 1 && wanted(report.value[1])) return with_shift;
  return exact && report.values == 3 && report.value[0] > kLastLatinCode && wanted(report.value[2]);
}

}  // namespace pty::attach
