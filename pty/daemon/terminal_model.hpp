#pragma once
// The real emulator behind a session.

#include <cstdint>
#include <utility>

#include "pty/daemon/screen_model.hpp"
#include "pty/vt/terminal.hpp"

namespace pty::daemon {

inline constexpr std::size_t kScrollbackLines = 10'000;
/// Of the last lines together: written as JSON, they leave the record well below what its readers take.
inline constexpr std::size_t kLastLinesBytes = std::size_t{4} << 20;
static_assert(vt::kMaxImageBytes < wire::kMaxPayload);

class TerminalModel final : public ScreenModel {
 public:
  explicit TerminalModel(base::Size size);

  void write(base::ByteView bytes, vt::RelaySink& sink) override { terminal_.write(bytes, &sink); }
  void flush_relay(vt::RelaySink& sink) override { terminal_.flush_relay(sink); }
  void resize(base::Size size) override { terminal_.resize(size); }
  [[nodiscard]] base::Size size() const override { return terminal_.size(); }
  base::ByteBuffer take_replies() override { return terminal_.take_replies(); }
  std::vector<vt::Event> take_events() override { return terminal_.take_events(); }
  bool take_content_change() override {
    return terminal_.content_changed_since(std::exchange(seen_generation_, terminal_.generation()));
  }
  [[nodiscard]] bool in_long_string() const override { return terminal_.in_long_string(); }
  [[nodiscard]] bool in_long_setting() const override { return terminal_.in_long_setting(); }
  [[nodiscard]] bool synchronized_output() const override { return terminal_.synchronized_output(); }
  [[nodiscard]] bool alternate_active() const override { return terminal_.on_alternate(); }
  [[nodiscard]] base::ByteBuffer restore_image(vt::Extent extent) const override;
  [[nodiscard]] std::size_t history_bytes() const override;
  [[nodiscard]] base::ByteBuffer peek_image(wire::PeekFlags flags) const override;
  [[nodiscard]] base::ByteBuffer primary_repaint() const override;
  [[nodiscard]] std::vector<std::string> last_lines() const override;
  [[nodiscard]] base::ByteBuffer visible_picture() const override;
  [[nodiscard]] InputForm input_form() const override;
  void describe(registry::StatusDocument& status) const override;
  void compress_idle() override;

  [[nodiscard]] const vt::Terminal& terminal() const { return terminal_; }

 private:
  vt::Terminal terminal_;
  std::uint64_t seen_generation_ = terminal_.generation();
};

}  // namespace pty::daemon
