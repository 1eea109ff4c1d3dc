#include "pty/cli/run_plan.hpp"

#include "pty/base/size.hpp"
#include "pty/cli/geometry_option.hpp"
#include "pty/cli/invocation.hpp"
#include "pty/registry/display_name.hpp"
#include "pty/registry/session_id.hpp"

namespace pty::cli {
namespace {

using base::Errc;
using base::fail;
using base::Result;
using base::Status;

std::vector<std::string> strings(std::span<const std::string_view> words) {
  return {words.begin(), words.end()};
}

/// Sets command and, in the older forms, the name.
Status take_words(RunPlan& plan, const VerbSpec& verb, const Arguments& arguments) {
  bool name_settled = plan.name.has_value() || plan.no_name;
  std::span<const std::string_view> words(arguments.words);
  if (arguments.separator) {
    if (!words.empty() && name_settled) return fail(unexpected_argument(verb, words.front()));
    plan.command = strings(arguments.rest);
  } else {
    bool first_is_name = words.size() > 1 && !name_settled;
    plan.command = strings(first_is_name ? words.subspan(1) : words);
    if (!first_is_name) words = {};
  }
  if (plan.command.empty()) return fail(usage_error(verb));
  if (!words.empty()) {
    plan.name = std::string(words.front());
    plan.legacy_name = true;
  }
  return {};
}

Status check_names(const RunPlan& plan, const registry::Root& root) {
  if (plan.id) {
    if (Status valid = registry::validate_new_session_id(*plan.id, root); !valid)
      return fail(std::move(valid).error());
  }
  if (plan.name && !plan.no_name) {
    if (Status valid = registry::validate_display_name(*plan.name); !valid) {
      base::Error error = std::move(valid).error();
      error.text.insert(0, "Invalid displayName: ");
      return fail(std::move(error));
    }
  }
  return {};
}

Status take_metadata(RunPlan& plan, const Arguments& arguments) {
  for (std::string_view text : arguments.all(Opt::tag)) {
    Result<registry::Tag> tag = registry::parse_tag_option(text);
    if (!tag) return fail(std::move(tag).error());
    plan.tags.insert_or_assign(std::move(tag->first), std::move(tag->second));
  }
  for (std::string_view text : arguments.all(Opt::env)) {
    if (Status added = registry::add_env_option(plan.environment, text); !added) return added;
  }
  for (std::string_view text : arguments.all(Opt::unset_env)) {
    if (Status added = registry::add_unset_option(plan.environment, text); !added) return added;
  }
  plan.environment.isolate = arguments.has(Opt::isolate_env);
  return {};
}

Status take_axis(std::optional<std::uint16_t>& axis, const Arguments& arguments, Opt id,
                 std::string_view flag) {
  std::optional<std::string_view> given = arguments.value(id);
  if (!given) return {};
  std::optional<long> number = parse_whole_number(*given, 1, base::kMaxAxis);
  if (!number)
    return fail(Errc::invalid, "pty run: " + std::string(flag) + " expects a whole number from 1 to " +
                                   std::to_string(base::kMaxAxis) + " (got \"" + std::string(*given) + "\")");
  axis = static_cast<std::uint16_t>(*number);
  return {};
}

/// A size in the policy is the size to start with, so nothing else may name one.
Status take_geometry(RunPlan& plan, const Arguments& arguments) {
  const std::optional<std::string_view> given = arguments.value(Opt::geometry);
  if (!given) return {};
  plan.geometry = try_read_policy(*given);
  if (!plan.geometry) return fail(Errc::invalid, "pty run: " + not_a_policy("--geometry", *given));
  if (plan.geometry->size == base::Size{0, 0}) return {};
  if (plan.rows || plan.cols)
    return fail(Errc::invalid,
                "pty run: --geometry <rows>x<columns> and --rows or --cols are mutually exclusive");
  plan.rows = plan.geometry->size.rows;
  plan.cols = plan.geometry->size.cols;
  return {};
}

std::optional<std::string> text_of(const Arguments& arguments, Opt id) {
  std::optional<std::string_view> value = arguments.value(id);
  if (!value) return std::nullopt;
  return std::string(*value);
}

}  // namespace

Result<RunPlan> plan_run(const VerbSpec& verb, const Arguments& arguments, const registry::Root& root) {
  RunPlan plan;
  plan.id = text_of(arguments, Opt::id);
  plan.name = text_of(arguments, Opt::name);
  plan.cwd = text_of(arguments, Opt::cwd);
  plan.no_name = arguments.has(Opt::no_display_name);
  plan.ephemeral = arguments.has(Opt::ephemeral);
  plan.detach = arguments.has(Opt::detach);
  plan.attach = arguments.has(Opt::attach);
  plan.force = arguments.has(Opt::force);
  if (Status words = take_words(plan, verb, arguments); !words) return fail(std::move(words).error());
  if (Status metadata = take_metadata(plan, arguments); !metadata) return fail(std::move(metadata).error());
  if (Status rows = take_axis(plan.rows, arguments, Opt::rows, "--rows"); !rows)
    return fail(std::move(rows).error());
  if (Status cols = take_axis(plan.cols, arguments, Opt::cols, "--cols"); !cols)
    return fail(std::move(cols).error());
  if (Status geometry = take_geometry(plan, arguments); !geometry) return fail(std::move(geometry).error());
  std::uint32_t cells = std::uint32_t{plan.rows.value_or(1)} * plan.cols.value_or(1);
  if (cells > base::kMaxCells)
    return fail(Errc::invalid, "pty run: --rows times --cols must not exceed " +
                                   std::to_string(base::kMaxCells) + " (got " + std::to_string(cells) + ")");
  if (Status names = check_names(plan, root); !names) return fail(std::move(names).error());
  return plan;
}

std::string display_command(const RunPlan& plan) {
  std::string joined;
  for (const std::string& word : plan.command) {
    if (!joined.empty()) joined.append(" ");
    joined.append(word);
  }
  return joined;
}

}  // namespace pty::cli
