#include "bench/vt_workloads.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <iterator>

namespace pty::bench {
namespace {

/// xorshift: good enough for text, and the same everywhere.
class Dice {
 public:
  std::uint32_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 17;
    state_ ^= state_ << 5;
    return state_;
  }
  int below(int limit) { return static_cast<int>(next() % static_cast<std::uint32_t>(limit)); }
  int between(int low, int high) { return low + below(high - low + 1); }

 private:
  std::uint32_t state_ = 2'463'534'242;
};

constexpr std::array<std::string_view, 16> kWords{
    "error", "build",  "linking", "the", "of",      "src/main.cpp", "warning", "ok",
    "test",  "passed", "0x7ffe",  "42",  "session", "terminal",     "and",     "cache"};
constexpr std::array<std::string_view, 8> kLatin{"caf\u00e9",      "stra\u00dfe",       "ni\u00f1o",
                                                 "d\u00e9j\u00e0", "\u00fcber",         "fa\u00e7ade",
                                                 "na\u00efve",     "\u00e5ngstr\u00f6m"};
constexpr std::array<std::string_view, 8> kEmoji{"\U0001F600",
                                                 "\U0001F44D\U0001F3FD",
                                                 "\u2764\uFE0F",
                                                 "\U0001F1E9\U0001F1EA",
                                                 "\U0001F468\u200D\U0001F469\u200D\U0001F467",
                                                 "e\u0301",
                                                 "\u0915\u094D\u0924",
                                                 "\uD55C"};

using Out = std::string;

template <class... T>
void put(Out& out, fmt::format_string<T...> format, T&&... values) {
  fmt::format_to(std::back_inserter(out), format, std::forward<T>(values)...);
}

void words(Out& out, Dice& dice, int cells) {
  std::size_t end = out.size() + static_cast<std::size_t>(cells);
  while (out.size() < end) {
    out += kWords[static_cast<std::size_t>(dice.below(16))];
    out += ' ';
  }
  out.resize(end);
}

void ideographs(Out& out, Dice& dice, int count) {
  for (int i = 0; i < count; ++i) {
    int c = 0x4E00 + dice.below(0x5000);
    out += static_cast<char>(0xE0 | c >> 12);
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

/// Repeats `frame(out, dice, round)` until there is enough.
template <class Frame>
Out repeat(std::size_t bytes, Frame frame) {
  Out out;
  out.reserve(bytes + 65536);
  Dice dice;
  for (int round = 0; out.size() < bytes; ++round) frame(out, dice, round);
  return out;
}

Out ascii_lines(int, int, std::size_t bytes) {
  return repeat(bytes, [](Out& out, Dice& dice, int) {
    words(out, dice, dice.between(40, 80));
    out += "\r\n";
  });
}
Out ascii_long(int, int, std::size_t bytes) {
  return repeat(bytes, [](Out& out, Dice& dice, int) {
    words(out, dice, 4000);
    out += "\r\n";
  });
}
Out short_lines(int, int, std::size_t bytes) {
  return repeat(bytes, [](Out& out, Dice& dice, int) {
    words(out, dice, dice.between(1, 8));
    out += "\r\n";
  });
}
Out latin_lines(int, int, std::size_t bytes) {
  return repeat(bytes, [](Out& out, Dice& dice, int) {
    for (int i = 0; i < 10; ++i) {
      out += kLatin[static_cast<std::size_t>(dice.below(8))];
      out += ' ';
    }
    out += "\r\n";
  });
}
Out cjk_lines(int, int cols, std::size_t bytes) {
  return repeat(bytes, [cols](Out& out, Dice& dice, int) {
    ideographs(out, dice, dice.between(cols / 8, cols / 2 - 1));
    out += "\r\n";
  });
}
Out mixed_unicode(int, int, std::size_t bytes) {
  return repeat(bytes, [](Out& out, Dice& dice, int) {
    for (int i = 0; i < 8; ++i) {
      out += kEmoji[static_cast<std::size_t>(dice.below(8))];
      words(out, dice, 3);
      ideographs(out, dice, 1);
    }
    out += "\r\n";
  });
}
Out sgr16_lines(int, int, std::size_t bytes) {
  return repeat(bytes, [](Out& out, Dice& dice, int) {
    for (int i = 0; i < 8; ++i) {
      put(out, "\x1b[{};{}m", dice.below(2), 30 + dice.below(8));
      words(out, dice, 6);
    }
    out += "\x1b[0m\r\n";
  });
}
Out sgr_true(int, int, std::size_t bytes) {
  return repeat(bytes, [](Out& out, Dice& dice, int round) {
    put(out, "\x1b[38;2;{};{};{};48;2;{};{};{}m", dice.below(256), dice.below(256), dice.below(256),
        dice.below(256), dice.below(256), dice.below(256));
    out += "\u2580";
    if (round % 80 == 79) out += "\r\n";
  });
}
Out sgr_true_colon(int, int, std::size_t bytes) {
  return repeat(bytes, [](Out& out, Dice& dice, int round) {
    put(out, "\x1b[38:2::{}:{}:{}m", dice.below(256), dice.below(256), dice.below(256));
    out += "xy";
    if (round % 40 == 39) out += "\r\n";
  });
}
Out dense_cells(int rows, int cols, std::size_t bytes) {
  return repeat(bytes, [rows, cols](Out& out, Dice& dice, int) {
    out += "\x1b[H";
    for (int i = 0; i < rows * cols; ++i)
      put(out, "\x1b[38;5;{};48;5;{};1m{}", dice.below(256), dice.below(256),
          static_cast<char>('A' + dice.below(26)));
  });
}
Out cursor_motion(int rows, int cols, std::size_t bytes) {
  return repeat(bytes, [rows, cols](Out& out, Dice& dice, int) {
    put(out, "\x1b[{};{}H\x1b[{}A\x1b[{}C\x1b[2D{}", dice.between(1, rows), dice.between(1, cols),
        dice.between(1, 3), dice.between(1, 9), static_cast<char>('a' + dice.below(26)));
  });
}
Out insdel(int rows, int, std::size_t bytes) {
  return repeat(bytes, [rows](Out& out, Dice& dice, int) {
    put(out, "\x1b[{};1H\x1b[{}L", dice.between(1, rows), dice.between(1, 3));
    words(out, dice, 30);
    put(out, "\x1b[{};1H\x1b[{}M\x1b[5G\x1b[3@\x1b[2P\x1b[4X", dice.between(1, rows), dice.between(1, 3));
  });
}
Out region_scroll(int rows, int, std::size_t bytes) {
  return repeat(bytes, [rows](Out& out, Dice& dice, int round) {
    if (round % 50 == 0) put(out, "\x1b[2;{}r\x1b[{};1H", rows - 1, rows - 1);
    words(out, dice, dice.between(20, 60));
    out += "\r\n";
  });
}
Out progress(int, int, std::size_t bytes) {
  return repeat(bytes, [](Out& out, Dice&, int round) {
    int done = round % 40;
    put(out, "\r\x1b[2K[{}{}] {:3}% building target", std::string(static_cast<std::size_t>(done), '#'),
        std::string(static_cast<std::size_t>(40 - done), '.'), done * 100 / 40);
  });
}
Out osc_prompts(int, int, std::size_t bytes) {
  return repeat(bytes, [](Out& out, Dice& dice, int round) {
    put(out, "\x1b]0;user@host: ~/project {}\a\x1b]7;file://host/home/user/project\a\x1b]133;A\a",
        round % 100);
    out += "\x1b[32muser@host\x1b[0m:\x1b[34m~/project\x1b[0m$ \x1b]133;B\a";
    words(out, dice, 12);
    put(out, "\r\n\x1b]133;C\a\x1b]8;;https://example.org/{}\x1b\\", round);
    words(out, dice, 30);
    out += "\x1b]8;;\x1b\\\r\n\x1b]133;D;0\a";
  });
}
Out tui_redraw(int rows, int cols, std::size_t bytes) {
  return repeat(bytes, [rows, cols](Out& out, Dice& dice, int) {
    out += "\x1b[?25l\x1b[H";
    for (int row = 1; row <= rows; ++row) {
      put(out, "\x1b[{};1H\x1b[38;5;{}m\u2502\x1b[0m ", row, 30 + row % 8);
      words(out, dice, cols / 2 - 4);
      out += "\x1b[1;34m";
      words(out, dice, cols / 3);
      out += "\x1b[0m\x1b[K";
    }
    out += "\x1b[?25h";
  });
}
Out tui_sparse(int rows, int cols, std::size_t bytes) {
  return repeat(bytes, [rows, cols](Out& out, Dice& dice, int) {
    put(out, "\x1b[{};{}H\x1b[{}m", dice.between(1, rows), dice.between(1, cols - 12), 31 + dice.below(7));
    words(out, dice, dice.between(2, 8));
    out += "\x1b[m";
  });
}
/// What a coding agent's screen does: a block at the bottom is erased upwards and printed again, a little
/// longer.
Out agent(int, int cols, std::size_t bytes) {
  return repeat(bytes, [cols](Out& out, Dice& dice, int round) {
    out += "\x1b[?2026h";
    for (int i = 0; i < 6; ++i) out += "\x1b[2K\x1b[1A";
    out += "\x1b[2K\x1b[G";
    if (round % 4 == 0) {
      out += "\x1b[1m\u25cf\x1b[0m ";
      words(out, dice, cols - 10);
      out += "\r\n";
    }
    put(out, "\x1b[38;2;215;119;87m\u273b Thinking\u2026\x1b[0m ({}s)\r\n\r\n", round % 60);
    for (int i = 0; i < 4; ++i) {
      out += "\x1b[2m\u2502\x1b[22m ";
      words(out, dice, cols - 8);
      out += " \x1b[2m\u2502\x1b[22m\r\n";
    }
    out += "\x1b[?2026l";
  });
}

/// A link for every third word, each with a URI of its own.
Out links(int, int, std::size_t bytes) {
  return repeat(bytes, [](Out& out, Dice& dice, int round) {
    for (int i = 0; i < 4; ++i) {
      words(out, dice, 10);
      put(out, "\x1b]8;;https://example.org/{}/{}\x1b\\", round, i);
      words(out, dice, 8);
      out += "\x1b]8;;\x1b\\";
    }
    out += "\r\n";
  });
}
/// Text in which every fourth word has a colour nobody else has.
Out many_styles(int, int, std::size_t bytes) {
  return repeat(bytes, [](Out& out, Dice& dice, int) {
    for (int i = 0; i < 3; ++i) {
      words(out, dice, 17);
      put(out, "\x1b[38;2;{};{};{}m", dice.below(256), dice.below(256), dice.below(256));
      words(out, dice, 6);
      out += "\x1b[m";
    }
    out += "\r\n";
  });
}
/// What memory per line is measured with: a log line of 60 characters.
Out log_lines(int, int, std::size_t bytes) {
  return repeat(bytes, [](Out& out, Dice& dice, int round) {
    put(out, "2026-11-29 16:{:02}:{:02} ", round / 60 % 60, round % 60);
    words(out, dice, 40);
    out += "\r\n";
  });
}
/// And a line of twenty RGB changes.
Out rgb_lines(int, int, std::size_t bytes) {
  return repeat(bytes, [](Out& out, Dice& dice, int) {
    for (int i = 0; i < 20; ++i) {
      put(out, "\x1b[38;2;{};{};{}m", dice.below(256), dice.below(256), dice.below(256));
      words(out, dice, 4);
    }
    out += "\x1b[0m\r\n";
  });
}

}  // namespace

const std::vector<Workload>& vt_workloads() {
  static const std::vector<Workload> kAll{
      {"agent", agent},
      {"ascii_lines", ascii_lines},
      {"ascii_long", ascii_long},
      {"cjk_lines", cjk_lines},
      {"cursor_motion", cursor_motion},
      {"dense_cells", dense_cells},
      {"insdel", insdel},
      {"latin_lines", latin_lines},
      {"links", links},
      {"log_lines", log_lines},
      {"many_styles", many_styles},
      {"mixed_unicode", mixed_unicode},
      {"osc_prompts", osc_prompts},
      {"progress", progress},
      {"region_scroll", region_scroll},
      {"rgb_lines", rgb_lines},
      {"sgr16_lines", sgr16_lines},
      {"sgr_true", sgr_true},
      {"sgr_true_colon", sgr_true_colon},
      {"short_lines", short_lines},
      {"tui_redraw", tui_redraw},
      {"tui_sparse", tui_sparse},
  };
  return kAll;
}

}  // namespace pty::bench
