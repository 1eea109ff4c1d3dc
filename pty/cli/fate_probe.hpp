#pragma once
// What attach, follow and wait ask when a connection breaks: the registry's word about one incarnation.

#include <string>

#include "pty/attach/session_fate.hpp"
#include "pty/registry/root.hpp"

namespace pty::cli {

/// A probe about incarnation `generation` (empty: any) of session `id`. It holds copies of all three.
attach::FateProbe watch_fate(const registry::Root& root, std::string id, std::string generation);

}  // namespace pty::cli
