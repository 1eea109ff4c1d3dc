#pragma once
// What a session's record has to keep must be text: JSON holds Unicode, and a restart from a record that
// holds U+FFFD instead of the bytes would run something else. So other bytes are refused before anything is
// created. What is inherited (the environment, the launcher's directory) is not asked: it is not the record's
// to keep exactly, and a restart says by itself that such a directory does not exist.

#include <string>

#include "pty/base/error.hpp"
#include "pty/registry/launch_record.hpp"

namespace pty::registry {

/// The command, its arguments, the tags and the environment's policy. Fails: invalid (`Argument 2 ("x\xe9y")
/// is not valid UTF-8; a session's record could not keep it.`; a variable is named, its value is not shown).
base::Status check_recordable(const LaunchRecord& record);

/// A directory that was asked for. Fails: invalid, as above.
base::Status check_recordable_directory(const std::string& cwd);

}  // namespace pty::registry
