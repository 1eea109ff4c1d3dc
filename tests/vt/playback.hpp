#pragma once
// Playing an application's output and resizes into terminals, and the properties that must hold for any
// output: the restore dump brings everything back, cuts do not matter, and a client that joins late sees
// what an early one sees.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pty/vt/terminal.hpp"

namespace pty::vt_test {

/// Output of the application, or (bytes empty, size set) a resize.
struct Step {
  std::string bytes;
  std::optional<base::Size> resize;
};

struct Setting {
  base::Size size;
  vt::TerminalOptions options;
};

/// A terminal and all that came out of it.
struct Played {
  std::unique_ptr<vt::Terminal> terminal;
  std::string replies;
  std::string relayed;
  std::vector<vt::Event> events;

  void step(const Step& step);
  void write(base::ByteView bytes);
};
Played start(const Setting& setting);
Played play(const Setting& setting, const std::vector<Step>& steps);

/// What a fresh terminal of the same size fed with the restore dump lacks.
std::optional<std::string> restore_difference(const vt::Terminal& terminal, const Setting& setting);
/// What changes when output `index` is cut behind byte `position`.
std::optional<std::string> cut_difference(const Setting& setting, const std::vector<Step>& steps,
                                          const Played& whole, std::size_t index, std::size_t position);
/// What changes when each byte comes alone.
std::optional<std::string> bytewise_difference(const Setting& setting, const std::vector<Step>& steps,
                                               const Played& whole);
/// What changes when the output comes in these pieces instead.
std::optional<std::string> pieces_difference(const Setting& setting, const std::vector<Step>& steps,
                                             const Played& whole);
/// How a restored terminal takes a resize otherwise than the terminal itself, which is resized too: in text
/// and cursor. (Coloured blanks beyond the edge of a narrower screen are not in a dump.)
std::optional<std::string> resized_difference(vt::Terminal& terminal, const Setting& setting,
                                              base::Size size);
/// What a client lacks that got the restore dump after steps[joined - 1] and the relayed bytes from then on.
/// Pre: no resize among the steps from `joined` on.
std::optional<std::string> late_client_difference(const Setting& setting, const std::vector<Step>& steps,
                                                  std::size_t joined);

}  // namespace pty::vt_test
