#pragma once
// One message typed for somebody: its text is put in, and Enter follows when the program has read the text
// and shown it. Enter right behind the text would be taken for part of it by every program that tells pasting
// from typing by time, and get lost; a fixed pause is too short on a busy machine and too long on all others.
//
// What is known of the program, from the terminal's side: how much input it has not read yet (asked in short
// intervals; the kernel hands input over a moment after it was written, so one zero proves nothing, two in a
// row do), and when the visible screen changed. The rule: read, then shown, then quiet for kSubmitQuiet,
// which is longer than the times within which programs take keys for pasted. A program that shows nothing
// gets its Enter after kShowPatience, one that never stops drawing after kQuietPatience; one that does not
// read gets none.
//
// Sans-IO: samples, changes and time in; text or Enter to write and the outcome out.

#include <cstddef>
#include <cstdint>
#include <optional>

#include "pty/base/clock.hpp"
#include "pty/wire/packet.hpp"

namespace pty::daemon {

/// Between two questions for unread input.
inline constexpr base::Milliseconds kSubmitSample{5};
/// How long everything has to be still before Enter. Programs are known that ignore it for 120 ms.
inline constexpr base::Milliseconds kSubmitQuiet{150};
/// How long a program that has read the text may take to show it.
inline constexpr base::Milliseconds kShowPatience{1000};
/// How long a program that keeps drawing is waited for.
inline constexpr base::Milliseconds kQuietPatience{2000};
/// A program that reads nothing for so long is not going to.
inline constexpr base::Milliseconds kReadPatience{10'000};
/// How long Enter may stay unread.
inline constexpr base::Milliseconds kEnterPatience{2000};
/// From the start to Enter, whatever happens: others wait behind it.
inline constexpr base::Milliseconds kSubmitLimit{60'000};

class Submission {
 public:
  enum class Next : std::uint8_t {
    wait,         ///< for an event or the deadline
    press_enter,  ///< write Enter now, then say on_written()
    finished,     ///< see outcome()
  };

  /// The text was queued for the terminal.
  Submission(wire::SubmitFlags flags, base::TimePoint now);

  /// What was queued last (the text, then Enter) is in the terminal.
  void on_written(base::TimePoint now);
  /// The terminal took part of it.
  void on_progress(base::TimePoint now) { moved_at_ = now; }
  /// How much input the program has not read; nothing if that cannot be known, which is never taken for none.
  void on_unread(std::optional<std::size_t> bytes, base::TimePoint now);
  /// The visible screen changed. Before all of the text is in the terminal it has other reasons.
  void on_change(base::TimePoint now) {
    if (stage_ != Stage::writing) changed_at_ = now;
  }
  /// The picture is unfinished (mode 2026): it counts as a change at its end.
  void on_update_open(bool open) { update_open_ = open; }
  void on_child_end();

  /// Whether to ask for unread input now.
  [[nodiscard]] bool wants_sample(base::TimePoint now) const;
  Next advance(base::TimePoint now);
  [[nodiscard]] base::TimePoint next_deadline() const;
  /// Pre: finished.
  [[nodiscard]] wire::SubmitOutcome outcome() const { return *outcome_; }

 private:
  enum class Stage : std::uint8_t {
    writing,     ///< the text is on its way into the terminal
    reading,     ///< the program has not read all of it
    settling,    ///< it has; its screen is not still yet
    entering,    ///< Enter is on its way
    confirming,  ///< Enter is in the terminal
  };

  [[nodiscard]] bool is_read(base::TimePoint now) const;
  [[nodiscard]] base::TimePoint reading_until() const;
  [[nodiscard]] base::TimePoint enter_due() const;
  void begin(Stage stage, base::TimePoint now);

  wire::SubmitFlags flags_;
  Stage stage_ = Stage::writing;
  base::TimePoint limit_;              ///< of all before Enter
  base::TimePoint moved_at_;           ///< last sign that input is taken
  std::optional<std::size_t> unread_;  ///< the last sample of this stage
  std::optional<base::TimePoint> sampled_at_;
  std::optional<base::TimePoint> empty_since_;  ///< first of the zeros in a row
  base::TimePoint read_at_{};                   ///< settling only
  std::optional<base::TimePoint> changed_at_;   ///< last visible change since the text was queued
  bool update_open_ = false;
  std::optional<wire::SubmitOutcome> outcome_;
};

}  // namespace pty::daemon
