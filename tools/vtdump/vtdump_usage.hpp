#pragma once
// What `vtdump --help` prints; docs/terminal.md shows the same text.

#include <string_view>

namespace pty::vtdump {

inline constexpr std::string_view kUsage =
    R"(usage: vtdump screen COLS ROWS    bytes on stdin; prints the ROWS lines of the screen, right-trimmed
       vtdump json COLS ROWS      JSON lines on stdin; prints one JSON line for each

A line of `vtdump json` is an object whose member is a command (several members are done in order, and
answered in one object):

  {"write":"<base64>"}                    feeds bytes                    {"ok":true}
  {"resize":[cols,rows]}                  or {"resize":{"cols":..,"rows":..}}
                                                                         {"ok":true}
  {"dump":true}                           cells, styles, cursor, modes   {"dump":{...}}
  {"replies":true}                        takes answers to queries       {"replies":"<base64>"}
  {"events":true}                         takes events                   {"events":[...]}
  {"restore":true}                        bytes for a fresh terminal     {"restore":"<base64>"}
  {"restore":"<base64>"}                  a fresh terminal of the same size, fed with them
                                                                         {"ok":true}
  {"screen":true}                         lines as `vtdump screen`       {"screen":["..."]}
  {"plain":true}                          history and screen as text     {"plain":"..."}

Also understood: "dump" (the bare name), {"op":"write","data":"<base64>"}, {"op":"resize","cols":80,"rows":24};
further commands may stand beside an "op".
A line that is not understood changes nothing and is answered by {"error":"..."}; the exit status is then 1,
as it is when standard input cannot be read to its end.
Sizes are 1 to 4096 (at least 2 columns are used), at most 4194304 cells; a line is at most 64 MiB.
)";

}  // namespace pty::vtdump
