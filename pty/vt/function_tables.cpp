#include "pty/vt/function_tables.hpp"

#include <fmt/format.h>

namespace pty::vt {
namespace {

constexpr bool is_prefix(char c) {
  return c >= '<' && c <= '?';
}

/// CSI: prefix, parameters, intermediates and final byte, in that order.
std::string spelled_csi(const FunctionRow& row) {
  std::string_view rest = row.spelled;
  std::string out = "CSI";
  const auto add = [&out](std::string_view word) {
    if (!word.empty()) out.append(" ").append(word == " " ? "SP" : word);
  };
  if (is_prefix(rest[0])) {
    add(rest.substr(0, 1));
    rest.remove_prefix(1);
  }
  add(row.parameters);
  for (; !rest.empty(); rest.remove_prefix(1)) add(rest.substr(0, 1));
  return out;
}

std::string spelled_escape(const FunctionRow& row) {
  std::string out = "ESC";
  for (const char c : row.spelled) out.append(" ").append(c == ' ' ? std::string("SP") : std::string(1, c));
  if (!row.parameters.empty()) out.append(" ").append(row.parameters);
  return out;
}

std::string spelled_string(std::string_view introducer, std::string_view separator, const FunctionRow& row) {
  std::string out = fmt::format("{} {}", introducer, row.spelled);
  if (!row.parameters.empty()) out += fmt::format("{}{}", separator, row.parameters);
  return out + " ST";
}

}  // namespace

std::span<const FunctionRow> function_rows(FunctionTable table) {
  switch (table) {
    case FunctionTable::control:
      return control_rows();
    case FunctionTable::escape:
      return escape_rows();
    case FunctionTable::csi:
      return csi_rows();
    case FunctionTable::osc:
      return osc_rows();
    case FunctionTable::dcs:
      return dcs_rows();
    case FunctionTable::apc:
      return apc_rows();
    case FunctionTable::status:
      return status_rows();
    case FunctionTable::dec_status:
      return dec_status_rows();
    case FunctionTable::window:
      return window_rows();
    case FunctionTable::setting:
      return setting_rows();
    case FunctionTable::capability:
      return capability_rows();
  }
  return {};
}

std::string spelled_out(FunctionTable table, const FunctionRow& row) {
  switch (table) {
    case FunctionTable::control:
      return fmt::format("{} (0x{:02x})", row.name, static_cast<unsigned>(row.spelled[0]));
    case FunctionTable::escape:
      return spelled_escape(row);
    case FunctionTable::csi:
      return spelled_csi(row);
    case FunctionTable::osc:
      return spelled_string("OSC", " ; ", row);
    case FunctionTable::dcs:
      return spelled_string("DCS", " ", row);
    case FunctionTable::apc:
      return spelled_string("APC", " ", row);
    case FunctionTable::status:
      return fmt::format("CSI {} n", row.spelled);
    case FunctionTable::dec_status:
      return fmt::format("CSI ? {} n", row.spelled);
    case FunctionTable::window:
      return fmt::format("CSI {} t", row.spelled);
    case FunctionTable::setting:
      return fmt::format("DCS $ q {} ST", row.spelled);
    case FunctionTable::capability:
      return fmt::format("DCS + q {} ST", row.spelled);
  }
  return {};
}

}  // namespace pty::vt
