#include "tools/vtdump/line_reader.hpp"

namespace pty::vtdump {

LineOutcome read_line(std::FILE* stream, std::string& line) {
  line.clear();
  bool too_long = false;
  int c = getc_unlocked(stream);
  if (c == EOF && std::ferror(stream) == 0) return LineOutcome::end;
  for (; c != EOF && c != '\n'; c = getc_unlocked(stream)) {
    if (line.size() == kMaxLineBytes) {
      too_long = true;
      continue;
    }
    line += static_cast<char>(c);
  }
  if (c == EOF && std::ferror(stream) != 0) return LineOutcome::failed;
  return too_long ? LineOutcome::too_long : LineOutcome::line;
}

}  // namespace pty::vtdump
