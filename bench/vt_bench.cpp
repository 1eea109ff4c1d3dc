// The terminal core against libvterm, in one process and one run: MB of output per second of CPU time, and
// what state operations cost. Prints; asserts nothing. Usage: pty_bench_vt [megabytes] [workload...]

#include <fmt/format.h>
#include <time.h>
#include <vterm.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "bench/vt_workloads.hpp"
#include "pty/vt/dump_restore.hpp"
#include "pty/vt/terminal.hpp"

namespace {

using namespace pty;

constexpr std::size_t kChunk = 16 * 1024;
constexpr std::size_t kHistoryLines = 10'000;
constexpr int kRounds = 3;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double time_of(const std::function<void()>& work) {
  double before = cpu_seconds();
  work();
  return cpu_seconds() - before;
}

/// libvterm with what every embedder must add: 10 000 lines of history.
class Libvterm {
 public:
  explicit Libvterm(base::Size size) : vterm_(vterm_new(size.rows, size.cols)) {
    vterm_set_utf8(vterm_, 1);
    VTermScreen* screen = vterm_obtain_screen(vterm_);
    callbacks_.sb_pushline = [](int cols, const VTermScreenCell* cells, void* self) {
      auto& history = static_cast<Libvterm*>(self)->history_;
      if (history.size() == kHistoryLines) history.pop_front();
      history.emplace_back(cells, cells + cols);
      return 1;
    };
    vterm_screen_set_callbacks(screen, &callbacks_, this);
    vterm_screen_enable_altscreen(screen, 1);
    vterm_screen_reset(screen, 1);
  }
  ~Libvterm() { vterm_free(vterm_); }
  Libvterm(const Libvterm&) = delete;
  Libvterm& operator=(const Libvterm&) = delete;
  void write(base::ByteView bytes) { vterm_input_write(vterm_, bytes.data(), bytes.size()); }

 private:
  VTerm* vterm_;
  VTermScreenCallbacks callbacks_{};
  std::deque<std::vector<VTermScreenCell>> history_;
};

template <class Core>
void feed(Core& core, base::ByteView bytes) {
  for (std::size_t at = 0; at < bytes.size(); at += kChunk) core.write(bytes.substr(at, kChunk));
}

/// Median MB per CPU second; the first pass warms up.
template <class Core>
double speed(base::Size size, base::ByteView bytes) {
  std::vector<double> rounds;
  Core core(size);
  feed(core, bytes.substr(0, bytes.size() / 4));
  for (int i = 0; i < kRounds; ++i)
    rounds.push_back(static_cast<double>(bytes.size()) * 1e-6 / time_of([&] { feed(core, bytes); }));
  std::sort(rounds.begin(), rounds.end());
  return rounds[rounds.size() / 2];
}

struct OurCore {
  explicit OurCore(base::Size size) : terminal(size) {}
  void write(base::ByteView bytes) {
    terminal.write(bytes);
    (void)terminal.take_replies();
    (void)terminal.take_events();
  }
  vt::Terminal terminal;
};

bool chosen(std::string_view name, int argc, char** argv) {
  if (argc <= 2) return true;
  return std::any_of(argv + 2, argv + argc, [&](const char* word) { return name == word; });
}

void measure_speed(base::Size size, std::size_t bytes, int argc, char** argv) {
  fmt::print("\n{}x{}, MB per CPU second\n{:<16} {:>8} {:>9} {:>7}\n", size.cols, size.rows, "workload",
             "pty", "libvterm", "ratio");
  double log_sum = 0;
  int count = 0;
  for (const bench::Workload& workload : bench::vt_workloads()) {
    if (!chosen(workload.name, argc, argv)) continue;
    std::string output = workload.generate(size.rows, size.cols, bytes);
    double ours = speed<OurCore>(size, output);
    double theirs = speed<Libvterm>(size, base::ByteView(output).substr(0, output.size() / 4));
    fmt::print("{:<16} {:>8.1f} {:>9.1f} {:>6.2f}x\n", workload.name, ours, theirs, ours / theirs);
    std::fflush(stdout);
    log_sum += std::log(ours / theirs);
    ++count;
  }
  if (count > 0) fmt::print("geometric mean of ratios: {:.2f}x\n", std::exp(log_sum / count));
}

void measure_states() {
  fmt::print("\n10 000 lines of history, 80x24\n");
  for (std::string_view name : {"ascii_lines", "sgr16_lines", "mixed_unicode"}) {
    auto at = std::find_if(bench::vt_workloads().begin(), bench::vt_workloads().end(),
                           [&](const bench::Workload& one) { return one.name == name; });
    OurCore core(base::Size{24, 80});
    std::size_t empty = core.terminal.memory_bytes();
    feed(core, at->generate(24, 80, std::size_t{4} << 20));
    std::size_t lines = std::max<std::size_t>(1, core.terminal.history_rows());
    base::ByteBuffer dump;
    double all = time_of([&] { dump = vt::restore_dump(core.terminal); });
    double screen = time_of([&] {
                      for (int i = 0; i < 100; ++i) (void)vt::restore_dump(core.terminal, {1});
                    }) /
                    100;
    double resize = time_of([&] {
                      for (int i = 0; i < 50; ++i) {
                        core.terminal.resize({24, 60});
                        core.terminal.resize({24, 80});
                      }
                    }) /
                    100;
    fmt::print(
        "{:<16} {:>6.0f} B/line, restore dump {:>6.2f} ms ({} KB), screen only {:.3f} ms, resize {:.3f} ms\n",
        name, static_cast<double>(core.terminal.memory_bytes() - empty) / static_cast<double>(lines),
        all * 1e3, dump.size() / 1000, screen * 1e3, resize * 1e3);
  }
  vt::Terminal idle({24, 80});
  fmt::print("an empty 80x24 terminal: {} KB\n", idle.memory_bytes() / 1024);
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t megabytes = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 8;
  if (megabytes == 0) {
    fmt::print(stderr, "usage: {} [megabytes] [workload...]\n", argv[0]);
    return 2;
  }
  for (base::Size size : {base::Size{24, 80}, base::Size{50, 200}})
    measure_speed(size, megabytes << 20, argc, argv);
  measure_states();
  return 0;
}
