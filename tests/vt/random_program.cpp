#include "random_program.hpp"

#include <array>
#include <string_view>

namespace pty::vt_test {
namespace {

template <std::size_t N>
std::string pick(Dice& dice, const std::array<std::string_view, N>& choices) {
  return std::string(choices[dice.below(N)]);
}

constexpr std::array<std::string_view, 24> kGlyphs{"é",        "ß",       "│",
                                                   "Ж",        "漢",      "字",
                                                   "한",       "🎉",      "👩\u200d🚀",
                                                   "🇩🇪",       "🇩",       "❤\ufe0f",
                                                   "❤",        "e\u0301", "a\u0308\u0301",
                                                   "\u0301",   "\u200d",  "\ufe0f",
                                                   "👍🏽",     "\u0e33",  "\u1100\u1161",
                                                   "क\u094dष", "\u0600",  "1\ufe0f\u20e3"};

constexpr std::array<std::string_view, 30> kRenditions{
    "0",  "1",       "2",          "3",          "4",  "4:3", "5",  "6",  "7",           "8",
    "9",  "21",      "22",         "24",         "25", "27",  "29", "31", "38;5;200",    "41",
    "44", "48;5;17", "48;2;1;2;3", "38;2;9;8;7", "39", "49",  "53", "55", "58:2::1:2:3", "91;102"};

constexpr std::array<std::string_view, 30> kModes{
    "?47",   "?1049", "?1047", "?8",    "?1",    "?5",    "?6",    "?7",    "?9",    "?12",
    "?25",   "?45",   "?66",   "?69",   "?1000", "?1002", "?1003", "?1004", "?1005", "?1006",
    "?1007", "?1015", "?1016", "?1045", "?2004", "?2027", "?2031", "4",     "20",    "?2026"};

constexpr std::array<std::string_view, 12> kStrings{
    "\x1b]2;title\x1b\\",       "\x1b]1;icon\x07",       "\x1b]0;both\x1b\\",
    "\x1b]7;file:///tmp\x1b\\", "\x1b]22;pointer\x1b\\", "\x1b]4;7;rgb:12/34/56\x1b\\",
    "\x1b]10;#102030\x07",      "\x1b]11;#405060\x1b\\", "\x1b]12;rgb:ff/00/80\x1b\\",
    "\x1b]104\x1b\\",           "\x1b]110\x1b\\",        "\x1b]9;hello\x07"};

}  // namespace

std::uint32_t Dice::below(std::uint32_t limit) {
  state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<std::uint32_t>((state_ >> 33) % limit);
}

base::Size random_size(Dice& dice) {
  const std::uint32_t rows = dice.one_in(4) ? 1 + dice.below(30) : 1 + dice.below(6);
  const std::uint32_t cols = dice.one_in(4) ? 2 + dice.below(90) : 2 + dice.below(12);
  return {static_cast<std::uint16_t>(rows), static_cast<std::uint16_t>(cols)};
}

std::string RandomProgram::csi(std::uint32_t limit, const char* final_bytes) {
  const std::string_view finals(final_bytes);
  return "\x1b[" + std::to_string(dice_.below(limit)) +
         finals[dice_.below(static_cast<std::uint32_t>(finals.size()))];
}

std::string RandomProgram::row_and_col() {
  return std::to_string(1 + dice_.below(size_.rows + 1U)) + ";" +
         std::to_string(1 + dice_.below(size_.cols + 1U));
}

std::string RandomProgram::word() {
  if (dice_.one_in(3)) return pick(dice_, kGlyphs);
  std::string out;
  const std::uint32_t longest = dice_.one_in(6) ? 3U * size_.cols : 6U;
  for (std::uint32_t i = 0; i <= dice_.below(longest); ++i) out += static_cast<char>(' ' + dice_.below(95));
  return out;
}

std::string RandomProgram::text() {
  std::string out;
  for (std::uint32_t i = 0; i <= dice_.below(5); ++i) out += word();
  if (dice_.one_in(2)) out += dice_.one_in(3) ? "\n" : "\r\n";
  return out;
}

std::string RandomProgram::rendition() {
  std::string out = "\x1b[" + pick(dice_, kRenditions);
  if (dice_.one_in(2)) out += ";" + pick(dice_, kRenditions);
  return out + "m";
}

std::string RandomProgram::movement() {
  switch (dice_.below(6)) {
    case 0:
      return csi(size_.cols + 2U, "CDGIZ`a");
    case 1:
      return csi(size_.rows + 2U, "ABEFde");
    case 2:
      return "\x1b[H";
    case 3:
      return dice_.one_in(2) ? "\t" : "\b";
    default:
      return "\x1b[" + row_and_col() + "H";
  }
}

std::string RandomProgram::erasure() {
  switch (dice_.below(5)) {
    case 0:
      return csi(3, "JK");
    case 1:
      return csi(size_.cols + 2U, "X");
    case 2:
      return std::string("\x1b[?") + std::to_string(dice_.below(3)) + (dice_.one_in(2) ? "J" : "K");
    case 3:
      return dice_.one_in(6) ? "\x1b[3J" : dice_.one_in(8) ? "\x1b#8" : "\x1b[K";
    default:
      return dice_.one_in(2) ? "\x1b[1\"q" : "\x1b[0\"q";
  }
}

std::string RandomProgram::editing() {
  switch (dice_.below(4)) {
    case 0:
      return csi(size_.cols + 2U, "@P");
    case 1:
      return csi(size_.rows + 2U, "LMST");
    case 2:
      return "\x1b[" + std::to_string(dice_.below(4)) + (dice_.one_in(2) ? "'}" : "'~");
    default:
      return dice_.one_in(2) ? csi(12, "b")
                             : "\x1b[" + std::to_string(dice_.below(3)) + (dice_.one_in(2) ? " @" : " A");
  }
}

std::string RandomProgram::region() {
  const auto pair = [&](std::uint32_t limit) {
    const std::uint32_t first = 1 + dice_.below(limit);
    return std::to_string(first) + ";" + std::to_string(first + dice_.below(limit));
  };
  switch (dice_.below(5)) {
    case 0:
      return "\x1b[r";
    case 1:
      return "\x1b[?69h\x1b[" + pair(size_.cols) + "s";
    case 2:
      return dice_.one_in(2) ? "\x1b[?69l" : "\x1b[s";
    default:
      return "\x1b[" + pair(size_.rows) + "r";
  }
}

std::string RandomProgram::rectangle() {
  const auto corner = [&](std::uint32_t rows, std::uint32_t cols) {
    return std::to_string(dice_.below(rows + 2U)) + ";" + std::to_string(dice_.below(cols + 2U));
  };
  const std::string area = corner(size_.rows, size_.cols) + ";" + corner(size_.rows, size_.cols);
  switch (dice_.below(8)) {
    case 0:
      return "\x1b[" + area + ";1;" + corner(size_.rows, size_.cols) + ";1$v";
    case 1:
      return "\x1b[" + std::to_string(33 + dice_.below(90)) + ";" + area + "$x";
    case 2:
      return "\x1b[" + area + "$z";
    case 3:
      return "\x1b[" + area + "${";
    case 4:
      return "\x1b[" + area + ";" + pick(dice_, kRenditions) + "$r";
    case 5:
      return "\x1b[" + area + ";" + pick(dice_, kRenditions) + "$t";
    case 6:
      return dice_.one_in(2) ? "\x1b[2*x" : "\x1b[*x";
    default:
      return "\x1b[" + area + "$z";
  }
}

std::string RandomProgram::keyboard() {
  constexpr std::array<std::string_view, 10> kChoices{"\x1b[>1u",   "\x1b[>31u",  "\x1b[>5u",   "\x1b[<u",
                                                      "\x1b[<3u",   "\x1b[=5;1u", "\x1b[=2;2u", "\x1b[=1;3u",
                                                      "\x1b[>4;2m", "\x1b[>4m"};
  return pick(dice_, kChoices);
}

/// Parts of notifications under few names, so that they meet; some end.
std::string RandomProgram::notification() {
  constexpr std::array<std::string_view, 5> kTexts{"p=title;one", "p=body;two",
                                                   "p=title:e=1;AAECGw==", "p=icon;x", "p=body:e=1;"};
  return "\x1b]99;i=" + std::to_string(dice_.below(3)) + ":d=" + (dice_.one_in(4) ? "1:" : "0:") +
         pick(dice_, kTexts) + (dice_.one_in(2) ? "\x1b\\" : "\x07");
}

std::string RandomProgram::mode() {
  std::string number = pick(dice_, kModes);
  if (number[0] == '?' && dice_.one_in(4)) return "\x1b[" + number + (dice_.one_in(2) ? "s" : "r");
  return "\x1b[" + number + (dice_.one_in(2) ? "h" : "l");
}

std::string RandomProgram::cursor_keeping() {
  constexpr std::array<std::string_view, 8> kChoices{
      "\x1b"
      "7",
      "\x1b"
      "8",
      "\x1b[s",
      "\x1b[u",
      "\x1b[?1048h",
      "\x1b[?1048l",
      "\x1b"
      "7",
      "\x1b"
      "8"};
  return pick(dice_, kChoices);
}

std::string RandomProgram::screen() {
  constexpr std::array<std::string_view, 9> kChoices{"\x1b[?1049h", "\x1b[?1049l", "\x1b[?1047h",
                                                     "\x1b[?1047l", "\x1b[?47h",   "\x1b[?47l",
                                                     "\x1b[?1049l", "\x1b[?47l",   "\x1b[?47l"};
  if (dice_.one_in(12))
    return dice_.one_in(2) ? "\x1b"
                             "c"
                           : "\x1b[!p";
  return pick(dice_, kChoices);
}

std::string RandomProgram::string_command() {
  switch (dice_.below(8)) {
    case 5:
      return notification();
    case 0:
      return "\x1b]8;;http://example.com/" + std::to_string(dice_.below(4)) + "\x1b\\";
    case 1:
      return "\x1b]8;id=" + std::to_string(dice_.below(3)) + ";http://example.com/\x1b\\";
    case 2:
      return "\x1b]8;;\x1b\\";
    case 3: {
      constexpr std::array<std::string_view, 10> kMarks{"A",   "B",     "C",     "D", "D;0",
                                                        "D;1", "D;127", "P;k=s", "N", "P"};
      return "\x1b]133;" + pick(dice_, kMarks) + "\x1b\\";
    }
    case 4:
      return "\x1b[2" + std::to_string(2 + dice_.below(2)) + ";" + std::to_string(dice_.below(3)) + "t";
    default:
      return pick(dice_, kStrings);
  }
}

std::string RandomProgram::charset() {
  constexpr std::array<std::string_view, 18> kChoices{
      "\x1b(0", "\x1b(B", "\x1b)0", "\x1b)A", "\x1b*K", "\x1b+0", "\x0e",       "\x0f",       "\x0f",
      "\x1bn",  "\x1bo",  "\x1bN",  "\x1bO",  "\x1b~",  "\x1b}",  "\x1b(B\x0f", "\x1b(B\x0f", "\x1b(B\x0f"};
  return pick(dice_, kChoices);
}

std::string RandomProgram::next() {
  const std::uint32_t kind = dice_.below(100);
  if (kind < 38) return text();
  if (kind < 48) return rendition();
  if (kind < 60) return movement();
  if (kind < 67) return erasure();
  if (kind < 74) return editing();
  if (kind < 78) return dice_.one_in(3) ? rectangle() : region();
  if (kind < 84) return mode();
  if (kind < 87) return cursor_keeping();
  if (kind < 89) return screen();
  if (kind < 93) return string_command();
  if (kind < 95) return charset();
  if (kind < 96) return dice_.one_in(2) ? "\x1bH" : csi(4, "g");
  if (kind < 97) return "\x1b[" + std::to_string(dice_.below(7)) + " q";
  if (kind < 98) return keyboard();
  constexpr std::array<std::string_view, 5> kIndex{
      "\x1b"
      "D",
      "\x1bM",
      "\x1b"
      "E",
      "\x1b"
      "6",
      "\x1b"
      "9"};
  return pick(dice_, kIndex);
}

std::string printable(const std::string& bytes) {
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte == 0x1b) {
      out += "\\e";
    } else if (byte < 0x20 || byte == 0x7f) {
      constexpr std::string_view kDigits = "0123456789abcdef";
      out += "\\x";
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace pty::vt_test
