// libvterm as a benchmark program (core_program.hpp), with what every embedder must add: the scrollback.

#include <vterm.h>

#include <deque>

#include "bench/core_program.hpp"
#include "pty/text/utf8.hpp"

namespace {

using namespace pty;

class LibvtermCore final : public bench::Core {
 public:
  explicit LibvtermCore(const bench::CoreSettings& settings)
      : settings_(settings), vterm_(vterm_new(settings.rows, settings.cols)) {
    vterm_set_utf8(vterm_, 1);
    screen_ = vterm_obtain_screen(vterm_);
    callbacks_.sb_pushline = [](int cols, const VTermScreenCell* cells, void* self) {
      static_cast<LibvtermCore*>(self)->push_line(cells, cols);
      return 1;
    };
    vterm_screen_set_callbacks(screen_, &callbacks_, this);
    vterm_screen_enable_altscreen(screen_, 1);
    vterm_screen_reset(screen_, 1);
  }
  ~LibvtermCore() override { vterm_free(vterm_); }

  void write(base::ByteView bytes) override {
    vterm_input_write(vterm_, bytes.data(), bytes.size());
    char replies[4096];
    while (vterm_output_read(vterm_, replies, sizeof replies) == sizeof replies) {
    }
  }

  std::vector<std::string> screen() override {
    std::vector<std::string> rows;
    for (int row = 0; row < settings_.rows; ++row) {
      std::string& text = rows.emplace_back();
      for (int col = 0; col < settings_.cols;) {
        VTermScreenCell cell{};
        vterm_screen_get_cell(screen_, {row, col}, &cell);
        if (cell.chars[0] == 0) text.push_back(' ');
        for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell.chars[i] != 0; ++i)
          text::append_utf8(text, cell.chars[i]);
        col += cell.width > 1 ? cell.width : 1;
      }
    }
    return rows;
  }

 private:
  void push_line(const VTermScreenCell* cells, int cols) {
    if (settings_.scrollback == 0) return;
    if (history_.size() == settings_.scrollback) history_.pop_front();
    history_.emplace_back(cells, cells + cols);
  }

  bench::CoreSettings settings_;
  VTerm* vterm_;
  VTermScreen* screen_ = nullptr;
  VTermScreenCallbacks callbacks_{};
  std::deque<std::vector<VTermScreenCell>> history_;
};

std::unique_ptr<bench::Core> make_core(const bench::CoreSettings& settings) {
  return std::make_unique<LibvtermCore>(settings);
}

}  // namespace

int main(int argc, char** argv) {
  bench::Words words(argc, argv);
  if (argc < 2 || !bench::run_core_command(argv[1], words, make_core))
    words.refuse("commands: speed, memory, screen (see bench/core_program.hpp)");
  return 0;
}
