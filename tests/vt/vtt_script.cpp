#include "tests/vt/vtt_script.hpp"

#include <fmt/format.h>

namespace pty::vt_test {
namespace {

class Parser {
 public:
  void line(std::string_view text, std::size_t number) {
    if (text.starts_with("== ")) {
      script_.cases.push_back({std::string(text.substr(3)), {}});
      return;
    }
    if (text.starts_with("|")) {
      std::vector<Statement>& into = statements();
      if (into.empty())
        script_.errors.push_back(fmt::format("{}: a | line without a statement", number));
      else
        into.back().block.emplace_back(text.substr(1));
      return;
    }
    auto words = split_words(text);
    if (!words)
      script_.errors.push_back(fmt::format("{}: unclosed string", number));
    else if (!words->empty())
      statements().push_back({number, std::move(*words), {}});
  }
  Script take() { return std::move(script_); }

 private:
  std::vector<Statement>& statements() {
    return script_.cases.empty() ? script_.preamble : script_.cases.back().statements;
  }
  Script script_;
};

}  // namespace

Script parse_script(std::string_view text) {
  Parser parser;
  for (std::size_t number = 1; !text.empty(); ++number) {
    std::size_t end = std::min(text.find('\n'), text.size());
    parser.line(text.substr(0, end), number);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parser.take();
}

}  // namespace pty::vt_test
