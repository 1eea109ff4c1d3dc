// Many sessions, several clients each, for a while: they attach, type, resize, flood, stop reading, detach
// and vanish. At the end every screen must be right, and nothing may have grown or been left behind. Prints
// one line; exit status 1 if anything was wrong. Under AddressSanitizer every daemon is checked for leaks as
// it ends.
//
//   pty_soak [--sessions N] [--clients N (of each session)] [--seconds N] [--seed N]

#include <poll.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <string>
#include <vector>

#include "pty/client/peek.hpp"
#include "soak_client.hpp"
#include "soak_daemons.hpp"
#include "soak_program.hpp"

namespace pty::soak {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr int kTurnMilliseconds = 5;  ///< one client acts in every turn
constexpr auto kSettleLimit = std::chrono::seconds(120);
constexpr const char* kLongFlood = "pour 60000";  ///< more than is queued for a client that does not read

struct SoakPlan {
  int sessions = 5;
  int clients = 4;
  int seconds = 5;
  unsigned seed = 1;
};

struct Verdict {
  int wrong_screens = 0;
  int grown_descriptors = 0;
  int zombies = 0;
  int strays = 0;  ///< daemons without their program, or with more than that
  int stayed = 0;
  int reports = 0;
  long most_resident_kib = 0;
};

class Soak {
 public:
  explicit Soak(const SoakPlan& plan) : plan_(plan), random_(plan.seed) {}

  /// False if it could not even begin.
  bool begin();
  void run();
  Verdict judge();
  [[nodiscard]] const Tally& tally() const { return tally_; }

 private:
  std::size_t session_of(std::size_t client) const {
    return client / static_cast<std::size_t>(plan_.clients);
  }
  void pump(int milliseconds);
  template <class Condition>
  bool pump_until(const Condition& condition);
  bool shows_final(std::size_t client) const;
  int count_wrong_screens();

