#pragma once
// The environment as a value. A block is what exec takes: "NAME=value" strings. Only single-threaded start-up
// code changes this process's own environment.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pty/base/error.hpp"

namespace pty::os {

using Environment = std::map<std::string, std::string, std::less<>>;

/// This process's environment; of a name that occurs twice the first counts, entries without "=" are dropped.
Environment current_environment();
std::vector<std::string> environment_block(const Environment& environment);

/// Of this process. An empty value is present.
std::optional<std::string> environment_value(const char* name);
void set_environment_value(const char* name, const std::string& value);
void unset_environment_value(const char* name);

/// HOME if set and not empty, else the user's entry in the user database. Fails: not_found.
base::Result<std::string> home_directory();

/// The effective user id of this process.
unsigned int effective_user();

/// The pid of this process and of its parent.
int own_pid();
int parent_pid();

}  // namespace pty::os
