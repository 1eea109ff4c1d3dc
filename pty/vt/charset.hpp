#pragma once
// 94-character sets that can be designated to G0-G3: ASCII, DEC special graphics, and the national
// replacement sets (ASCII with up to twelve characters exchanged). Source: DEC STD 070, xterm ctlseqs
// "Designate character set".

#include <cstdint>
#include <optional>
#include <string_view>

namespace pty::vt {

enum class Charset : std::uint8_t {
  ascii,
  dec_special,
  uk,
  dutch,
  finnish,
  french,
  french_canadian,
  german,
  italian,
  norwegian,
  portuguese,
  spanish,
  swedish,
  swiss,
  count_,
};

/// The final byte(s) that designate the set, as in `ESC ( <designator>`: "B", "0", "A".
std::string_view designator(Charset set);
/// The set of a designator; unknown ones are absent (and ignored).
std::optional<Charset> find_charset(std::string_view designator);
/// What a printable ASCII byte (0x20-0x7e) means in the set.
char32_t translate(Charset set, char byte);

}  // namespace pty::vt
