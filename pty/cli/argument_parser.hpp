#pragma once
// Reads the arguments of one verb by its row of the verb table (grammar: decision record 0002).
//
//  - options stand before or after words; `--flag value` and `--flag=value` mean the same; `--` ends options
//  - a token that starts with a dash and is no option of the verb is an error, and so is a surplus word
//  - help is not handled here: it is help only as the first argument after the verb
//
// Everything is checked before anything is done. Views point into argv, which outlives the process's work.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pty/base/error.hpp"
#include "pty/cli/verb_table.hpp"

namespace pty::cli {

using ArgumentList = std::span<const std::string_view>;

struct GivenOption {
  Opt id;
  std::string_view value;
};

class Arguments {
 public:
  std::vector<GivenOption> options;     ///< in the order given
  std::vector<std::string_view> words;  ///< before `--` (run: without the command that ends parsing)
  std::vector<std::string_view> rest;   ///< after `--`
  bool separator = false;               ///< `--` was given

  [[nodiscard]] bool has(Opt id) const;
  /// The last value given.
  [[nodiscard]] std::optional<std::string_view> value(Opt id) const;
  [[nodiscard]] std::vector<std::string_view> all(Opt id) const;
};

/// `arguments` is what follows the verb's name. Fails: invalid, unsupported (an option not available yet).
base::Result<Arguments> parse_arguments(const VerbSpec& verb, ArgumentList arguments);

/// "pty kill: unexpected argument "x"", the sentence for anything that does not belong.
base::Error unexpected_argument(const VerbSpec& verb, std::string_view argument);

/// A duration given in seconds: a finite decimal number, not negative. Empty when it is none.
std::optional<double> parse_seconds(std::string_view text);
/// A whole number within [low, high], in decimal digits only. Empty when it is none.
std::optional<long> parse_whole_number(std::string_view text, long low, long high);

}  // namespace pty::cli
