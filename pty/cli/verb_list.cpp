// `pty list`: what sessions exist. Afterwards, and only then, long dead records are reclaimed.

#include "pty/cli/invocation.hpp"
#include "pty/cli/session_table.hpp"
#include "pty/cli/verbs.hpp"
#include "pty/os/environment.hpp"
#include "pty/os/wall_time.hpp"
#include "pty/registry/dead_reclaim.hpp"
#include "pty/registry/session_document.hpp"
#include "pty/text/duration.hpp"

namespace pty::cli {
namespace {

using base::Errc;
using base::fail;
using base::Result;
using registry::Session;

struct Filter {
  std::vector<registry::Tag> tags;
  std::optional<registry::SessionStatus> status;
  std::optional<std::chrono::seconds> older_than;
  std::optional<std::chrono::seconds> newer_than;

  [[nodiscard]] bool keeps(const Session& session, base::WallTime now) const {
    if (status && session.status != *status) return false;
    if (!tags.empty() && !registry::matches(session.tags, tags)) return false;
    if (!older_than && !newer_than) return true;
    std::optional<base::WallTime> anchor = registry::age_anchor(session);
    if (!anchor) return false;
    auto age = now - *anchor;
    return (!older_than || age >= *older_than) && (!newer_than || age <= *newer_than);
  }
};

Result<std::optional<std::chrono::seconds>> duration_option(const Arguments& arguments, Opt id,
                                                            std::string_view flag) {
  std::optional<std::string_view> given = arguments.value(id);
  if (!given) return std::nullopt;
  std::optional<std::chrono::seconds> duration = text::parse_duration(*given);
  if (!duration) return fail(Errc::invalid, std::string(flag) + " expects a duration like 30s, 5m, 2h, 1d");
  return duration;
}

Result<Filter> read_filter(const Arguments& arguments) {
  Filter filter;
  for (std::string_view text : arguments.all(Opt::filter_tag)) {
    Result<registry::Tag> tag = registry::parse_tag_filter(text);
    if (!tag) return fail(std::move(tag).error());
    filter.tags.push_back(std::move(*tag));
  }
  if (std::optional<std::string_view> given = arguments.value(Opt::status)) {
    filter.status = registry::parse_session_status(*given);
    if (!filter.status) return fail(Errc::invalid, "--status expects one of: running, exited, vanished");
  }
  Result<std::optional<std::chrono::seconds>> older =
      duration_option(arguments, Opt::older_than, "--older-than");
  if (!older) return fail(std::move(older).error());
  Result<std::optional<std::chrono::seconds>> newer =
      duration_option(arguments, Opt::newer_than, "--newer-than");
  if (!newer) return fail(std::move(newer).error());
  filter.older_than = *older;
  filter.newer_than = *newer;
  return filter;
}

std::string render(const Arguments& arguments, const std::vector<Session>& shown, base::WallTime now) {
  bool json = arguments.has(Opt::json);
  if (arguments.has(Opt::summary))
    return json ? registry::encode_session_summary(shown, now) + "\n" : format_session_summary(shown, now);
  if (json) return registry::encode_session_list(shown) + "\n";
  TableStyle style;
  style.colour = StandardOutput::wants_colour() ? Colour::on : Colour::off;
  style.hidden_tags = arguments.has(Opt::tags) ? HiddenTags::show : HiddenTags::hide;
  style.home = os::home_directory().value_or("");
  style.now = now;
  return format_session_table(shown, style);
}

void reclaim(const registry::Root& root, const std::vector<Session>& sessions, base::WallTime now) {
  std::optional<std::string> setting = os::environment_value("PTY_DEAD_TTL");
  Result<std::optional<base::Milliseconds>> ttl = registry::parse_dead_ttl(setting);
  if (!ttl) {
    report(ttl.error());
    return;
  }
  if (!*ttl) return;
  std::vector<std::string> dead = registry::plan_dead_reclaim(sessions, now, **ttl);
  if (!dead.empty()) registry::apply_dead_reclaim(root, dead, now, **ttl);
}

}  // namespace

Result<int> list_verb(Invocation& call) {
  Result<Filter> filter = read_filter(call.arguments);
  if (!filter) return fail(std::move(filter).error());
  Result<std::vector<Session>> sessions = registry::list_sessions(call.root);
  if (!sessions) return fail(std::move(sessions).error());
  base::WallTime now = os::wall_now();
  std::vector<Session> shown;
  for (const Session& session : *sessions) {
    if (filter->keeps(session, now)) shown.push_back(session);
  }
  registry::sort_by_label(shown);
  call.out.print(render(call.arguments, shown, now));
  if (base::Status flushed = call.out.flush(); !flushed) return fail(std::move(flushed).error());
  reclaim(call.root, *sessions, now);
  return 0;
}

}  // namespace pty::cli
