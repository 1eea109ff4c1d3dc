#pragma once
// What a verb's handler is given: its parsed arguments, the registry, and where its results go. Made by
// run_cli after everything that can be wrong with the command line has been checked.

#include <optional>
#include <string>

#include "pty/base/error.hpp"
#include "pty/cli/argument_parser.hpp"
#include "pty/cli/standard_output.hpp"
#include "pty/cli/verb_table.hpp"
#include "pty/client/endpoint.hpp"
#include "pty/registry/listing.hpp"
#include "pty/registry/root.hpp"

namespace pty::cli {

struct Invocation {
  const VerbSpec& verb;
  Arguments arguments;
  const registry::Root& root;
  StandardOutput& out;

  /// The word at `index`, counting those after `--` too. Empty optional when there are fewer.
  [[nodiscard]] std::optional<std::string_view> word(std::size_t index) const;
  /// The session that the first word names. Fails: invalid (no word: the usage line), not_found, ambiguous.
  [[nodiscard]] base::Result<registry::Session> session() const;
};

/// The id of the session this process runs in; nothing outside one.
std::optional<std::string> outer_session();

/// Where a session is reached.
client::Endpoint endpoint_of(const registry::Root& root, std::string_view id);

/// `Session "<id>" <rest>`
std::string about_session(std::string_view id, std::string_view rest);

/// The usage line as an error.
base::Error usage_error(const VerbSpec& verb);

}  // namespace pty::cli
