#pragma once
// The command line that every terminal core has here, ours and its peers, so that one script races them:
//   speed COLS ROWS SCROLLBACK CHUNK MIN_MS FILE...   {"file", "bytes", "passes", "cpu_ms", "mb_s"} a file
//   memory COLS ROWS SCROLLBACK CHUNK FILE            {"file", "bytes", "rss_kb"}
//   screen COLS ROWS                                  bytes on stdin, ROWS lines on stdout, right-trimmed
// Each file gets a fresh core and one pass to warm it up; then whole passes until MIN_MS of CPU time are
// used. mb_s is 1e6 bytes per second of the process's CPU time. rss_kb is what the resident set has grown by
// since before the core was made; the file and the program's own pages were in memory already.

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "pty/base/bytes.hpp"

namespace pty::bench {

struct CoreSettings {
  int cols = 80;
  int rows = 24;
  std::size_t scrollback = 10'000;
};

class Core {
 public:
  Core() = default;
  virtual ~Core() = default;
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;
  virtual void write(base::ByteView bytes) = 0;
  /// The visible rows as UTF-8.
  virtual std::vector<std::string> screen() = 0;
};

using CoreFactory = std::unique_ptr<Core> (*)(const CoreSettings&);

/// A command line's words behind the command, taken from the left. Fails: prints one line and exits with 2.
class Words {
 public:
  Words(int argc, char** argv);
  [[nodiscard]] const std::string& program() const { return program_; }
  [[nodiscard]] bool empty() const { return next_ == words_.size(); }
  std::string take(std::string_view name);
  std::size_t take_number(std::string_view name, std::size_t low, std::size_t high);
  CoreSettings take_size();
  /// COLS ROWS SCROLLBACK.
  CoreSettings take_settings();
  std::size_t take_chunk();
  /// A file's bytes.
  std::string take_file(std::string& path);
  /// Fails if a word is left.
  void finish() const;
  [[noreturn]] void refuse(const std::string& why) const;

 private:
  std::string program_;
  std::vector<std::string> words_;
  std::size_t next_ = 0;
};

double cpu_seconds();
std::size_t resident_kb();
/// Text as a JSON string, quotes included.
std::string json_text(std::string_view text);
void feed(Core& core, base::ByteView bytes, std::size_t chunk);

/// Runs `command` if it is one of those above; false if it is not.
bool run_core_command(const std::string& command, Words& words, CoreFactory make_core);

}  // namespace pty::bench
