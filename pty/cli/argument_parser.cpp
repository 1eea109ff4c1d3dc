#include "pty/cli/argument_parser.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace pty::cli {
namespace {

using base::Errc;
using base::fail;
using base::Result;
using base::Status;

std::string prefix_of(const VerbSpec& verb) {
  if (&verb == &interactive_verb()) return "pty: ";
  return "pty " + std::string(verb.name) + ": ";
}

std::string quoted(std::string_view text) {
  return "\"" + std::string(text) + "\"";
}

bool looks_like_option(std::string_view token) {
  return token.size() > 1 && token.front() == '-';
}

/// "--word" or "--word=...": what somebody writes who means an option.
bool looks_like_long_option(std::string_view token) {
  if (token.size() < 3 || !token.starts_with("--")) return false;
  std::string_view word = token.substr(2, token.find('=') == token.npos ? token.npos : token.find('=') - 2);
  return !word.empty() &&
         std::ranges::all_of(word, [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
}

class Parser {
 public:
  Parser(const VerbSpec& verb, ArgumentList tokens)
      : verb_(verb), tokens_(tokens), has_separator_(std::ranges::count(tokens, "--") > 0) {}

  Result<Arguments> run() {
    while (next_ < tokens_.size()) {
      if (Status step = take(tokens_[next_]); !step) return fail(std::move(step).error());
    }
    return std::move(found_);
  }

 private:
  Status take(std::string_view token) {
    if (token == "--") {
      found_.separator = true;
      found_.rest.assign(tokens_.begin() + static_cast<std::ptrdiff_t>(next_) + 1, tokens_.end());
      next_ = tokens_.size();
      return check_rest();
    }
    if (looks_like_option(token)) {
      std::size_t equals = token.starts_with("--") ? token.find('=') : token.npos;
      if (const OptionSpec* option = find_option(verb_, token.substr(0, equals)))
        return take_option(*option, token, equals);
      if (!is_data(token)) return fail(unexpected_argument(verb_, token));
    }
    return take_word(token);
  }

  Status take_option(const OptionSpec& option, std::string_view token, std::size_t equals) {
    if (option.available == Available::refused) return fail(Errc::invalid, std::string(option.help));
    if (option.available == Available::later)
      return fail(Errc::unsupported,
                  prefix_of(verb_) + std::string(option.name) + " is not available in this version");
    ++next_;
    if (option.value_name.empty()) {
      if (equals != token.npos && option.equals.empty())
        return fail(Errc::invalid, prefix_of(verb_) + std::string(option.name) + " takes no value");
      found_.options.push_back(
          {option.id, equals == token.npos ? std::string_view() : token.substr(equals + 1)});
      return {};
    }
    if (equals != token.npos) {
      found_.options.push_back({option.id, token.substr(equals + 1)});
      return {};
    }
    if (next_ == tokens_.size() || !may_be_value(option, tokens_[next_])) return fail(missing_value(option));
    found_.options.push_back({option.id, tokens_[next_++]});
    return {};
  }

  /// A forgotten value must not swallow the next option; `--flag=-x` gives such a value on purpose.
  [[nodiscard]] bool may_be_value(const OptionSpec& option, std::string_view token) const {
    if (token == "--") return false;
    if (option.id == Opt::root) return !token.starts_with('-');
    const OptionSpec* other = find_option(verb_, token);
    return other == nullptr || other->id == Opt::root;
  }

  [[nodiscard]] base::Error missing_value(const OptionSpec& option) const {
    if (option.id == Opt::root) return {Errc::invalid, 0, "--root requires a path"};
    if (option.id == Opt::seq) return {Errc::invalid, 0, "--seq requires a value."};
    if (option.id == Opt::stream_fd)
      return {Errc::invalid, 0, prefix_of(verb_) + std::string(option.name) + " requires a file descriptor"};
    return {
        Errc::invalid, 0,
        prefix_of(verb_) + std::string(option.name) + " requires a value " + std::string(option.value_name)};
  }

  /// The text of `send` may start with a dash; only what is spelled like a long option is refused there,
  /// because it is far more often a mistake than text. `--help` is text ([C]).
  [[nodiscard]] bool is_data(std::string_view token) const {
    if (verb_.words != WordRule::text || found_.words.empty()) return false;
    return token == "--help" || !looks_like_long_option(token);
  }

  Status take_word(std::string_view token) {
    if (verb_.words == WordRule::command && !has_separator_ && starts_command()) {
      found_.words.insert(found_.words.end(), tokens_.begin() + static_cast<std::ptrdiff_t>(next_),
                          tokens_.end());
      next_ = tokens_.size();
      return {};
    }
    if (found_.words.size() >= verb_.max_words) return fail(unexpected_argument(verb_, token));
    found_.words.push_back(token);
    ++next_;
    return {};
  }

  /// Without `--`, the word after the legacy name starts the command; with the name given by an option (or
  /// declined), the first word does. What follows belongs to the program, whatever it looks like.
  [[nodiscard]] bool starts_command() const {
    return !found_.words.empty() || found_.has(Opt::name) || found_.has(Opt::no_display_name);
  }

  [[nodiscard]] Status check_rest() const {
    if (verb_.words == WordRule::command) return {};
    std::size_t room = verb_.max_words - found_.words.size();
    if (found_.rest.size() > room) return fail(unexpected_argument(verb_, found_.rest[room]));
    return {};
  }

  const VerbSpec& verb_;
  ArgumentList tokens_;
  bool has_separator_;
  std::size_t next_ = 0;
  Arguments found_;
};

}  // namespace

bool Arguments::has(Opt id) const {
  return std::ranges::any_of(options, [id](const GivenOption& given) { return given.id == id; });
}

std::optional<std::string_view> Arguments::value(Opt id) const {
  for (auto given = options.rbegin(); given != options.rend(); ++given) {
    if (given->id == id) return given->value;
  }
  return std::nullopt;
}

std::vector<std::string_view> Arguments::all(Opt id) const {
  std::vector<std::string_view> values;
  for (const GivenOption& given : options) {
    if (given.id == id) values.push_back(given.value);
  }
  return values;
}

Result<Arguments> parse_arguments(const VerbSpec& verb, ArgumentList arguments) {
  return Parser(verb, arguments).run();
}

base::Error unexpected_argument(const VerbSpec& verb, std::string_view argument) {
  if (verb.words == WordRule::text)
    return {Errc::invalid, 0, "Unexpected argument: " + std::string(argument)};
  return {Errc::invalid, 0, prefix_of(verb) + "unexpected argument " + quoted(argument)};
}

std::optional<double> parse_seconds(std::string_view text) {
  double seconds = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (!std::isfinite(seconds) || std::signbit(seconds)) return std::nullopt;
  return seconds;
}

std::optional<long> parse_whole_number(std::string_view text, long low, long high) {
  long number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (number < low || number > high) return std::nullopt;
  return number;
}

}  // namespace pty::cli
