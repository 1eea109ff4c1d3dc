#include <fcntl.h>

#include <charconv>

#include "pty/os/fd.hpp"
#include "pty/os/fd_io.hpp"
#include "pty/os/process_stat.hpp"

namespace pty::os {
namespace {

constexpr int kState = 3;
constexpr int kThreads = 20;

}  // namespace

std::optional<ProcessStat> ProcessStat::read(pid_t pid, std::string_view proc) {
  if (pid <= 0) return std::nullopt;
  const std::string path = std::string(proc).append("/").append(std::to_string(pid)).append("/stat");
  const Fd file = open_path(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (!file) return std::nullopt;
  ProcessStat stat;
  const auto got = read_some(file.get(), stat.text_);
  if (!got || got->bytes == 0) return std::nullopt;
  // The name may itself contain spaces and parentheses: it ends at the last one.
  const std::string_view all(stat.text_.data(), got->bytes);
  const std::size_t open = all.find('(');
  const std::size_t close = all.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return std::nullopt;
  if (close + 2 >= all.size()) return std::nullopt;
  stat.name_begin_ = open + 1;
  stat.name_end_ = close;
  stat.end_ = all.size();
  return stat;
}

std::string_view ProcessStat::name() const {
  return {text_.data() + name_begin_, name_end_ - name_begin_};
}

std::string_view ProcessStat::field(int number) const {
  const std::size_t begin = name_end_ + 2;
  std::string_view rest(text_.data() + begin, end_ - begin);
  for (int i = 3; i < number; ++i) {
    const std::size_t space = rest.find(' ');
    if (space == std::string_view::npos) return {};
    rest.remove_prefix(space + 1);
  }
  return rest.substr(0, rest.find_first_of(" \n"));
}

std::int64_t ProcessStat::count(int number) const {
  const std::string_view text = field(number);
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

bool ProcessStat::has_ended() const {
  const std::string_view state = field(kState);
  return state == "X" || state == "x" || (state == "Z" && count(kThreads) <= 1);
}

std::string ProcessStat::start_token() const {
  return std::string("linux:").append(field(kStartTicks));
}

}  // namespace pty::os