  SoakPlan plan_;
  std::mt19937 random_;
  Tally tally_;
  SoakDaemons daemons_;
  std::vector<int> descriptors_at_start_;
  std::deque<SoakClient> clients_;
};

bool Soak::begin() {
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  if (!daemons_.start(plan_.sessions)) return false;
  for (std::size_t i = 0; i < daemons_.endpoints().size(); ++i) {
    descriptors_at_start_.push_back(daemons_.facts(i).descriptors);
    for (int k = 0; k < plan_.clients; ++k) clients_.emplace_back(daemons_.endpoints()[i], tally_);
  }
  return true;
}

void Soak::pump(int milliseconds) {
  std::vector<pollfd> polled;
  std::vector<std::size_t> owners;
  for (std::size_t i = 0; i < clients_.size(); ++i) {
    if (clients_[i].descriptor() < 0) continue;
    const int events = clients_[i].wants_to_write() ? POLLIN | POLLOUT : POLLIN;
    polled.push_back({clients_[i].descriptor(), static_cast<short>(events), 0});
    owners.push_back(i);
  }
  if (poll(polled.data(), polled.size(), milliseconds) <= 0) return;
  for (std::size_t i = 0; i < polled.size(); ++i) {
    const int events = polled[i].revents;
    if (events == 0) continue;
    clients_[owners[i]].on_ready({(events & (POLLIN | POLLHUP | POLLERR)) != 0, (events & POLLOUT) != 0});
  }
}

template <class Condition>
bool Soak::pump_until(const Condition& condition) {
  const auto limit = SteadyClock::now() + kSettleLimit;
  while (!condition()) {
    if (SteadyClock::now() > limit) return false;
    pump(20);
  }
  return true;
}

void Soak::run() {
  const auto start = SteadyClock::now();
  const auto end = start + std::chrono::seconds(plan_.seconds);
  // One client sleeps through more output than may be queued for it: it must be given a new picture.
  SoakClient& sleeper = clients_.front();
  sleeper.attach({24, 80});
  pump_until([&] { return sleeper.size().has_value(); });
  sleeper.type(kLongFlood);
  sleeper.stall();
  while (SteadyClock::now() < end) {
    const std::size_t who = random_() % clients_.size();
    if (who != 0) clients_[who].act(random_);
    const auto turn = SteadyClock::now() + std::chrono::milliseconds(kTurnMilliseconds);
    do pump(1);
    while (SteadyClock::now() < turn);
  }
}

bool Soak::shows_final(std::size_t client) const {
  const auto size = clients_[client].size();
  return size &&
         clients_[client].text() == final_screen(daemons_.endpoints()[session_of(client)].name, *size);
}

/// Everybody is there or comes back, and looks; and so does a peek.
int Soak::count_wrong_screens() {
  int wrong = 0;
  for (auto& one : clients_) {
    one.wake();
    if (!one.attached()) one.attach(random_size(random_));
  }
  pump_until([&] {
    return std::ranges::all_of(clients_, [](const SoakClient& one) { return one.attached() && one.size(); });
  });
  // By each client itself, behind everything else it has said: after the last of them nothing changes.
  for (auto& one : clients_) one.type("final");
  pump_until([&] {
    for (std::size_t i = 0; i < clients_.size(); ++i)
      if (!shows_final(i)) return false;
    return true;
  });
  for (std::size_t i = 0; i < clients_.size(); ++i) wrong += shows_final(i) ? 0 : 1;
  for (const auto& endpoint : daemons_.endpoints()) {
    std::string seen;
    const auto size =
        client::peek_screen(endpoint, {.plain = true, .full = false}, [&](base::ByteView piece) {
          seen.append(piece);
          return base::Status();
        });
    if (!size || seen != final_screen(endpoint.name, *size)) ++wrong;
  }
  return wrong;
}

Verdict Soak::judge() {
  Verdict verdict;
  verdict.wrong_screens = count_wrong_screens();
  for (auto& one : clients_) one.detach();
  pump_until([&] {
    return std::ranges::all_of(clients_, [](const SoakClient& one) { return one.descriptor() < 0; });
  });
  for (std::size_t i = 0; i < daemons_.endpoints().size(); ++i) {
    DaemonFacts facts = daemons_.facts(i);
    // The last client's end may still be on its way.
    pump_until([&] { return (facts = daemons_.facts(i)).descriptors <= descriptors_at_start_[i]; });
    verdict.grown_descriptors += std::max(0, facts.descriptors - descriptors_at_start_[i]);
    verdict.zombies += facts.zombies;
    verdict.strays += facts.children == 1 ? 0 : 1;
    verdict.most_resident_kib = std::max(verdict.most_resident_kib, facts.resident_kib);
  }
  verdict.stayed = daemons_.stop();
  verdict.reports = daemons_.sanitizer_reports();
  return verdict;
}

int report(const SoakPlan& plan, const Tally& tally, const Verdict& verdict) {
  std::printf(
      "soak: %d sessions, %d clients each, %d s: %llu attaches, %llu detaches, %llu resizes, %llu floods, "
      "%llu stalls, "
      "%llu repeated screens, %llu MB shown; %d wrong screens, %llu faults, %d more descriptors, %d zombies, "
      "%d strays, "
      "%d daemons that stayed, %d sanitizer reports; largest daemon %ld KiB\n",
      plan.sessions, plan.clients, plan.seconds, static_cast<unsigned long long>(tally.attaches),
      static_cast<unsigned long long>(tally.detaches), static_cast<unsigned long long>(tally.resizes),
      static_cast<unsigned long long>(tally.floods), static_cast<unsigned long long>(tally.stalls),
      static_cast<unsigned long long>(tally.repeated_screens),
      static_cast<unsigned long long>(tally.bytes / 1'000'000), verdict.wrong_screens,
      static_cast<unsigned long long>(tally.faults), verdict.grown_descriptors, verdict.zombies,
      verdict.strays, verdict.stayed, verdict.reports, verdict.most_resident_kib);
  const bool right = verdict.wrong_screens + verdict.grown_descriptors + verdict.zombies + verdict.strays +
                             verdict.stayed + verdict.reports ==
                         0 &&
                     tally.faults == 0;
  return right ? 0 : 1;
}

int soak_with(const std::vector<std::string>& args) {
  if (args.size() == 2 && args[0] == "--program") return play_program(args[1]);
  SoakPlan plan;
  for (std::size_t i = 0; i + 1 < args.size(); i += 2) {
    const int value = std::atoi(args[i + 1].c_str());
    if (args[i] == "--sessions") plan.sessions = std::max(value, 1);
    if (args[i] == "--clients") plan.clients = std::max(value, 1);
    if (args[i] == "--seconds") plan.seconds = std::max(value, 1);
    if (args[i] == "--seed") plan.seed = static_cast<unsigned>(value);
  }
  Soak soak(plan);
  if (!soak.begin()) return 1;
  soak.run();
  const Verdict verdict = soak.judge();
  return report(plan, soak.tally(), verdict);
}

}  // namespace
}  // namespace pty::soak

int main(int argc, char** argv) {
  return pty::soak::soak_with({argv + 1, argv + argc});
}
