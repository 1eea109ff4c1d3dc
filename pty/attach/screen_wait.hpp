#pragma once
// A wait as a state machine: a session's stream goes in, with the time; the match comes out, with the very
// screen that matched. Keeps a local copy of the session's screen. No I/O, no clock of its own.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pty/attach/text_watcher.hpp"
#include "pty/attach/wait_conditions.hpp"
#include "pty/base/bytes.hpp"
#include "pty/base/clock.hpp"
#include "pty/base/size.hpp"
#include "pty/vt/dump_plain.hpp"
#include "pty/vt/terminal.hpp"
#include "pty/wire/packet.hpp"

namespace pty::attach {

/// A text must be off the screen for so long to be gone: a program that redraws it clears it first.
inline constexpr base::Milliseconds kGoneHold{50};
/// Inside a synchronised update (mode 2026) the screen is unfinished and proves neither quiet nor absence,
/// until the program has been silent for so long: then it forgot to end it.
inline constexpr base::Milliseconds kUpdateLimit{1000};

class ScreenWait {
 public:
  struct Match {
    std::string condition;    ///< as describe() names it
    base::ByteBuffer screen;  ///< as `view` wants it, with a newline
  };

  /// `conditions` outlives the wait.
  ScreenWait(const WaitConditions& conditions, wire::PeekFlags view);

  void on_geometry(base::Size size, base::TimePoint now);
  /// A whole picture replaces what was known.
  void on_screen(base::ByteView picture, base::TimePoint now);
  void on_data(base::ByteView bytes, base::TimePoint now);
  /// The program ended and will write no more.
  void on_exit(std::int32_t code, base::TimePoint now);
  void on_time(base::TimePoint now);
  /// When on_time() is due; nothing while only the session can bring news.
  [[nodiscard]] std::optional<base::TimePoint> next_deadline() const;

  [[nodiscard]] const std::optional<Match>& match() const { return match_; }
  [[nodiscard]] bool has_screen() const { return model_ != nullptr; }
  [[nodiscard]] std::vector<std::string> last_lines() const;

 private:
  [[nodiscard]] vt::Extent printed_extent() const {
    return view_.full ? vt::Extent::full : vt::Extent::viewport;
  }
  [[nodiscard]] base::ByteBuffer snapshot() const;
  [[nodiscard]] std::optional<std::string> on_display(vt::Extent extent);
  [[nodiscard]] std::optional<std::string> on_viewport() const;
  [[nodiscard]] bool is_gone(const std::string& text) const;
  [[nodiscard]] bool is_unfinished(base::TimePoint now) const;
  void write(base::ByteView bytes);
  void settle(base::TimePoint now);
  void conclude(std::string condition);

  const WaitConditions& conditions_;
  wire::PeekFlags view_;
  TextWatcher watcher_;
  base::Size size_;
  std::unique_ptr<vt::Terminal> model_;
  std::uint64_t scrolled_ = 0;

  base::ByteBuffer picture_;       ///< the last finished one; kept only for `idle`
  base::TimePoint quiet_since_{};  ///< when picture_ came
  base::TimePoint output_at_{};
  std::vector<std::optional<base::TimePoint>> gone_since_;  ///< of each text that is to go
  std::optional<Match> match_;
};

}  // namespace pty::attach
