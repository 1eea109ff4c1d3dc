#pragma once
// Lines of a stream, each of a bounded length, whatever is in them.

#include <cstdio>
#include <string>

namespace pty::vtdump {

inline constexpr std::size_t kMaxLineBytes = std::size_t{64} * 1024 * 1024;

enum class LineOutcome { line, too_long, end, failed };

/// The next line without its newline; a last line without one counts, unless it is cut short by an error of
/// the stream. A line of more than kMaxLineBytes is read to its end and thrown away. Blocks: on the stream.
LineOutcome read_line(std::FILE* stream, std::string& line);

}  // namespace pty::vtdump
