#pragma once
// The push/expect language of terminal tests, one statement a line:
//
//   == a sentence               a new case: a fresh terminal of the file's size
//   size 5 20                   rows, columns; before the first case for all, in a case for that one
//   history_lines 100           capacity; likewise
//   checksums on                DECRQCRA is answered; likewise
//   push "a\e[1mb" "c"x3        output of the application
//   resize 5 30
//   cursor 0 5 [pending]        row and column from 0
//   row 0 "text"                trailing blanks dropped
//   screen                      then one line `|text` a row; rows not listed are blank
//   plain | full                the plain text dump of the viewport, of everything; lines as for screen
//   cell 0 3 "x" bold fg=1      text and exact look: bold dim italic blink rapid_blink inverse invisible
//                               strikethrough overline underline=curly fg= bg= ul= wide second_half
//                               wrap_blank protected link=
//   wrapped 0 | unwrapped 0     soft wrap into the next row
//   marks 0 output end=1 prompt OSC 133: what is marked on a row, in this order; none
//   marked 0:prompt 3:end=0,prompt   every marked row, counted from the oldest of the history; none
//   last_command output=1 end=3 exit=0    as marked; none
//   mode 25 on, mode ansi4 off
//   screen_is primary | alternate
//   reply "\e[?62c" | reply none         all answers since the last reply statement
//   event bell | title "x" | notification "title" "body" | focus | cursor_visible | clipboard targets base64
//   | none     the next one title "x", cwd "x", history 3, shape 5, keyboard 1 5, relayed "bytes"
//
// After each push and resize a fresh terminal is fed with the restore dump and must be in the same state; at
// the end of each case all of it is replayed cut at every byte.

#include <string>
#include <string_view>
#include <vector>

#include "tests/vt/escaped_text.hpp"

namespace pty::vt_test {

struct Statement {
  std::size_t line = 0;
  std::vector<Word> words;         ///< at least one; the first is the verb
  std::vector<std::string> block;  ///< the `|` lines below it, without the bar
};

struct ScriptCase {
  std::string name;
  std::vector<Statement> statements;
};

struct Script {
  std::vector<Statement> preamble;
  std::vector<ScriptCase> cases;
  std::vector<std::string> errors;  ///< "line: message"
};

Script parse_script(std::string_view text);

}  // namespace pty::vt_test
