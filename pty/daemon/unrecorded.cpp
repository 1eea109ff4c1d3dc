#include "pty/daemon/unrecorded.hpp"

#include <string_view>

namespace pty::daemon {
namespace {

constexpr std::array<std::string_view, 4> kConsequences{
    "events are missing from the log: ", "an attach was not recorded: ", "the exit could not be recorded: ",
    "the geometry policy was not recorded: "};

}  // namespace

void Unrecorded::note(What what, const base::Error& cause) {
  const std::lock_guard lock(mutex_);
  auto& first = first_causes_.at(static_cast<std::size_t>(what));
  if (!first) first = cause.text;
}

std::vector<std::string> Unrecorded::warnings() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> out;
  for (std::size_t i = 0; i < first_causes_.size(); ++i)
    if (first_causes_.at(i)) out.push_back(std::string(kConsequences.at(i)) + *first_causes_.at(i));
  return out;
}

}  // namespace pty::daemon
