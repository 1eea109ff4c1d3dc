// The grammar of answers, byte by byte: a prefix of one is `maybe`.
#include <algorithm>
#include <array>

#include "pty/attach/stray_replies.hpp"

namespace pty::attach {
namespace {

using base::ByteView;

constexpr std::size_t kMaxCsi = 64;
constexpr char kBell = '\x07';

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

bool is_hex_or_slash(char byte) {
  return is_digit(byte) || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F') || byte == '/';
}

/// CSI ? … : no key begins so. 997 is the colour scheme, which a program asks to be told of (mode 2031).
bool is_private_reply(ByteView parameters, ByteView final) {
  if (final == "n") return !parameters.starts_with("997");
  return final == "c" || final == "u" || final == "R" || final == "$y";
}

/// CSI … : the size reports, the status report, the state of an ANSI mode.
bool is_plain_reply(ByteView parameters, ByteView final) {
  if (final == "n") return parameters == "0" || parameters == "3";
  if (final == "$y") return parameters.find(';') != ByteView::npos;
  if (final != "t") return false;
  return std::ranges::any_of(std::array<ByteView, 5>{"4;", "6;", "8;", "9;", "48;"},
                             [&](ByteView report) { return parameters.starts_with(report); });
}

ReplyVerdict judge_csi(ByteView body) {
  if (body.empty()) return ReplyVerdict::maybe;
  const char intro = body[0] == '?' || body[0] == '>' ? body[0] : '\0';
  if (intro != '\0') body.remove_prefix(1);
  const auto* const end = std::ranges::find_if(body, [](char b) { return !is_digit(b) && b != ';'; });
  const ByteView parameters(body.begin(), end);
  const ByteView final(end, body.end());
  if (final.empty() || final == "$") return body.size() < kMaxCsi ? ReplyVerdict::maybe : ReplyVerdict::no;
  const bool known = intro == '?'   ? is_private_reply(parameters, final)
                     : intro == '>' ? final == "c" || final == "m"
                                    : is_plain_reply(parameters, final);
  return known ? ReplyVerdict::yes : ReplyVerdict::no;
}

/// What may follow the text of a string: BEL or ESC \.
ReplyVerdict judge_terminator(ByteView rest) {
  if (rest.empty() || rest == "\x1b") return ReplyVerdict::maybe;
  return rest[0] == kBell || rest == "\x1b\\" ? ReplyVerdict::yes : ReplyVerdict::no;
}

/// True while `text` and `word` agree as far as both go.
bool agrees(ByteView text, ByteView word) {
  const std::size_t shared = std::min(text.size(), word.size());
  return text.substr(0, shared) == word.substr(0, shared);
}

/// rgb:r/g/b or rgba:r/g/b/a
ReplyVerdict judge_colour(ByteView text) {
  for (const ByteView space : {ByteView("rgb:"), ByteView("rgba:")}) {
    if (!agrees(text, space)) continue;
    if (text.size() <= space.size()) return ReplyVerdict::maybe;
    text.remove_prefix(space.size());
    const auto* const end = std::ranges::find_if_not(text, is_hex_or_slash);
    return end == text.begin() ? ReplyVerdict::no : judge_terminator({end, text.end()});
  }
  return ReplyVerdict::no;
}

/// Takes "<number>;" off the front; nothing while it is not complete.
std::optional<ByteView> take_field(ByteView& body) {
  const std::size_t end = body.find(';');
  if (end == ByteView::npos) return std::nullopt;
  const ByteView number = body.substr(0, end);
  body.remove_prefix(end + 1);
  return number;
}

bool all_digits(ByteView text) {
  return std::ranges::all_of(text, is_digit);
}

/// OSC 4 ; index ; colour, OSC 10 … 19 ; colour
ReplyVerdict judge_osc(ByteView body) {
  const std::optional<ByteView> number = take_field(body);
  if (!number) return body.size() <= 2 && all_digits(body) ? ReplyVerdict::maybe : ReplyVerdict::no;
  if (number->size() == 2 && (*number)[0] == '1' && is_digit((*number)[1])) return judge_colour(body);
  if (*number != "4" && *number != "5") return ReplyVerdict::no;
  const std::optional<ByteView> index = take_field(body);
  if (!index) return body.size() <= 3 && all_digits(body) ? ReplyVerdict::maybe : ReplyVerdict::no;
  return all_digits(*index) ? judge_colour(body) : ReplyVerdict::no;
}

/// XTVERSION, DA3, DECRQSS, XTGETTCAP
ReplyVerdict judge_dcs(ByteView body) {
  for (const ByteView intro : {">|", "!|", "0$r", "1$r", "0+r", "1+r"}) {
    if (!agrees(body, intro)) continue;
    if (body.size() <= intro.size()) return ReplyVerdict::maybe;
    body.remove_prefix(intro.size());
    const auto* const end =
        std::ranges::find_if(body, [](char b) { return static_cast<unsigned char>(b) < 0x20; });
    return judge_terminator({end, body.end()});
  }
  return ReplyVerdict::no;
}

}  // namespace

ReplyVerdict judge_reply(ByteView sequence) {
  if (sequence.size() < 2) return ReplyVerdict::maybe;
  const ByteView body = sequence.substr(2);
  switch (sequence[1]) {
    case '[':
      return judge_csi(body);
    case ']':
      return judge_osc(body);
    case 'P':
      return judge_dcs(body);
    default:
      return ReplyVerdict::no;
  }
}

}  // namespace pty::attach
