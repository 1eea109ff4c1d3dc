#include "pty/client/family_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
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

}  // namespace

FamilyWatch::FamilyWatch(int daemon_pid) : daemon_pid_(daemon_pid) {
  look_again();
}

void FamilyWatch::look_again() {
  for (FamilyMember& member : registry::session_family(daemon_pid_)) {
    // A kill from inside the session: whoever asks is not among those it asks about.
    if (member.pid == os::own_pid()) continue;
    const auto [known, is_new] = seen_.try_emplace(member.pid, member);
    // Of two that had the same number one after the other, the earlier is gone.
    if (!is_new && known->second != member) known->second = std::move(member);
  }
}

std::vector<FamilyMember> FamilyWatch::end_all(Milliseconds limit) {
  std::vector<FamilyMember> left;
  for (const auto& [pid, member] : seen_)
    if (os::is_alive(member)) left.push_back(member);
  for (const FamilyMember& member : left) (void)os::signal_member(member, SIGKILL);
  const auto deadline = std::chrono::steady_clock::now() + limit;
  std::erase_if(left, [deadline](const FamilyMember& member) {
    const auto handle = os::ProcessHandle::open(member.pid, member.token);
    if (!handle) return handle.error().code == base::Errc::not_found;
    return handle->wait_end(base::time_until(deadline, std::chrono::steady_clock::now())).value_or(false);
  });
  return left;
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
