#include "pty/text/split_lines.hpp"

namespace pty::text {

std::vector<std::string> split_lines(base::ByteView text) {
  std::vector<std::string> lines;
  if (text.empty()) return lines;
  for (std::size_t end = text.find('\n'); end != text.npos; end = text.find('\n')) {
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  lines.emplace_back(text);
  return lines;
}

}  // namespace pty::text
