#include "pty/client/family_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <string>
#include <utility>

#include "pty/os/environment.hpp"
#include "pty/os/process_handle.hpp"
#include "pty/os/signal_numbers.hpp"
#include "pty/registry/session_family.hpp"
#include "pty/text/untrusted.hpp"

namespace pty::client {
namespace {

using base::Milliseconds;
using os::FamilyMember;

/// So many survivors are named; of more, only how many.
constexpr std::size_t kMaxNamed = 20;

bool by_pid(const FamilyMember& a, const FamilyMember& b) {
  return a.pid < b.pid;
}

}  // namespace

FamilyWatch::FamilyWatch(int daemon_pid) : daemon_pid_(daemon_pid) {
  look_again();
}

void FamilyWatch::look_again() {
  // Those seen before stay in front, so a later name does not replace an earlier one.
  auto now = registry::session_family(daemon_pid_);
  // A kill from inside the session: whoever asks is not among those it asks about.
  std::erase_if(now, [](const FamilyMember& member) { return member.pid == os::own_pid(); });
  seen_.insert(seen_.end(), std::make_move_iterator(now.begin()), std::make_move_iterator(now.end()));
  std::stable_sort(seen_.begin(), seen_.end(), by_pid);
  seen_.erase(std::unique(seen_.begin(), seen_.end()), seen_.end());
}

std::vector<FamilyMember> FamilyWatch::end_all(Milliseconds limit) {
  std::erase_if(seen_, [](const FamilyMember& member) { return !os::is_alive(member); });
  for (const FamilyMember& member : seen_) (void)os::signal_member(member, SIGKILL);
  const auto deadline = std::chrono::steady_clock::now() + limit;
  std::erase_if(seen_, [deadline](const FamilyMember& member) {
    const auto handle = os::ProcessHandle::open(member.pid, member.token);
    if (!handle) return handle.error().code == base::Errc::not_found;
    const auto left = std::chrono::ceil<Milliseconds>(deadline - std::chrono::steady_clock::now());
    return handle->wait_end(std::max(left, Milliseconds(0))).value_or(false);
  });
  return seen_;
}

base::Error survivors_error(std::string_view id, const std::vector<FamilyMember>& survivors) {
  std::string text = fmt::format("Session \"{}\": these processes could not be ended: ", id);
  const std::size_t named = std::min(survivors.size(), kMaxNamed);
  for (std::size_t i = 0; i < named; ++i) {
    const FamilyMember& survivor = survivors[i];
    text += fmt::format("{}{} ({})", i == 0 ? "" : ", ", survivor.pid, text::escape_controls(survivor.name));
  }
  if (survivors.size() > named) text += fmt::format(", and {} more", survivors.size() - named);
  return {base::Errc::denied, 0, std::move(text)};
}

}  // namespace pty::client
