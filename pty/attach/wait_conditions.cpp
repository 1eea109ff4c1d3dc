#include "pty/attach/wait_conditions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pty::attach {

std::optional<std::string> find_pattern(const WaitConditions& conditions, base::ByteView lines) {
  for (const std::string& text : conditions.texts)
    if (lines.find(text) != base::ByteView::npos) return describe_text(text);
  for (const LineRegex& regex : conditions.regexes)
    if (regex.found_in(lines)) return describe_regex(regex);
  return std::nullopt;
}

std::string describe_text(const std::string& text) {
  return fmt::format("\"{}\"", text);
}

std::string describe_regex(const LineRegex& regex) {
  return fmt::format("regex \"{}\"", regex.source());
}

std::string describe_gone(const std::string& text) {
  return fmt::format("the absence of \"{}\"", text);
}

std::string describe_idle(const WaitConditions& conditions) {
  return fmt::format("{}s of quiet", conditions.idle_text);
}

std::string describe_exit(std::optional<int> code) {
  return code ? fmt::format("the end of the program (code {})", *code) : "the end of the program";
}

std::string describe(const WaitConditions& conditions) {
  std::vector<std::string> names;
  names.reserve(conditions.texts.size() + conditions.regexes.size() + conditions.gone.size() + 2);
  for (const std::string& text : conditions.texts) names.push_back(describe_text(text));
  for (const LineRegex& regex : conditions.regexes) names.push_back(describe_regex(regex));
  for (const std::string& text : conditions.gone) names.push_back(describe_gone(text));
  if (conditions.idle) names.push_back(describe_idle(conditions));
  if (conditions.exit) names.push_back(describe_exit());
  return fmt::format("{}", fmt::join(names, " or "));
}

}  // namespace pty::attach
