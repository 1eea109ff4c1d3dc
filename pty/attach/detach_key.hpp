#pragma once
// Which key leaves a session, and how it looks in every form terminals send it. One key, named as for `send`
// ("ctrl+\", "f12", "ctrl+alt+d"), or none. A key that is refused as detach key either types text, or cannot
// be told from another one where no newer keyboard protocol is spoken: it would leave by accident, or not at
// all.

#include <optional>
#include <string>
#include <vector>

#include "pty/attach/key_report.hpp"
#include "pty/base/bytes.hpp"
#include "pty/base/error.hpp"
#include "pty/term/key_table.hpp"

namespace pty::attach {

struct DetachKey {
  /// Ctrl+\ unless something else is chosen; nothing: no key leaves.
  std::optional<term::Key> key = term::Key{term::KeyForm::character, '\\', term::kKeyCtrl, {}};

  /// "Ctrl+\"; empty without a key.
  [[nodiscard]] std::string name(char joint = '+') const {
    return key ? term::describe_key(*key, joint) : std::string();
  }
};

/// A key spec or "none". Fails: invalid, with one sentence.
base::Result<DetachKey> parse_detach_key(base::ByteView spec);

/// Recognises one key.
class KeyPattern {
 public:
  explicit KeyPattern(const term::Key& key);

  /// This byte alone is the key.
  [[nodiscard]] bool is_byte(char byte) const { return legacy_.size() == 1 && legacy_[0] == byte; }
  /// A complete escape sequence that is an event of the key.
  [[nodiscard]] std::optional<KeyEvent> match(base::ByteView sequence) const;
  /// It may come as SS3 <letter> or CSI [ <letter>, which look complete one byte too early.
  [[nodiscard]] bool has_long_forms() const { return letter_ != 0 || console_ != 0; }

 private:
  [[nodiscard]] bool matches(const KeyReport& report) const;
  [[nodiscard]] bool matches_code(const KeyReport& report) const;

  base::ByteBuffer legacy_;  ///< what it sends where no report is spoken; empty for function keys
  std::uint32_t modifiers_;
  bool shifted_character_ = false;  ///< Shift belongs to the character itself: "?"
  std::uint32_t code_ = 0;          ///< each 0 when the key has no such form
  std::uint32_t letter_ = 0;
  std::uint32_t console_ = 0;
  std::vector<std::uint32_t> numbers_;
};

}  // namespace pty::attach
