#include "pty/wire/generation_grammar.hpp"

namespace pty::wire {

GenerationGrammar::Verdict GenerationGrammar::on_packet(MessageType type) {
  if (is_answer(type)) return Verdict::fits;
  switch (phase_) {
    case Phase::awaiting_geometry:
      if (type != MessageType::geometry) return Verdict::expected_geometry;
      phase_ = Phase::awaiting_screen;
      return Verdict::fits;
    case Phase::awaiting_screen:
      if (type == MessageType::geometry) return Verdict::fits;
      if (type != MessageType::screen) return Verdict::expected_screen;
      phase_ = Phase::live;
      ++screens_;
      return Verdict::fits;
    case Phase::live:
      if (type == MessageType::screen) ++screens_;
      if (type == MessageType::exit) phase_ = Phase::ended;
      return Verdict::fits;
    case Phase::ended:
      return Verdict::after_exit;
  }
  return Verdict::after_exit;
}

}  // namespace pty::wire
