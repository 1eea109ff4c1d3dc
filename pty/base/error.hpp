#pragma once
// Errors as values. Every fallible call in the project returns Result<T>; exceptions are for programming
// mistakes only. An Error says what kind of failure it is (so that callers can decide), the errno behind
// it if there was one, and one readable line that grows a clause each time a room boundary is crossed.

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pty::base {

/// What kind of failure: the closed set that callers branch on. The CLI maps it to text and exit status.
enum class Errc : std::uint8_t {
  not_found,       ///< the named thing does not exist
  already_exists,  ///< the name is taken
  ambiguous,       ///< several things match; nothing was touched
  busy,            ///< held by somebody else right now; retrying may work
  denied,          ///< permission or ownership refuses it
  unreachable,     ///< exists, but nobody answers
  timed_out,       ///< the deadline passed first
  closed,          ///< the other side ended the conversation
  invalid,         ///< the input breaks a rule
  corrupt,         ///< stored or received data does not follow its format
  too_large,       ///< a stated bound would be exceeded
  unsupported,     ///< understood, but not available here
  system,          ///< the operating system failed; see sys_errno
  cancelled,       ///< whoever asked for it wants it no more
  internal,        ///< a bug of ours
};

struct Error {
  Errc code = Errc::internal;
  int sys_errno = 0;  ///< 0 when no system call was involved
  std::string text;   ///< one line, written for a person; a newline in it came with a quoted value
  /// Lines that follow it, each one line like the text: candidates, a usage. Most errors have none.
  std::vector<std::string> more_lines = {};

  /// Prepends one clause of context: "clause: text".
  Error&& with(std::string_view clause) && {
    text.insert(0, ": ").insert(0, clause);
    return std::move(*this);
  }
};

template <class T>
using Result = std::expected<T, Error>;
using Status = Result<void>;

inline std::unexpected<Error> fail(Errc code, std::string text) {
  return std::unexpected(Error{code, 0, std::move(text)});
}
/// Passes an error on unchanged.
inline std::unexpected<Error> fail(Error error) {
  return std::unexpected(std::move(error));
}
/// A failed system call: "what: strerror(number)", with the code that fits the errno (ENOENT is
/// not_found, EACCES denied, ...; anything else is system).
std::unexpected<Error> fail_errno(std::string_view what, int number);

/// The name of a code, for logs and JSON: "not_found".
std::string_view name_of(Errc code);

}  // namespace pty::base
