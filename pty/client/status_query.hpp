#pragma once
// Asks sessions for their STATUS document without attaching. The text is the daemon's own, on one line, so
// that fields we do not know yet pass through; registry parses it.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/client/endpoint.hpp"

namespace pty::client {

inline constexpr base::Milliseconds kStatusTimeout{2000};

/// `Invalid stats response from "<name>"`
base::Error invalid_status(std::string_view name);

/// The STATUS document as JSON text on one line.
/// Fails: as dial(); timed_out `Timeout querying stats for "<n>"`; corrupt as invalid_status(); unreachable
/// `Session "<n>" not found or not running.` as soon as the daemon closes without an answer.
base::Result<std::string> query_status(const Endpoint& endpoint, base::Milliseconds timeout = kStatusTimeout);

/// The same of many sessions at once: results in the order asked, one shared deadline.
std::vector<base::Result<std::string>> query_statuses(std::span<const Endpoint> endpoints,
                                                      base::Milliseconds timeout = kStatusTimeout);

}  // namespace pty::client
