#pragma once
// What a session needs of its terminal emulator. The real one is vt::Terminal (terminal_model.hpp); tests
// script theirs.

#include <string>
#include <string_view>
#include <vector>

#include "pty/base/bytes.hpp"
#include "pty/base/size.hpp"
#include "pty/registry/status_document.hpp"
#include "pty/vt/dump_plain.hpp"
#include "pty/vt/events.hpp"
#include "pty/vt/relay.hpp"
#include "pty/wire/packet.hpp"

namespace pty::daemon {

/// How the child wants input.
struct InputForm {
  bool bracketed_paste = false;   ///< mode 2004
  std::string_view enter = "\r";  ///< the Enter key, by its keyboard flags and modes
};

class ScreenModel {
 public:
  virtual ~ScreenModel() = default;

  /// Applies child output and tells `sink` what others get to see of it.
  virtual void write(base::ByteView bytes, vt::RelaySink& sink) = 0;
  /// Tells `sink` what is still held back: the child will write no more.
  virtual void flush_relay(vt::RelaySink& sink) = 0;
  virtual void resize(base::Size size) = 0;
  [[nodiscard]] virtual base::Size size() const = 0;

  /// Answers to the child's queries since the last call.
  virtual base::ByteBuffer take_replies() = 0;
  virtual std::vector<vt::Event> take_events() = 0;

  /// Whether a row of the screen was written anew, cleared or moved since the last call.
  virtual bool take_content_change() = 0;
  /// Inside a control string so long that it is streamed to clients.
  [[nodiscard]] virtual bool in_long_string() const = 0;
  /// One whose effect lasts.
  [[nodiscard]] virtual bool in_long_setting() const = 0;
  [[nodiscard]] virtual bool synchronized_output() const = 0;
  [[nodiscard]] virtual bool alternate_active() const = 0;

  /// The SCREEN of an attaching client. At most wire::kMaxPayload bytes, like all images.
  [[nodiscard]] virtual base::ByteBuffer restore_image(vt::Extent extent) const = 0;
  /// About what the history adds to it.
  [[nodiscard]] virtual std::size_t history_bytes() const = 0;
  /// The SCREEN of a watching client.
  [[nodiscard]] virtual base::ByteBuffer peek_image(wire::PeekFlags flags) const = 0;
  /// Repaints the primary screen for a client that has just left the alternate one without having seen it.
  [[nodiscard]] virtual base::ByteBuffer primary_repaint() const = 0;
  [[nodiscard]] virtual std::vector<std::string> last_lines() const = 0;

  /// What is seen, and how often it has scrolled (a line like the others is news): equal exactly when nothing
  /// of that has changed between two calls.
  [[nodiscard]] virtual base::ByteBuffer visible_picture() const = 0;
  [[nodiscard]] virtual InputForm input_form() const = 0;

  /// Fills in terminal, modes and title.
  virtual void describe(registry::StatusDocument& status) const = 0;
  /// Gives memory back; called when nothing has happened for a while.
  virtual void compress_idle() = 0;
};

}  // namespace pty::daemon
