#include <fcntl.h>
#include <spawn.h>

#include <cerrno>
#include <csignal>

#include "pty/os/launch_detached.hpp"
#include "pty/os/pipe.hpp"

namespace pty::os {

using base::fail;
using base::fail_errno;
using base::Result;

namespace {

constexpr int kFirstPassed = 3;

/// The spawn attribute and action objects, destroyed together.
struct SpawnRecipe {
  SpawnRecipe() {
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_init(&actions);
  }
  SpawnRecipe(const SpawnRecipe&) = delete;
  SpawnRecipe& operator=(const SpawnRecipe&) = delete;
  ~SpawnRecipe() {
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
  }

  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
};

int set_attributes(posix_spawnattr_t& attributes) {
  sigset_t none;
  sigset_t all;
  sigemptyset(&none);
  sigfillset(&all);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &all);
  constexpr int kFlags = POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
  return ::posix_spawnattr_setflags(&attributes, static_cast<short>(kFlags));
}

int set_descriptors(posix_spawn_file_actions_t& actions, int errors, const std::vector<Fd>& passed) {
  int number = ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDWR, 0);
  if (number == 0) number = ::posix_spawn_file_actions_adddup2(&actions, 0, 1);
  if (number == 0) number = ::posix_spawn_file_actions_adddup2(&actions, errors, 2);
  int target = kFirstPassed;
  for (const Fd& fd : passed) {
    if (number == 0) number = ::posix_spawn_file_actions_adddup2(&actions, fd.get(), target);
    ++target;
  }
  if (number == 0) number = ::posix_spawn_file_actions_addclosefrom_np(&actions, target);
  return number;
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  result.reserve(texts.size() + 1);
  for (const auto& text : texts) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

}  // namespace

Result<Detached> launch_detached(const DetachedStart& start) {
  auto errors = create_pipe();
  if (!errors) return fail(errors.error());
  // Every source above every target, so that no dup2 hits a later source.
  const int above = kFirstPassed + static_cast<int>(start.passed.size());
  auto error_source = duplicate(errors->write_end.get(), above);
  if (!error_source) return fail(error_source.error());
  std::vector<Fd> passed;
  for (const int fd : start.passed) {
    auto source = duplicate(fd, above);
    if (!source) return fail(source.error());
    passed.push_back(std::move(*source));
  }
  SpawnRecipe recipe;
  int number = set_attributes(recipe.attributes);
  if (number == 0) number = set_descriptors(recipe.actions, error_source->get(), passed);
  Detached detached;
  if (number == 0) {
    number = ::posix_spawn(&detached.pid, start.path.c_str(), &recipe.actions, &recipe.attributes,
                           pointers(start.arguments).data(), pointers(start.environment).data());
  }
  if (number != 0) return fail_errno("cannot start " + start.path, number);
  const auto mode = set_blocking(errors->read_end.get(), Blocking::no);
  if (!mode) return fail(mode.error());
  detached.errors = std::move(errors->read_end);
  return detached;
}

}  // namespace pty::os
