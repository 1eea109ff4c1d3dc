#pragma once
// What a session looks like on the person's terminal. Sizes equal: the session's bytes pass through as they
// are. Sizes differ: a Letterbox draws. It changes between the two when a geometry arrives, each time with a
// full repaint, and knows how to leave the terminal as it was found (TerminalRestorer). A letterbox starts
// from a picture, so that no model is kept while nobody needs one: take_picture_request() says when the
// daemon is to be asked for one. Sans-IO.
//
// The history of the terminal is the person's: what stood on the screen goes there before the first picture
// takes its place, the session's history with the first picture or right behind it, and nothing with later
// ones.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "pty/attach/letterbox.hpp"
#include "pty/attach/mouse_shift.hpp"
#include "pty/attach/terminal_restorer.hpp"
#include "pty/base/bytes.hpp"
#include "pty/base/clock.hpp"
#include "pty/base/size.hpp"
#include "pty/wire/packet.hpp"

namespace pty::attach {

/// Where terminal bytes go.
class HostOutput {
 public:
  virtual ~HostOutput() = default;
  virtual void write_host(base::ByteView bytes) = 0;
  /// What would undo all that is being written, should there be no time for leave().
  virtual void keep_undo(base::ByteView /*undo*/) {}
  /// The same for a message under a screen that has been left: not to be dropped with the screen.
  virtual void write_farewell(base::ByteView bytes) { write_host(bytes); }
  /// All that was written has been taken, if only by the system.
  [[nodiscard]] virtual bool all_taken() const { return true; }
};

class HostScreen {
 public:
  /// How long after a resize of the person's terminal the session may take to follow before the difference
  /// counts as a lasting one.
  static constexpr base::Milliseconds kFollowTime{150};

  /// How long the person's terminal has to keep its size before the screen is painted anew: what it made of
  /// the old one by itself (wrapping lines again, moving them) is not what the session shows.
  static constexpr base::Milliseconds kRepaintAfter{100};

  /// How long a program may hold back a frame (mode 2026).
  static constexpr base::Milliseconds kFrameTime{100};

  /// `host`: absent when the output is not a terminal or does not know its size; then everything passes
  /// through, and nothing is cleared if it is no terminal.
  enum class Kind : std::uint8_t { terminal, stream };
  HostScreen(HostOutput& output, Kind kind, std::optional<base::Size> host,
             std::span<const term::OuterState> states = term::outer_states());

  void on_geometry(base::Size grid, base::TimePoint now);
  void on_screen(base::ByteView picture);
  void on_data(base::ByteView bytes);
  void on_host_resize(base::Size host, base::TimePoint now);
  void on_time(base::TimePoint now);
  [[nodiscard]] std::optional<base::TimePoint> deadline() const;
  /// The end of a turn: what the letterbox has gathered is drawn, as one write, unless the program is in the
  /// middle of a frame.
  void flush(base::TimePoint now);
  /// The same at once: nothing more will come.
  void draw();
  /// What the person typed or clicked, as the session is to get it: mouse reports in cells of its grid.
  /// Lifetime: until the next call, and of `input`.
  [[nodiscard]] base::ByteView to_session(base::ByteView input);
  /// True once when a fresh picture is needed.
  [[nodiscard]] bool take_picture_request();
  /// What the next picture that is asked for is to bring of the history. Whether a daemon knows such wishes
  /// need not be known: each answer is shown for what it is.
  [[nodiscard]] wire::HistoryWish history_wish() const;

  /// Undoes everything on the terminal and moves to its bottom line; if the session was on the alternate
  /// screen only, the cursor is where it was. The next picture starts anew.
  void leave();
  /// For a terminal that did not get the end of what was written, leave() included: undoes whatever may be in
  /// force there, wherever the end began. Meaningful after leave().
  [[nodiscard]] const base::ByteBuffer& undo_unread() const { return undo_unread_; }
  /// Something else has used the terminal: undoes what it may have kept, and waits for a new picture.
  void expect_picture();

 private:
  enum class Mode : std::uint8_t {
    blank,    ///< no picture yet
    passing,  ///< bytes pass through
    waiting,  ///< sizes differ: the picture for the letterbox is on its way
    boxed,    ///< the letterbox draws
  };

  [[nodiscard]] bool differs() const { return host_ && grid_ && *host_ != *grid_; }
  /// The session has been on the screen that the shell before was on.
  [[nodiscard]] bool painted() const {
    return touched_ && kind_ == Kind::terminal && !restorer_.owes_return();
  }
  [[nodiscard]] base::ByteBuffer parting(base::ByteBuffer undo) const;
  void put(base::ByteView bytes);
  void write(base::ByteView bytes);
  void want_picture();
  void repaint();
  void pass_picture(base::ByteView picture);
  [[nodiscard]] base::ByteBuffer room() const;
  [[nodiscard]] base::ByteBuffer begin_first(bool alternate);
  void begin_again(base::ByteView picture);
  [[nodiscard]] base::ByteBuffer without_history(base::ByteView picture) const;
  bool show_ahead(base::ByteView picture);
  void show_history(base::ByteView picture);
  void begin_box(base::ByteView picture);
  void end_box();
  void clip(bool on);

  HostOutput& output_;
  Kind kind_;
  Mode mode_ = Mode::blank;
  bool touched_ = false;             ///< a picture was shown since the last leave()
  bool pictured_ = false;            ///< or ever
  bool history_may_follow_ = false;  ///< the first picture has come, and nothing since
  bool picture_wanted_ = false;
  bool clipped_ = false;  ///< autowrap is held off until the session follows a shrink
  std::optional<base::Size> host_;
  std::optional<base::Size> grid_;
  std::optional<base::TimePoint> follow_until_;
  bool repaint_owed_ = false;  ///< since the person's terminal changed its size
  std::optional<base::TimePoint> repaint_at_;
  std::optional<base::TimePoint> frame_until_;  ///< a frame has begun; at this time it is drawn as it is
  bool frame_late_ = false;
  TerminalRestorer restorer_;
  std::uint64_t undo_kept_ = 0;  ///< revision of the restorer
  std::size_t unread_ = 0;       ///< written since the restorer forgot what had been in force before
  base::ByteBuffer undo_unread_;
  std::unique_ptr<Letterbox> box_;
  base::ByteBuffer frame_;
  MouseShift mouse_shift_;
  base::ByteBuffer shifted_;
};

}  // namespace pty::attach
