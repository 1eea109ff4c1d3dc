#include "pty/cli/yes_no_prompt.hpp"

#include <array>
#include <string>

#include "pty/os/fd_io.hpp"
#include "pty/text/untrusted.hpp"

namespace pty::cli {
namespace {

using base::fail;
using base::Result;

constexpr int kStdin = 0;
constexpr std::size_t kLongestAnswer = 4096;

/// One byte of stdin in any blocking mode; 0 bytes is the end.
Result<std::size_t> read_byte(std::array<char, 1>& byte) {
  for (;;) {
    Result<os::IoOutcome> got = os::read_some(kStdin, byte);
    if (!got) return fail(std::move(got).error());
    if (got->state == os::IoState::end) return 0U;
    if (got->state == os::IoState::moved) return got->bytes;
    Result<bool> ready = os::wait_ready(kStdin, os::Direction::readable, base::Milliseconds{-1});
    if (!ready) return fail(std::move(ready).error());
  }
}

}  // namespace

Result<Answer> ask(StandardOutput& out, std::string_view question, std::string_view hint) {
  out.print(question);
  if (base::Status flushed = out.flush(); !flushed) return fail(std::move(flushed).error());
  std::string line;
  std::array<char, 1> byte{};
  bool ended = false;
  while (!ended && line.size() < kLongestAnswer) {
    Result<std::size_t> got = read_byte(byte);
    if (!got) {
      out.print("\n");
      return fail(base::Errc::closed, "No answer on standard input (" + got.error().text +
                                          "), nothing done. " + std::string(hint));
    }
    ended = *got == 0;
    if (ended || byte[0] == '\n' || byte[0] == '\r') break;
    line.push_back(byte[0]);
  }
  if (ended && line.empty()) {
    out.print("\n");
    return fail(base::Errc::closed, "No answer on standard input, nothing done. " + std::string(hint));
  }
  base::ByteView answer = text::trim(line);
  return answer == "n" || answer == "N" ? Answer::no : Answer::yes;
}

}  // namespace pty::cli
