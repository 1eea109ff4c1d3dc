#include "pty/vt/charset.hpp"

#include <array>

namespace pty::vt {
namespace {

/// Positions of the ASCII characters that national sets exchange, in the order of NationalSet::characters.
constexpr std::string_view kExchanged = "#@[\\]^_`{|}~";

struct NationalSet {
  Charset set;
  std::u32string_view characters;  ///< one for each of kExchanged
};

constexpr std::array kNationalSets{
    NationalSet{Charset::uk, U"\u00a3@[\\]^_`{|}~"},
    NationalSet{Charset::dutch, U"\u00a3\u00be\u0133\u00bd|^_`\u00a8\u0192\u00bc\u00b4"},
    NationalSet{Charset::finnish, U"#@\u00c4\u00d6\u00c5\u00dc_\u00e9\u00e4\u00f6\u00e5\u00fc"},
    NationalSet{Charset::french, U"\u00a3\u00e0\u00b0\u00e7\u00a7^_`\u00e9\u00f9\u00e8\u00a8"},
    NationalSet{Charset::french_canadian, U"#\u00e0\u00e2\u00e7\u00ea\u00ee_\u00f4\u00e9\u00f9\u00e8\u00fb"},
    NationalSet{Charset::german, U"#\u00a7\u00c4\u00d6\u00dc^_`\u00e4\u00f6\u00fc\u00df"},
    NationalSet{Charset::italian, U"\u00a3\u00a7\u00b0\u00e7\u00e9^_\u00f9\u00e0\u00f2\u00e8\u00ec"},
    NationalSet{Charset::norwegian, U"#\u00c4\u00c6\u00d8\u00c5\u00dc_\u00e4\u00e6\u00f8\u00e5\u00fc"},
    NationalSet{Charset::portuguese, U"#@\u00c3\u00c7\u00d5^_`\u00e3\u00e7\u00f5~"},
    NationalSet{Charset::spanish, U"\u00a3\u00a7\u00a1\u00d1\u00bf^_`\u00b0\u00f1\u00e7~"},
    NationalSet{Charset::swedish, U"#\u00c9\u00c4\u00d6\u00c5\u00dc_\u00e9\u00e4\u00f6\u00e5\u00fc"},
    NationalSet{Charset::swiss, U"\u00f9\u00e0\u00e9\u00e7\u00ea\u00ee\u00e8\u00f4\u00e4\u00f6\u00fc\u00fb"},
};

/// DEC special graphics for 0x5f-0x7e.
constexpr std::u32string_view kDecSpecial =
    U"\u0020\u25c6\u2592\u2409\u240c\u240d\u240a\u00b0\u00b1\u2424\u240b\u2518\u2510\u250c\u2514\u253c"
    U"\u23ba\u23bb\u2500\u23bc\u23bd\u251c\u2524\u2534\u252c\u2502\u2264\u2265\u03c0\u2260\u00a3\u00b7";
static_assert(kDecSpecial.size() == 32);

struct DesignatorRow {
  std::string_view designator;
  Charset set;
};

/// The first row of a set is the one that dumps use.
constexpr std::array kDesignators{
    DesignatorRow{"B", Charset::ascii},
    DesignatorRow{"0", Charset::dec_special},
    DesignatorRow{"A", Charset::uk},
    DesignatorRow{"4", Charset::dutch},
    DesignatorRow{"C", Charset::finnish},
    DesignatorRow{"5", Charset::finnish},
    DesignatorRow{"R", Charset::french},
    DesignatorRow{"f", Charset::french},
    DesignatorRow{"Q", Charset::french_canadian},
    DesignatorRow{"9", Charset::french_canadian},
    DesignatorRow{"K", Charset::german},
    DesignatorRow{"Y", Charset::italian},
    DesignatorRow{"E", Charset::norwegian},
    DesignatorRow{"6", Charset::norwegian},
    DesignatorRow{"`", Charset::norwegian},
    DesignatorRow{"%6", Charset::portuguese},
    DesignatorRow{"Z", Charset::spanish},
    DesignatorRow{"H", Charset::swedish},
    DesignatorRow{"7", Charset::swedish},
    DesignatorRow{"=", Charset::swiss},
    DesignatorRow{"1", Charset::ascii},
    DesignatorRow{"2", Charset::dec_special},
};

}  // namespace

std::string_view designator(Charset set) {
  for (const DesignatorRow& row : kDesignators)
    if (row.set == set) return row.designator;
  return "B";
}

std::optional<Charset> find_charset(std::string_view wanted) {
  for (const DesignatorRow& row : kDesignators)
    if (row.designator == wanted) return row.set;
  return std::nullopt;
}

char32_t translate(Charset set, char byte) {
  const auto c = static_cast<unsigned char>(byte);
  if (set == Charset::ascii) return c;
  if (set == Charset::dec_special) return c >= 0x5f && c <= 0x7e ? kDecSpecial[c - 0x5fU] : c;
  const std::size_t position = kExchanged.find(byte);
  if (position == std::string_view::npos) return c;
  for (const NationalSet& national : kNationalSets)
    if (national.set == set) return national.characters[position];
  return c;
}

}  // namespace pty::vt
