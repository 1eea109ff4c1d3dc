#pragma once
// Keeps from the session what the person's terminal answers to questions that the session did not ask. The
// daemon answers the program's queries and no client sees one, so an answer on a client's terminal is one to
// the shell before, late; to a program it would be typed text. Complete answers are dropped: device
// attributes, versions, mode and status reports, colours, sizes. A cursor position report is never taken for
// one: F3 with a modifier looks the same. Nothing inside a bracketed paste is looked at.
//
// What may still become an answer is held: the first bytes, which a key could begin with, for 25 ms; what no
// key begins with until a second has brought nothing more. Then it passes untouched. Sans-IO.
// Source: xterm ctlseqs; kitty keyboard protocol "Detection of support".

#include <cstdint>
#include <optional>

#include "pty/base/bytes.hpp"
#include "pty/base/clock.hpp"

namespace pty::attach {

class StrayReplies {
 public:
  static constexpr base::Milliseconds kAmbiguity{25};
  static constexpr base::Milliseconds kPause{1000};
  static constexpr std::size_t kMaxHeld = 1024;

  /// Whether a lone ESC is held: not if something before it has waited for what follows already.
  enum class LoneEscape : std::uint8_t { passes, is_held };
  explicit StrayReplies(LoneEscape escape = LoneEscape::is_held) : escape_(escape) {}

  /// What is left of the input; valid until the next call or the end of the fed bytes.
  base::ByteView feed(base::ByteView input, base::TimePoint now);
  /// To be called at deadline() or later.
  base::ByteView on_time(base::TimePoint now);
  [[nodiscard]] std::optional<base::TimePoint> deadline() const;
  void reset();

 private:
  void step(char byte);
  void step_paste(char byte);

  LoneEscape escape_;
  bool in_paste_ = false;
  std::size_t paste_end_ = 0;  ///< how much of the end marker has come
  base::TimePoint last_byte_{};
  base::ByteBuffer held_;
  base::ByteBuffer out_;
};

enum class ReplyVerdict : std::uint8_t { no, maybe, yes };

/// Judges what begins with ESC.
ReplyVerdict judge_reply(base::ByteView sequence);

}  // namespace pty::attach
