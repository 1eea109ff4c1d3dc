// libtsm as a benchmark program (core_program.hpp).

#include <libtsm.h>

#include "bench/core_program.hpp"
#include "pty/text/utf8.hpp"

namespace {

using namespace pty;

class LibtsmCore final : public bench::Core {
 public:
  explicit LibtsmCore(const bench::CoreSettings& settings) : settings_(settings) {
    tsm_screen_new(&screen_, nullptr, nullptr);
    tsm_screen_set_max_sb(screen_, static_cast<unsigned>(settings.scrollback));
    tsm_screen_resize(screen_, static_cast<unsigned>(settings.cols), static_cast<unsigned>(settings.rows));
    const auto drop_replies = [](tsm_vte*, const char*, std::size_t, void*) {};
    tsm_vte_new(&vte_, screen_, drop_replies, nullptr, nullptr, nullptr);
  }
  ~LibtsmCore() override {
    tsm_vte_unref(vte_);
    tsm_screen_unref(screen_);
  }

  void write(base::ByteView bytes) override { tsm_vte_input(vte_, bytes.data(), bytes.size()); }

  std::vector<std::string> screen() override {
    rows_.assign(static_cast<std::size_t>(settings_.rows), {});
    const auto draw = [](tsm_screen*, std::uint64_t, const std::uint32_t* code_points, std::size_t count,
                         unsigned width, unsigned, unsigned row, const tsm_screen_attr*, tsm_age_t,
                         void* self) {
      std::string& text = static_cast<LibtsmCore*>(self)->rows_[row];
      if (count == 0 && width > 0) text.push_back(' ');
      for (std::size_t i = 0; i < count; ++i) text::append_utf8(text, code_points[i]);
      return 0;
    };
    tsm_screen_draw(screen_, draw, this);
    return rows_;
  }

 private:
  bench::CoreSettings settings_;
  tsm_screen* screen_ = nullptr;
  tsm_vte* vte_ = nullptr;
  std::vector<std::string> rows_;
};

std::unique_ptr<bench::Core> make_core(const bench::CoreSettings& settings) {
  return std::make_unique<LibtsmCore>(settings);
}

}  // namespace

int main(int argc, char** argv) {
  bench::Words words(argc, argv);
  if (argc < 2 || !bench::run_core_command(argv[1], words, make_core))
    words.refuse("commands: speed, memory, screen (see bench/core_program.hpp)");
  return 0;
}
