#include "pty/cli/saved_output.hpp"

#include "pty/registry/session_paths.hpp"
#include "pty/text/untrusted.hpp"

namespace pty::cli {

using base::fail;
using base::Result;

Result<registry::Metadata> record_of(const registry::Root& root, const registry::Session& session) {
  Result<registry::MetadataSnapshot> snapshot =
      registry::read_metadata(registry::session_paths(root, session.id));
  if (snapshot) return std::move(snapshot->metadata);
  if (snapshot.error().code != base::Errc::not_found) return fail(std::move(snapshot).error());
  return fail(base::Errc::not_found, about_session(session.id, "not found."));
}

Result<int> print_saved_output(Invocation& call, const registry::Session& session) {
  Result<registry::Metadata> record = record_of(call.root, session);
  if (!record) return fail(std::move(record).error());
  if (!record->last_lines || record->last_lines->empty()) {
    std::string how(registry::name_of(session.status));
    report(about_session(session.id, "has " + how + " with no saved output."));
    return 0;
  }
  // Saved lines are plain text from the daemon, but the file may have been written by anybody.
  for (const std::string& line : *record->last_lines) call.out.print_line(text::escape_controls(line));
  return 0;
}

}  // namespace pty::cli
