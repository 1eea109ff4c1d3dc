// Every row of the terminal's tables has a case in tests/vt/cases: the files say in lines "# covers: NAME …"
// which functions they are about.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "pty/term/mode_table.hpp"
#include "pty/vt/function_tables.hpp"
#include "tests/vt/test_files.hpp"

namespace pty::vt_test {
namespace {

constexpr std::string_view kCovers = "# covers: ";

std::set<std::string> covered_names() {
  std::set<std::string> names;
  for (const auto& path : files_in(data_folder() / "cases", ".vtt")) {
    std::istringstream text(read_bytes(path));
    for (std::string line; std::getline(text, line);) {
      if (!line.starts_with(kCovers)) continue;
      std::istringstream words(line.substr(kCovers.size()));
      for (std::string word; words >> word;) names.insert(word);
    }
  }
  return names;
}

/// As the files have it: one word, settings and capabilities after their table.
std::string covered_name(vt::FunctionTable table, const vt::FunctionRow& row) {
  std::string name(row.name.substr(0, row.name.find(" (")));
  for (char& c : name)
    if (c == ' ') c = '_';
  if (table == vt::FunctionTable::setting) return "setting:" + name;
  if (table == vt::FunctionTable::capability) return "capability:" + name;
  return name;
}

TEST(FunctionCoverage, EveryFunctionAndQueryHasACase) {
  const std::set<std::string> covered = covered_names();
  for (const vt::FunctionTable table : vt::kFunctionTables)
    for (const vt::FunctionRow& row : vt::function_rows(table))
      EXPECT_TRUE(covered.contains(covered_name(table, row))) << vt::spelled_out(table, row);
}

TEST(FunctionCoverage, WhatTheFilesNameExists) {
  std::set<std::string> known;
  for (const vt::FunctionTable table : vt::kFunctionTables)
    for (const vt::FunctionRow& row : vt::function_rows(table)) known.insert(covered_name(table, row));
  for (const term::ModeRow& row : term::kModeTable)
    known.insert(fmt::format("mode:{}{}", row.kind == term::ModeKind::ansi ? "ansi" : "", row.number));
  for (const std::string& name : covered_names()) EXPECT_TRUE(known.contains(name)) << name;
}

TEST(FunctionCoverage, EveryModeHasACase) {
  const std::set<std::string> covered = covered_names();
  for (const term::ModeRow& row : term::kModeTable) {
    const auto name = fmt::format("mode:{}{}", row.kind == term::ModeKind::ansi ? "ansi" : "", row.number);
    EXPECT_TRUE(covered.contains(name)) << name << " " << row.name;
  }
}

}  // namespace
}  // namespace pty::vt_test
