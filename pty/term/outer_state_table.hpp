#pragma once
// Everything that a session can change on the terminal of the person who watches it, besides content: one row
// for each thing, with the sequences that change it and the bytes that put it back. The client reads it both
// ways (attach/terminal_restorer.hpp). Modes have no rows of their own here: theirs are made from kModeTable.
// Rows stand in the order in which they are undone.
//
// What is not here cannot be put back: content, the position saved by DECSC, the window's size (?3,
// XTWINOPS), values that were not the default and that no terminal saves for us.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "pty/term/control_sequence.hpp"

namespace pty::term {

/// What kind of thing in the stream changes a state, and what its key is.
enum class Cause : std::uint8_t {
  control,      ///< the C0 byte
  escape,       ///< sequence_key
  designation,  ///< 0-3: a character set is put into G0-G3
  csi,          ///< sequence_key
  mode,         ///< a Mode: each parameter of SM, RM, DECSET, DECRST and XTRESTORE by itself
  osc,          ///< its number
  color,        ///< 10-19: each colour of OSC 10-19 by itself, and kitty's names for them
};

/// One occurrence of a cause.
struct Change {
  const CsiSequence* csi = nullptr;  ///< Cause::csi
  std::string_view text;             ///< what follows an OSC's number; a character set's name
  std::uint16_t number = 0;          ///< of a mode
  bool set = false;                  ///< a mode: set or reset
  bool plain = false;                ///< saving something: what is saved now is as by default
};

/// What a state amounts to afterwards: 0 as it was before, anything else is to be undone.
using Effect = std::uint32_t (*)(std::uint32_t now, const Change& change);

struct Trigger {
  Cause cause = Cause::control;
  std::uint32_t key = 0;
  Effect effect = nullptr;  ///< none: no trigger
};
inline constexpr std::size_t kMaxTriggers = 5;

/// How `undo` becomes bytes.
enum class UndoForm : std::uint8_t {
  text,         ///< as it stands
  number,       ///< {} is the amount
  repeat,       ///< as often as the amount says
  bits,         ///< for each bit that is set in the amount, {} is its number
  tab_stops,    ///< every eight columns; `undo` if the width is not known
  saved_modes,  ///< {} are the modes whose saved value is not their default
};

/// Both screens have some states of their own.
enum class Place : std::uint8_t { anywhere, primary, alternate };
/// DECSC saves some states together with the cursor, DECRC and leaving by ?1049 bring them back.
enum class WithCursor : std::uint8_t { no, yes };
/// Does a soft reset (DECSTR) undo it?
enum class SoftReset : std::uint8_t { no, yes };

struct OuterState {
  std::string_view name;
  std::string_view undo;
  std::array<Trigger, kMaxTriggers> triggers{};
  UndoForm form = UndoForm::text;
  Place place = Place::anywhere;
  WithCursor with_cursor = WithCursor::no;
  SoftReset soft_reset = SoftReset::no;
};

/// The table.
std::span<const OuterState> outer_states();

}  // namespace pty::term
