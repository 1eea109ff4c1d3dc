#include "pty/client/start_attempt.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <utility>

#include "pty/os/exit_status.hpp"
#include "pty/os/fd_io.hpp"
#include "pty/os/pipe.hpp"
#include "pty/os/poll_many.hpp"
#include "pty/os/process_handle.hpp"
#include "pty/os/signal_numbers.hpp"

namespace pty::client {
namespace {

using base::Milliseconds;

constexpr std::size_t kMaxErrorBytes = 64U << 10U;
constexpr Milliseconds kTermWait{2'000};
constexpr Milliseconds kKillWait{2'000};

/// Moves what is there into `into`. False at end of input (or on an error, which ends it as well).
bool drain(int fd, std::string& into, std::size_t limit) {
  std::array<char, 4096> buffer{};
  while (true) {
    base::Result<os::IoOutcome> outcome = os::read_some(fd, buffer);
    if (!outcome || outcome->state == os::IoState::end) return false;
    if (outcome->state == os::IoState::would_block) return true;
    std::size_t room = limit - std::min(limit, into.size());
    into.append(buffer.data(), std::min(room, outcome->bytes));
  }
}

std::string one_line(std::string_view text) {
  std::string line;
  for (char c : text) {
    bool line_break = c == '\n' || c == '\r';
    if (!line_break)
      line.push_back(c);
    else if (!line.empty() && line.back() != ' ')
      line.push_back(' ');
  }
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

Milliseconds until(std::chrono::steady_clock::time_point deadline) {
  return base::time_until(deadline, std::chrono::steady_clock::now());
}

}  // namespace

StartAttempt::StartAttempt(os::Detached daemon, os::Fd config, os::Fd ready, std::string id)
    : daemon_(std::move(daemon)), config_(std::move(config)), ready_(std::move(ready)), id_(std::move(id)) {}

base::Result<StartAttempt> StartAttempt::begin(const std::string& executable,
                                               const registry::LaunchRecord& record,
                                               const std::vector<std::string>& environment) {
  // A socket pair, not a pipe: writing to a daemon that died must not raise SIGPIPE in whoever launches.
  base::Result<std::pair<os::Fd, os::Fd>> config = os::create_socket_pair(os::Blocking::yes);
  if (!config) return base::fail(std::move(config.error()));
  base::Result<os::Pipe> ready = os::create_pipe();
  if (!ready) return base::fail(std::move(ready.error()));
  os::DetachedStart start;
  start.path = executable;
  start.arguments = {"pty-daemon", "__daemon", "3", "4"};
  start.environment = environment;
  start.passed = {config->second.get(), ready->write_end.get()};
  base::Result<os::Detached> daemon = os::launch_detached(start);
  if (!daemon) return base::fail(std::move(daemon.error()));
  StartAttempt attempt(std::move(*daemon), std::move(config->first), std::move(ready->read_end), record.id);
  for (int ours : {attempt.ready_.get(), attempt.config_.get()}) {
    if (base::Status mode = os::set_blocking(ours, os::Blocking::no); !mode) {
      attempt.abandon();
      return base::fail(std::move(mode.error()));
    }
  }
  return attempt;
}

void StartAttempt::hand_over(const registry::LaunchRecord& record, base::Milliseconds limit) {
  auto deadline = std::chrono::steady_clock::now() + limit;
  std::string bytes = encode_launch_record(record);
  std::string_view rest = bytes;
  while (!rest.empty()) {
    base::Result<os::IoOutcome> sent = os::send_some(config_.get(), rest);
    if (!sent) break;
    rest.remove_prefix(sent->bytes);
    if (sent->state != os::IoState::would_block) continue;
    base::Result<bool> ready = os::wait_ready(config_.get(), os::Direction::writable, until(deadline));
    if (!ready || !*ready) break;
  }
  config_.reset();
}

base::Result<registry::LaunchReport> StartAttempt::await_report(base::Milliseconds limit) {
  auto deadline = std::chrono::steady_clock::now() + limit;
  std::array<os::PollItem, 2> items{os::PollItem{ready_.get(), os::Interest::read, {}},
                                    os::PollItem{daemon_.errors.get(), os::Interest::read, {}}};
  while (report_.find('\n') == std::string::npos) {
    base::Result<bool> ready = os::poll_many(items, until(deadline));
    if (!ready) return base::fail(std::move(ready.error()));
    if (!*ready) {
      return base::fail(base::Errc::timed_out,
                        fmt::format("Timeout waiting for session \"{}\" to start", id_));
    }
    if (items[1].ready.readable && !drain(daemon_.errors.get(), errors_, kMaxErrorBytes)) items[1].fd = -1;
    if (items[0].ready.readable && !drain(ready_.get(), report_, registry::kMaxLaunchReportBytes)) break;
  }
  if (report_.find('\n') == std::string::npos) return base::fail(early_exit());
  base::Result<registry::LaunchReport> report = registry::parse_launch_report(report_);
  if (report && !report->ok) return base::fail(std::move(report->error));
  return report;
}

/// The ready pipe ended without a report: the daemon is ending, and says why on stderr if at all.
base::Error StartAttempt::early_exit() {
  base::Result<os::ProcessHandle> handle = os::ProcessHandle::open(daemon_.pid, "");
  if (handle) (void)handle->wait_end(kTermWait);
  if (daemon_.errors) (void)drain(daemon_.errors.get(), errors_, kMaxErrorBytes);
  base::Result<std::optional<os::ExitStatus>> status = os::try_reap_child(daemon_.pid);
  reaped_ = status && *status;
  if (!reaped_) {
    return {base::Errc::system, 0,
            fmt::format("The daemon of session \"{}\" closed its report without one.", id_)};
  }
  std::string said = one_line(errors_);
  return {base::Errc::system, 0,
          fmt::format("Daemon process exited immediately (code {}). {}", (*status)->shell_code(),
                      said.empty() ? "Is the command valid?" : said)};
}

void StartAttempt::abandon() {
  config_.reset();
  if (reaped_) return;
  if (!report_.empty()) {
    // It reported a failure and is cleaning up after itself.
    if (auto handle = os::ProcessHandle::open(daemon_.pid, "")) (void)handle->wait_end(kTermWait);
  }
  for (auto [signal, wait] : {std::pair{SIGTERM, kTermWait}, std::pair{SIGKILL, kKillWait}}) {
    base::Result<os::ProcessHandle> handle = os::ProcessHandle::open(daemon_.pid, "");
    if (!handle) break;  // a zombie: only to be reaped
    (void)handle->send(signal);
    base::Result<bool> ended = handle->wait_end(wait);
    if (!ended || *ended) break;
  }
  base::Result<std::optional<os::ExitStatus>> status = os::try_reap_child(daemon_.pid);
  reaped_ = status && *status;
}

}  // namespace pty::client
