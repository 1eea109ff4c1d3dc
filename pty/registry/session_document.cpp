#include "pty/registry/session_document.hpp"

#include <algorithm>
#include <array>

#include "pty/os/wall_time.hpp"
#include "pty/registry/json_fields.hpp"

namespace pty::registry {
namespace {

Json text_or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

Json encode_session(const Session& session) {
  Json row = {{"name", session.id},
              {"status", name_of(session.status)},
              {"pid", or_null(session.pid)},
              {"command", text_or_null(session.display_command)},
              {"cwd", text_or_null(session.cwd)},
              {"createdAt", text_or_null(session.created_at)},
              {"exitedAt", or_null(session.exited_at)},
              {"exitCode", or_null(session.exit_code)}};
  if (!session.tags.empty()) row.push_back({"tags", to_json(session.tags)});
  if (session.display_name) row.push_back({"displayName", *session.display_name});
  return row;
}

Json encode_extreme(const Session* session, base::WallTime created, base::WallTime now) {
  if (session == nullptr) return nullptr;
  auto age = std::chrono::duration_cast<std::chrono::seconds>(now - created).count();
  Json entry = {{"name", session->id},
                {"status", name_of(session->status)},
                {"ageSeconds", std::max<std::int64_t>(age, 0)}};
  if (session->display_name) entry.push_back({"displayName", *session->display_name});
  return entry;
}

}  // namespace

std::string encode_session_list(const std::vector<Session>& sessions) {
  Json list = Json::array();
  for (const Session& session : sessions) list.push_back(encode_session(session));
  return compact(list);
}

std::string encode_session_summary(const std::vector<Session>& sessions, base::WallTime now) {
  std::array<std::int64_t, 3> counts{};
  const Session* oldest = nullptr;
  const Session* newest = nullptr;
  base::WallTime oldest_at;
  base::WallTime newest_at;
  for (const Session& session : sessions) {
    ++counts[static_cast<std::size_t>(session.status)];
    std::optional<base::WallTime> created = os::parse_iso8601(session.created_at);
    if (!created) continue;
    if (oldest == nullptr || *created < oldest_at) {
      oldest = &session;
      oldest_at = *created;
    }
    if (newest == nullptr || *created > newest_at) {
      newest = &session;
      newest_at = *created;
    }
  }
  Json document = {{"total", sessions.size()},
                   {"byStatus", {{"running", counts[0]}, {"exited", counts[1]}, {"vanished", counts[2]}}},
                   {"oldest", encode_extreme(oldest, oldest_at, now)},
                   {"newest", encode_extreme(newest, newest_at, now)}};
  return compact(document);
}

std::string encode_gone_session(const Session& session) {
  Json document = {{"name", session.id},
                   {"status", name_of(session.status)},
                   {"exitCode", or_null(session.exit_code)},
                   {"exitedAt", or_null(session.exited_at)}};
  if (!session.tags.empty()) document.push_back({"tags", to_json(session.tags)});
  return compact(document);
}

std::string encode_status_failure(std::string_view name, std::string_view error) {
  return compact(Json{{"name", name}, {"error", error}});
}

std::string join_json_array(const std::vector<std::string>& documents) {
  std::string array = "[";
  for (const std::string& document : documents) {
    if (array.size() > 1) array += ',';
    array += document;
  }
  return array + "]";
}

std::optional<base::WallTime> age_anchor(const Session& session) {
  if (session.exited_at) {
    if (std::optional<base::WallTime> exited = os::parse_iso8601(*session.exited_at)) return exited;
  }
  return os::parse_iso8601(session.created_at);
}

}  // namespace pty::registry
