#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <map>
#include <optional>
#include <unordered_set>
#include <utility>

#include "pty/os/directory.hpp"
#include "pty/os/fd.hpp"
#include "pty/os/fd_io.hpp"
#include "pty/os/process_family.hpp"
#include "pty/os/process_handle.hpp"
#include "pty/os/process_stat.hpp"
#include "pty/os/process_table.hpp"

namespace pty::os {
namespace {

/// A list of children of one thread: sixteen thousand numbers.
constexpr std::size_t kMaxChildrenBytes = kMaxFamily * 8;

std::optional<pid_t> parse_pid(std::string_view text) {
  pid_t pid = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), pid);
  if (error != std::errc() || end != text.data() + text.size() || pid <= 0) return std::nullopt;
  return pid;
}

std::vector<pid_t> pids_in_directory(const std::string& path) {
  std::vector<pid_t> pids;
  for (const auto& name : directory_entries(path).value_or(std::vector<std::string>{}))
    if (const auto pid = parse_pid(name)) pids.push_back(*pid);
  std::sort(pids.begin(), pids.end());
  return pids;
}

/// Who are the children of whom.
class ParentTable {
 public:
  ParentTable(pid_t root, std::string proc) : proc_(std::move(proc)) {
    // Kernels without CONFIG_PROC_CHILDREN do not have the file.
    lists_children_ = ::access(children_file(root, root).c_str(), R_OK) == 0;
    if (!lists_children_) look_at_everybody();
  }

  [[nodiscard]] std::vector<pid_t> children_of(pid_t parent) const {
    if (lists_children_) return listed_children(parent);
    const auto found = children_.find(parent);
    return found == children_.end() ? std::vector<pid_t>() : found->second;
  }

  [[nodiscard]] const std::string& proc() const { return proc_; }

 private:
  [[nodiscard]] std::string task_directory(pid_t pid) const {
    return proc_ + "/" + std::to_string(pid) + "/task";
  }
  [[nodiscard]] std::string children_file(pid_t pid, pid_t thread) const {
    return task_directory(pid) + "/" + std::to_string(thread) + "/children";
  }

  void look_at_everybody() {
    for (const pid_t pid : pids_in_directory(proc_))
      if (const auto stat = ProcessStat::read(pid, proc_)) children_[stat->parent()].push_back(pid);
  }

  /// A child belongs to the thread that started it.
  [[nodiscard]] std::vector<pid_t> listed_children(pid_t parent) const {
    std::vector<pid_t> children;
    for (const pid_t thread : pids_in_directory(task_directory(parent))) {
      const Fd file = open_path(children_file(parent, thread).c_str(), O_RDONLY | O_CLOEXEC);
      std::string text;
      if (file) (void)read_to_end(file.get(), kMaxChildrenBytes, text);
      for (std::string_view rest = text; !rest.empty();) {
        const std::size_t space = std::min(rest.find(' '), rest.size());
        if (const auto pid = parse_pid(rest.substr(0, space))) children.push_back(*pid);
        rest.remove_prefix(std::min(space + 1, rest.size()));
      }
    }
    return children;
  }

  std::string proc_;
  bool lists_children_ = false;
  std::map<pid_t, std::vector<pid_t>> children_;
};

bool leads_another_family(const ProcessStat& stat, pid_t pid, std::string_view other_root) {
  return stat.name() == other_root && stat.session() == pid && stat.terminal() == 0;
}

}  // namespace

std::vector<FamilyMember> process_family(pid_t root, std::string_view other_root, const std::string& proc) {
  std::vector<FamilyMember> family;
  if (root <= 0) return family;
  const ParentTable table(root, proc);
  std::unordered_set<pid_t> known{root};
  std::vector<pid_t> parents{root};
  while (!parents.empty()) {
    const pid_t parent = parents.back();
    parents.pop_back();
    for (const pid_t pid : table.children_of(parent)) {
      const auto stat = ProcessStat::read(pid, proc);
      // Whoever has the number now must still be one of us: the one that was listed may have ended since.
      if (!stat || stat->has_ended() || !known.contains(stat->parent())) continue;
      if (leads_another_family(*stat, pid, other_root) || !known.insert(pid).second) continue;
      if (family.size() == kMaxFamily) return family;
      family.push_back({pid, stat->start_token(), stat->group(), std::string(stat->name())});
      parents.push_back(pid);
    }
  }
  return family;
}

std::vector<pid_t> child_groups(pid_t root, std::string_view other_root, const std::string& proc) {
  std::vector<pid_t> groups;
  if (root <= 0) return groups;
  for (const pid_t pid : ParentTable(root, proc).children_of(root)) {
    const auto stat = ProcessStat::read(pid, proc);
    if (!stat || stat->parent() != root || leads_another_family(*stat, pid, other_root)) continue;
    if (std::find(groups.begin(), groups.end(), stat->group()) == groups.end())
      groups.push_back(stat->group());
  }
  return groups;
}

bool is_alive(const FamilyMember& member) {
  const auto token = try_live_token(member.pid);
  return token && (token->empty() || *token == member.token);
}

base::Status signal_member(const FamilyMember& member, int signal) {
  const auto handle = ProcessHandle::open(member.pid, member.token);
  if (!handle) return base::fail(handle.error());
  return handle->send(signal);
}

base::Status become_subreaper() {
  if (::prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0UL, 0UL, 0UL) == 0) return {};
  return base::fail_errno("keep orphaned descendants", errno);
}

}  // namespace pty::os
