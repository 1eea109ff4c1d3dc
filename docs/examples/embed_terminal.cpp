// A terminal without a window: feed it, read it, resize it, and bring its screen up somewhere else.
#include <cstdio>

#include "pty/vt/dump_plain.hpp"
#include "pty/vt/dump_restore.hpp"
#include "pty/vt/same_state.hpp"
#include "pty/vt/terminal.hpp"

int main() {
  using namespace pty;
  vt::Terminal terminal({.rows = 4, .cols = 20});

  // What a program prints. Pieces may be cut anywhere.
  terminal.write("\x1b]2;demo\x1b\\plain \x1b[1;32mgreen\x1b[m\r\n\xe4\xbd\xa0\xe5");
  terminal.write("\xa5\xbd, a line that is long enough to wrap\r\n\x1b[6n");
  std::printf("%s\n--\n", vt::plain_text(terminal, vt::Extent::full).c_str());

  // It asked where the cursor is: this belongs into its input.
  const auto cursor = terminal.cursor();
  std::printf("cursor %d,%d, %zu bytes to answer\n", cursor.row, cursor.col, terminal.take_replies().size());
  for (const vt::Event& event : terminal.take_events())
    if (event.kind == vt::EventKind::title_change) std::printf("title: %s\n", event.title.c_str());

  // One cell: its text, and how it looks.
  const vt::Cell cell = terminal.row(0).cells[6];
  std::string text;
  terminal.append_text(cell, text);
  const term::Style& style = terminal.style(cell.style());
  std::printf("'%s' is %s\n", text.c_str(), style.has(term::Attribute::bold) ? "bold" : "not bold");

  terminal.resize({.rows = 4, .cols = 40});  // lines that were wrapped flow again
  std::printf("%s\n--\n", vt::plain_text(terminal, vt::Extent::viewport).c_str());

  // A late viewer: a fresh terminal of the same size, or a real one, gets these bytes.
  vt::Terminal copy(terminal.size());
  copy.write(vt::restore_dump(terminal));
  const auto difference = vt::same_state(terminal, copy);
  std::printf("%s\n", difference ? difference->c_str() : "the copy is the same");
  return difference ? 1 : 0;
}
