#pragma once
// The order of packets a client may rely on, as a checker. One synchronisation generation is
//
//   GEOMETRY+ SCREEN (DATA | GEOMETRY)* [EXIT]
//
// and a daemon that resynchronises a slow client starts another one in the same stream (GEOMETRY SCREEN), so
// once live, SCREEN is legal again; so it is right behind the first for who asked for the history there.
// Answers to requests (STATUS and the like) may stand anywhere. A client feeds the type of each packet and
// drops the connection when it does not fit.

#include <cstdint>

#include "pty/wire/message.hpp"

namespace pty::wire {

class GenerationGrammar {
 public:
  enum class Phase : std::uint8_t {
    awaiting_geometry,  ///< nothing received yet
    awaiting_screen,    ///< the grid is known, its content is not
    live,               ///< output follows
    ended,              ///< EXIT was received; nothing may follow
  };

  enum class Verdict : std::uint8_t {
    fits,
    expected_geometry,  ///< the first packet was not GEOMETRY
    expected_screen,    ///< DATA or EXIT before SCREEN
    after_exit,         ///< something followed EXIT
  };

  /// Judges one packet. A packet that does not fit leaves the phase as it was.
  Verdict on_packet(MessageType type);
  /// The next stream (a fresh connection) starts from nothing.
  void restart() { *this = GenerationGrammar(); }

  [[nodiscard]] Phase phase() const { return phase_; }
  /// How many SCREEN packets were accepted: one of each generation, and the history behind the first one.
  [[nodiscard]] std::uint64_t screens() const { return screens_; }

 private:
  Phase phase_ = Phase::awaiting_geometry;
  std::uint64_t screens_ = 0;
};

}  // namespace pty::wire
