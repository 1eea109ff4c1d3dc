// Our terminal core as a benchmark program. Beside the commands that all cores share (core_program.hpp):
//   state COLS ROWS SCROLLBACK CHUNK FILE   CPU time of the restore dump (all, visible) and of a resize, and
//                                           memory a line, live and idle, by the core's own account
//   empty COLS ROWS                         what a terminal that was fed nothing takes
//   workload NAME COLS ROWS BYTES           generated output, at least BYTES of it, on stdout
//   workloads                               their names

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "bench/core_program.hpp"
#include "bench/vt_workloads.hpp"
#include "pty/vt/dump_plain.hpp"
#include "pty/vt/dump_restore.hpp"
#include "pty/vt/terminal.hpp"
#include "pty/vt/terminal_state.hpp"

namespace {

using namespace pty;
using bench::Words;

constexpr std::string_view kUsage =
    "usage: vtbench speed COLS ROWS SCROLLBACK CHUNK MIN_MS FILE... | memory COLS ROWS SCROLLBACK CHUNK FILE "
    "| "
    "screen COLS ROWS | state COLS ROWS SCROLLBACK CHUNK FILE | empty COLS ROWS | workload NAME COLS ROWS "
    "BYTES | workloads";
constexpr std::size_t kMostWorkloadBytes = std::size_t{1} << 30;

vt::TerminalOptions options_of(const bench::CoreSettings& settings) {
  vt::TerminalOptions options;
  options.history_lines = settings.scrollback;
  return options;
}
base::Size size_of(const bench::CoreSettings& settings) {
  return {static_cast<std::uint16_t>(settings.rows), static_cast<std::uint16_t>(settings.cols)};
}

class OurCore final : public bench::Core {
 public:
  explicit OurCore(const bench::CoreSettings& settings) : terminal(size_of(settings), options_of(settings)) {}
  void write(base::ByteView bytes) override {
    terminal.write(bytes);
    (void)terminal.take_replies();
    (void)terminal.take_events();
  }
  std::vector<std::string> screen() override {
    const std::string text = vt::plain_text(terminal, vt::Extent::viewport);
    std::vector<std::string> rows(1);
    for (const char c : text) {
      if (c == '\n')
        rows.emplace_back();
      else
        rows.back().push_back(c);
    }
    return rows;
  }
  vt::Terminal terminal;
};

std::unique_ptr<bench::Core> make_core(const bench::CoreSettings& settings) {
  return std::make_unique<OurCore>(settings);
}

/// Median milliseconds of CPU time that one of `repeats` calls takes, over five rounds.
template <class Work>
double milliseconds(int repeats, Work work) {
  std::vector<double> rounds;
  for (int round = 0; round < 5; ++round) {
    const double begin = bench::cpu_seconds();
    for (int i = 0; i < repeats; ++i) work();
    rounds.push_back((bench::cpu_seconds() - begin) * 1e3 / repeats);
  }
  std::sort(rounds.begin(), rounds.end());
  return rounds[rounds.size() / 2];
}

void measure_state(Words& words) {
  const bench::CoreSettings settings = words.take_settings();
  const std::size_t chunk = words.take_chunk();
  std::string path;
  const std::string bytes = words.take_file(path);
  words.finish();
  OurCore core(settings);
  vt::Terminal& terminal = core.terminal;
  const std::size_t empty = terminal.memory_bytes();
  feed(core, bytes, chunk);
  const std::size_t lines = std::max<std::size_t>(1, terminal.state().history.lines());
  const std::size_t live = terminal.memory_bytes() - empty;
  base::ByteBuffer dump;
  const double all = milliseconds(10, [&] { dump = vt::restore_dump(terminal); });
  const double visible = milliseconds(200, [&] { (void)vt::primary_repaint(terminal); });
  const base::Size size = terminal.size();
  const base::Size narrow{size.rows, static_cast<std::uint16_t>(size.cols * 3 / 4)};
  const double resizes = milliseconds(100, [&] {
    terminal.resize(narrow);
    terminal.resize(size);
  });
  terminal.mutable_state().history.compress_idle();
  const std::size_t idle = terminal.memory_bytes() - empty;
  fmt::print(
      "{{\"file\": {}, \"lines\": {}, \"restore_ms\": {:.4f}, \"restore_bytes\": {}, \"visible_ms\": {:.5f}, "
      "\"resize_ms\": {:.5f}, \"line_bytes\": {:.1f}, \"idle_line_bytes\": {:.1f}}}\n",
      bench::json_text(path), lines, all, dump.size(), visible, resizes / 2,
      static_cast<double>(live) / static_cast<double>(lines),
      static_cast<double>(idle) / static_cast<double>(lines));
}

void measure_empty(Words& words) {
  const bench::CoreSettings settings = words.take_size();
  words.finish();
  constexpr std::size_t kCount = 64;
  std::vector<std::unique_ptr<OurCore>> cores;
  cores.reserve(kCount);
  const std::size_t before = bench::resident_kb();
  for (std::size_t i = 0; i < kCount; ++i) {
    cores.push_back(std::make_unique<OurCore>(settings));
    cores.back()->write("\x1b[m");
  }
  const std::size_t after = bench::resident_kb();
  fmt::print("{{\"rss_kb\": {:.1f}, \"accounted_kb\": {:.1f}}}\n",
             static_cast<double>(after - before) / static_cast<double>(kCount),
             static_cast<double>(cores[0]->terminal.memory_bytes()) / 1024.0);
}

void write_workload(Words& words) {
  const std::string name = words.take("NAME");
  const bench::CoreSettings settings = words.take_size();
  const std::size_t bytes = words.take_number("BYTES", 1, kMostWorkloadBytes);
  words.finish();
  const auto& all = bench::vt_workloads();
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
  if (found == all.end()) words.refuse(fmt::format("no workload is called '{}'", name));
  const std::string output = found->generate(settings.rows, settings.cols, bytes);
  std::fwrite(output.data(), 1, output.size(), stdout);
}

}  // namespace

int main(int argc, char** argv) {
  Words words(argc, argv);
  const std::string command = argc > 1 ? argv[1] : "";
  if (bench::run_core_command(command, words, make_core)) return 0;
  if (command == "state")
    measure_state(words);
  else if (command == "empty")
    measure_empty(words);
  else if (command == "workload")
    write_workload(words);
  else if (command == "workloads")
    for (const bench::Workload& one : bench::vt_workloads()) fmt::print("{}\n", one.name);
  else
    words.refuse(command.empty() ? std::string(kUsage) : fmt::format("no such command: '{}'", command));
  return 0;
}
