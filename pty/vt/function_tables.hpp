#pragma once
// What this terminal understands, to read: every control function, control string and query as a row that the
// dispatchers themselves work from (csi_table.cpp, escape_table.cpp, osc_commands.cpp, device_strings.cpp,
// device_reports.cpp). docs/terminal.md is made of these rows, and function_tables_test.cpp holds each of
// them to what the terminal does. Modes have a table of their own: term/mode_table.hpp. What no row names
// has no effect here and passes to other terminals.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace pty::vt {

/// What becomes of a sequence: what it does here, and whether other terminals get it (relay.hpp).
enum class Disposition : std::uint8_t {
  none,      ///< there is no such thing: for FunctionRow::asked
  applied,   ///< changes the terminal; others get it as well
  answered,  ///< replied to; others do not get it
  refused,   ///< understood and not done, or a query without an answer; others do not get it
  passed,    ///< for other terminals: no effect here
  writable,  ///< an event; of others, only those who may write get it
  varies,    ///< its number decides: see the table for it
};

enum class FunctionTable : std::uint8_t {
  control,     ///< C0
  escape,      ///< ESC …
  csi,         ///< CSI …
  osc,         ///< OSC number ; …
  dcs,         ///< DCS … by intermediates and final
  apc,         ///< APC, by the first letter
  status,      ///< CSI number n
  dec_status,  ///< CSI ? number n
  window,      ///< CSI number t
  setting,     ///< DECRQSS, by what it asks for
  capability,  ///< XTGETTCAP, by name
};
inline constexpr std::array kFunctionTables{
    FunctionTable::control, FunctionTable::escape,  FunctionTable::csi,        FunctionTable::osc,
    FunctionTable::dcs,     FunctionTable::apc,     FunctionTable::status,     FunctionTable::dec_status,
    FunctionTable::window,  FunctionTable::setting, FunctionTable::capability,
};

struct FunctionRow {
  /// Without its introducer, parameters and terminator: "?h", " q", "#8", "133", "$q", "\x07".
  std::string_view spelled;
  std::string_view name;  ///< the mnemonic: unique in its table but for synonyms
  std::string_view parameters;
  std::string_view text;  ///< one line: what it does
  Disposition disposition = Disposition::applied;
  Disposition asked = Disposition::none;  ///< with '?' in place of a value (OSC)
};

/// The rows of a table, sorted. Lifetime: for ever.
std::span<const FunctionRow> function_rows(FunctionTable table);
/// As a person writes it: "CSI ? Pm h", "OSC 8 ; parameters ; URI ST".
std::string spelled_out(FunctionTable table, const FunctionRow& row);

/// The public part of rows that have more than that.
template <class Row, std::size_t size>
constexpr std::array<FunctionRow, size> public_rows(const std::array<Row, size>& rows) {
  std::array<FunctionRow, size> out{};
  for (std::size_t i = 0; i < size; ++i) out[i] = rows[i].function;
  return out;
}
// One span per table, where its rows are.
std::span<const FunctionRow> control_rows();
std::span<const FunctionRow> escape_rows();
std::span<const FunctionRow> csi_rows();
std::span<const FunctionRow> osc_rows();
std::span<const FunctionRow> dcs_rows();
std::span<const FunctionRow> apc_rows();
std::span<const FunctionRow> status_rows();
std::span<const FunctionRow> dec_status_rows();
std::span<const FunctionRow> window_rows();
std::span<const FunctionRow> setting_rows();
std::span<const FunctionRow> capability_rows();

}  // namespace pty::vt
