// `pty run`: a program in a new session. Nothing is created before everything given has been checked.

#include "pty/cli/attach_session.hpp"
#include "pty/cli/detach_key_option.hpp"
#include "pty/cli/invocation.hpp"
#include "pty/cli/nested_run.hpp"
#include "pty/cli/run_plan.hpp"
#include "pty/cli/verbs.hpp"
#include "pty/client/launch.hpp"
#include "pty/os/directory.hpp"
#include "pty/os/environment.hpp"
#include "pty/os/executable.hpp"
#include "pty/os/pty_device.hpp"
#include "pty/registry/display_name.hpp"
#include "pty/registry/session_id.hpp"

namespace pty::cli {
namespace {

using base::Errc;
using base::fail;
using base::Result;

/// The session's directory, absolute. An empty one stays empty, to be refused by name.
Result<std::string> session_directory(const RunPlan& plan, const Result<std::string>& caller) {
  if (plan.cwd && (plan.cwd->empty() || plan.cwd->front() == '/'))
    return plan.cwd->empty() ? std::string() : registry::lexically_absolute(*plan.cwd, "/");
  if (!caller) return fail(caller.error());
  return plan.cwd ? registry::lexically_absolute(*plan.cwd, *caller) : *caller;
}

Result<std::string> find_command(const RunPlan& plan, const Result<std::string>& caller) {
  // The child's PATH, not the caller's: `--env PATH=…` also says where the command is.
  const registry::StringMap child =
      registry::in_place_environment(os::current_environment(), plan.environment);
  const auto path = child.find("PATH");
  return client::resolve_command(plan.command.front(), caller.value_or("/"),
                                 path != child.end() ? std::string_view(path->second) : os::kDefaultPath);
}

/// The size of the terminal this command talks to, or the default.
base::Size session_size(const RunPlan& plan) {
  base::Size size;
  for (int fd : {1, 0, 2}) {
    if (std::optional<base::Size> here = os::window_size(fd)) {
      size = *here;
      break;
    }
  }
  size.rows = plan.rows.value_or(size.rows);
  size.cols = plan.cols.value_or(size.cols);
  return size;
}

Result<std::string> choose_id(const registry::Root& root, const RunPlan& plan) {
  if (!plan.id) {
    return registry::generate_session_id([&root](const std::string& id) {
      Result<std::optional<registry::Session>> found = registry::find_session(root, id);
      return !found || found->has_value();
    });
  }
  if (plan.attach) return *plan.id;
  Result<std::optional<registry::Session>> found = registry::find_session(root, *plan.id);
  if (!found) return fail(std::move(found).error());
  if (*found) return fail(Errc::already_exists, "Session id \"" + *plan.id + "\" is already in use.");
  return *plan.id;
}

std::optional<std::string> choose_name(const RunPlan& plan, const std::string& cwd) {
  if (plan.no_name) return std::nullopt;
  if (plan.name) return plan.name;
  return registry::automatic_label(cwd, plan.command.front(), {plan.command.begin() + 1, plan.command.end()});
}

Result<client::LaunchRequest> make_request(const Invocation& call, const RunPlan& plan,
                                           const std::string& command, const std::string& cwd) {
  Result<std::string> id = choose_id(call.root, plan);
  if (!id) return fail(std::move(id).error());
  client::LaunchRequest request;
  registry::LaunchRecord& record = request.record;
  record.root = call.root.path();
  record.id = std::move(*id);
  record.command = command;
  record.args.assign(plan.command.begin() + 1, plan.command.end());
  record.display_command = display_command(plan);
  record.cwd = cwd;
  record.size = session_size(plan);
  record.geometry_policy = plan.geometry.value_or(base::GeometryPolicy{});
  if (record.geometry_policy.is_fixed()) record.geometry_policy.size = record.size;
  record.ephemeral = plan.ephemeral;
  record.tags = plan.tags;
  record.display_name = choose_name(plan, cwd);
  record.environment = plan.environment;
  record.will_attach = !plan.detach;
  request.if_taken = plan.attach ? client::IfTaken::use_or_renew : client::IfTaken::fail;
  request.given = {.cwd = plan.cwd.has_value(),
                   .tags = !plan.tags.empty(),
                   .geometry_policy = plan.geometry.has_value(),
                   .extra_env = !plan.environment.extra.empty(),
                   .unset_env = !plan.environment.unset.empty(),
                   .isolate = plan.environment.isolate,
                   .display_name = plan.no_name || plan.name.has_value()};
  return request;
}

void announce(Invocation& call, const RunPlan& plan, const client::Launched& launched) {
  if (launched.outcome == client::LaunchOutcome::created)
    call.out.print_line(about_session(launched.id, "created."));
  else
    call.out.print_line(
        about_session(launched.id, plan.detach ? "already running." : "already running, attaching."));
}

}  // namespace

Result<int> run_verb(Invocation& call) {
  Result<RunPlan> plan = plan_run(call.verb, call.arguments, call.root);
  if (!plan) return fail(std::move(plan).error());
  std::optional<std::string> outer = outer_session();
  const bool in_place = outer && !plan->detach && !plan->force;
  Result<attach::DetachKey> key =
      chosen_detach_key(call, plan->detach || in_place ? WillAttach::no : WillAttach::yes);
  if (!key) return fail(std::move(key).error());
  Result<std::string> caller = os::current_directory();
  Result<std::string> command = find_command(*plan, caller);
  if (!command) return fail(std::move(command).error());
  if (plan->legacy_name)
    report("Hint: \"" + *plan->name +
           "\" is taken as the display name. Write: pty run --name <label> -- <command>");
  if (in_place) return fail(run_in_place(call, *plan, *outer, *command));

  Result<std::string> cwd = session_directory(*plan, caller);
  if (!cwd) return fail(std::move(cwd).error());
  Result<client::LaunchRequest> request = make_request(call, *plan, *command, *cwd);
  if (!request) return fail(std::move(request).error());
  Result<client::Launched> launched = client::launch(*request);
  if (!launched) return fail(std::move(launched).error());
  announce(call, *plan, *launched);
  if (plan->detach) {
    call.out.flush_or_report();
    return 0;
  }
  return attach_session(call, launched->id, launched->generation, *key);
}

}  // namespace pty::cli
