#include "pty/cli/standard_output.hpp"

#include "pty/os/environment.hpp"
#include "pty/os/fd.hpp"
#include "pty/os/fd_io.hpp"
#include "pty/text/untrusted.hpp"

namespace pty::cli {
namespace {

constexpr int kStdout = 1;
constexpr int kStderr = 2;
constexpr std::size_t kFlushAt = std::size_t{32} << 10U;

}  // namespace

void StandardOutput::print(std::string_view text) {
  if (reader_gone_) return;
  // Long text is written from where it stands. A failure shows again at the final flush: what could not be
  // written is kept.
  if (text.size() >= kFlushAt && flush() && write(text)) return;
  pending_.append(text);
  if (pending_.size() >= kFlushAt) (void)flush();
}

void StandardOutput::print_line(std::string_view text) {
  print(text);
  print("\n");
}

base::Status StandardOutput::pass_on(std::string_view piece) {
  print(piece);
  if (pending_.size() >= kFlushAt)
    if (base::Status flushed = flush(); !flushed) return flushed;
  if (reader_gone_) return base::fail(base::Errc::closed, "the reader of standard output went away");
  return {};
}

base::Status StandardOutput::write(std::string_view text) {
  base::Status written = os::write_all(kStdout, text);
  if (written) return {};
  if (written.error().code != base::Errc::closed)
    return base::fail(std::move(written).error().with("cannot write to standard output"));
  reader_gone_ = true;
  return {};
}

base::Status StandardOutput::flush() {
  if (pending_.empty() || reader_gone_) return {};
  if (base::Status written = write(pending_); !written) return written;
  pending_.clear();
  return {};
}

void StandardOutput::flush_or_report() {
  base::Status written = flush();
  if (written) return;
  report(written.error());
  pending_.clear();
}

bool StandardOutput::wants_colour() {
  return os::is_terminal(kStdout) && os::environment_value("NO_COLOR").value_or("").empty();
}

void report(std::string_view line) {
  (void)os::write_all(kStderr, text::escape_controls(line) + "\n");
}

void report(const base::Error& error) {
  report(error.text);
  for (const std::string& line : error.more_lines) report(line);
}

}  // namespace pty::cli
