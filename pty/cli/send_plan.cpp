#include "pty/cli/send_plan.hpp"

#include <cmath>
#include <utility>

#include "pty/term/key_table.hpp"

namespace pty::cli {
namespace {

using base::Errc;
using base::fail;
using base::Result;
using base::Status;

constexpr base::Milliseconds kDefaultDelay{300};

/// The text, and whether it may mean standard input: after `--` a dash is a dash.
struct TextWord {
  std::string_view text;
  bool literal = false;
};

std::optional<TextWord> text_word(const Arguments& arguments) {
  const std::size_t before = arguments.words.size();
  if (before > 1) return TextWord{arguments.words[1], false};
  if (before + arguments.rest.size() > 1) return TextWord{arguments.rest[1 - before], true};
  return std::nullopt;
}

Status plan_content(const Arguments& arguments, SendPlan& plan) {
  const std::optional<TextWord> word = text_word(arguments);
  const bool has_sequence = arguments.has(Opt::seq);
  if (word && has_sequence) return fail(Errc::invalid, "Cannot mix positional text with --seq flags.");
  if (arguments.has(Opt::file)) {
    if (word || has_sequence) return fail(Errc::invalid, "Cannot mix --file with text or --seq flags.");
    plan.input = *arguments.value(Opt::file);
    if (plan.input->empty()) return fail(Errc::invalid, "pty send: --file requires a path that is not empty");
    return {};
  }
  if (!word && !has_sequence) return fail(Errc::invalid, "Nothing to send.");
  if (word && word->text == "-" && !word->literal)
    plan.input = "-";
  else if (word)
    plan.items.emplace_back(word->text);
  for (std::string_view value : arguments.all(Opt::seq)) {
    Result<base::ByteBuffer> bytes = term::parse_seq_value(value);
    if (!bytes) return fail(std::move(bytes).error());
    plan.items.push_back(*std::move(bytes));
  }
  return {};
}

Status plan_delay(const Arguments& arguments, SendPlan& plan) {
  // Longer than anybody waits; keeps the conversion to milliseconds in range.
  constexpr double kLongest = 1e9;
  plan.delay = kDefaultDelay;
  const std::optional<std::string_view> given = arguments.value(Opt::with_delay);
  if (!given) return {};
  const std::optional<double> seconds = parse_seconds(*given);
  if (!seconds || *seconds > kLongest)
    return fail(Errc::invalid, "--with-delay requires a non-negative number (seconds).");
  plan.delay = base::Milliseconds{std::llround(*seconds * 1000)};
  return {};
}

Status plan_paste(const Arguments& arguments, SendPlan& plan) {
  if (const std::optional<std::string_view> wish = arguments.value(Opt::paste)) {
    if (*wish != "" && *wish != "auto" && *wish != "always")
      return fail(Errc::invalid,
                  "pty send: --paste knows \"auto\" and \"always\" (got \"" + std::string(*wish) + "\")");
    plan.paste = *wish == "auto" ? PasteWish::if_asked : PasteWish::always;
  }
  plan.submit = arguments.has(Opt::submit);
  if (plan.submit && arguments.has(Opt::seq))
    return fail(Errc::invalid, "pty send: --submit takes a text, not --seq; it presses Enter itself");
  const bool at_once = plan.submit || plan.paste == PasteWish::if_asked;
  if (at_once && arguments.has(Opt::with_delay))
    return fail(Errc::invalid,
                "pty send: --with-delay has no place in what is sent at once (--submit, --paste=auto)");
  return {};
}

}  // namespace

Result<SendPlan> plan_send(const Arguments& arguments) {
  SendPlan plan;
  if (Status step = plan_delay(arguments, plan); !step) return fail(std::move(step).error());
  if (Status step = plan_content(arguments, plan); !step) return fail(std::move(step).error());
  if (Status step = plan_paste(arguments, plan); !step) return fail(std::move(step).error());
  return plan;
}

}  // namespace pty::cli
