#include "bench/core_program.hpp"

#include <fmt/format.h>
#include <malloc.h>
#include <time.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace pty::bench {
namespace {

constexpr std::size_t kMostCells = 4096;
constexpr std::size_t kMostScrollback = 100'000'000;
constexpr std::size_t kMostChunk = std::size_t{1} << 30;
constexpr std::size_t kMostMilliseconds = 3'600'000;
constexpr std::size_t kWarmUpBytes = 4096;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

std::string read_all(std::FILE* file) {
  std::string bytes;
  char buffer[65536];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, file)) bytes.append(buffer, count);
  return bytes;
}

void speed(Words& words, CoreFactory make_core) {
  const CoreSettings settings = words.take_settings();
  const std::size_t chunk = words.take_chunk();
  const double wanted = static_cast<double>(words.take_number("MIN_MS", 1, kMostMilliseconds)) * 1e-3;
  do {
    std::string path;
    const std::string bytes = words.take_file(path);
    const std::unique_ptr<Core> core = make_core(settings);
    feed(*core, bytes, chunk);
    std::size_t passes = 0;
    double used = 0;
    const double begin = cpu_seconds();
    do {
      feed(*core, bytes, chunk);
      ++passes;
      used = cpu_seconds() - begin;
    } while (used < wanted && !bytes.empty());
    const double megabytes = static_cast<double>(bytes.size()) * static_cast<double>(passes) * 1e-6;
    fmt::print("{{\"file\": {}, \"bytes\": {}, \"passes\": {}, \"cpu_ms\": {:.3f}, \"mb_s\": {:.3f}}}\n",
               json_text(path), bytes.size(), passes, used * 1e3, used > 0 ? megabytes / used : 0.0);
    std::fflush(stdout);
  } while (!words.empty());
}

/// Brings the program's own pages in, and gives what the heap took back.
void warm_up(base::ByteView bytes, const CoreSettings& settings, CoreFactory make_core) {
  make_core(settings)->write(bytes);
  malloc_trim(0);
}

void memory(Words& words, CoreFactory make_core) {
  const CoreSettings settings = words.take_settings();
  const std::size_t chunk = words.take_chunk();
  std::string path;
  const std::string bytes = words.take_file(path);
  words.finish();
  warm_up(base::ByteView(bytes).substr(0, kWarmUpBytes), settings, make_core);
  const std::size_t before = resident_kb();
  const std::unique_ptr<Core> core = make_core(settings);
  feed(*core, bytes, chunk);
  const std::size_t after = resident_kb();
  fmt::print("{{\"file\": {}, \"bytes\": {}, \"rss_kb\": {}}}\n", json_text(path), bytes.size(),
             after > before ? after - before : 0);
}

void screen(Words& words, CoreFactory make_core) {
  const CoreSettings settings = words.take_size();
  words.finish();
  const std::unique_ptr<Core> core = make_core(settings);
  core->write(read_all(stdin));
  std::vector<std::string> rows = core->screen();
  rows.resize(static_cast<std::size_t>(settings.rows));
  for (std::string& row : rows) {
    row.erase(row.find_last_not_of(' ') + 1);
    fmt::print("{}\n", row);
  }
}

}  // namespace

Words::Words(int argc, char** argv) : program_(argv[0]), words_(argv + std::min(argc, 2), argv + argc) {
  program_.erase(0, program_.find_last_of('/') + 1);
}

void Words::refuse(const std::string& why) const {
  std::fflush(stdout);
  fmt::print(stderr, "{}: {}\n", program_, why);
  std::exit(2);
}

std::string Words::take(std::string_view name) {
  if (empty()) refuse(fmt::format("{} is missing", name));
  return words_[next_++];
}

std::size_t Words::take_number(std::string_view name, std::size_t low, std::size_t high) {
  const std::string word = take(name);
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size() || value < low || value > high)
    refuse(fmt::format("{} must be a number from {} to {}, not '{}'", name, low, high, word));
  return value;
}

CoreSettings Words::take_size() {
  CoreSettings settings;
  settings.cols = static_cast<int>(take_number("COLS", 2, kMostCells));
  settings.rows = static_cast<int>(take_number("ROWS", 1, kMostCells));
  return settings;
}

CoreSettings Words::take_settings() {
  CoreSettings settings = take_size();
  settings.scrollback = take_number("SCROLLBACK", 0, kMostScrollback);
  return settings;
}

std::size_t Words::take_chunk() {
  return take_number("CHUNK", 1, kMostChunk);
}

std::string Words::take_file(std::string& path) {
  path = take("FILE");
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  if (!file) refuse(fmt::format("cannot open '{}'", path));
  std::string bytes = read_all(file.get());
  if (std::ferror(file.get()) != 0) refuse(fmt::format("cannot read '{}'", path));
  return bytes;
}

void Words::finish() const {
  if (!empty()) refuse(fmt::format("'{}' is one argument too many", words_[next_]));
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// From smaps_rollup, which counts pages; statm is behind by what the kernel batches.
std::size_t resident_kb() {
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen("/proc/self/smaps_rollup", "r"));
  char line[256];
  std::size_t kb = 0;
  while (file && std::fgets(line, sizeof line, file.get()) != nullptr)
    if (std::sscanf(line, "Rss: %zu kB", &kb) == 1) return kb;
  return 0;
}

std::string json_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else if (c == '"' || c == '\\')
      out.append(1, '\\').push_back(c);
    else
      out.push_back(c);
  }
  out.push_back('"');
  return out;
}

void feed(Core& core, base::ByteView bytes, std::size_t chunk) {
  for (std::size_t at = 0; at < bytes.size(); at += chunk) core.write(bytes.substr(at, chunk));
}

bool run_core_command(const std::string& command, Words& words, CoreFactory make_core) {
  if (command == "speed")
    speed(words, make_core);
  else if (command == "memory")
    memory(words, make_core);
  else if (command == "screen")
    screen(words, make_core);
  else
    return false;
  return true;
}

}  // namespace pty::bench
