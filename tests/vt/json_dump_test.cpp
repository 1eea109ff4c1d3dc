// The JSON dump is valid JSON for any screen, and says what the terminal knows.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "pty/vt/dump_json.hpp"
#include "pty/vt/dump_plain.hpp"
#include "pty/vt/json_writer.hpp"
#include "random_program.hpp"

namespace pty::vt_test {
namespace {

using Json = nlohmann::json;

Json dump_of(const std::string& bytes, base::Size size = {3, 10}) {
  vt::Terminal terminal(size);
  terminal.write(bytes);
  return Json::parse(vt::json_dump(terminal));
}

std::string as_json(std::string_view bytes) {
  std::string out;
  vt::JsonWriter(out).text(bytes);
  return out;
}

TEST(JsonWriter, EscapesWhatJsonAndTerminalsCannotTake) {
  EXPECT_EQ(as_json("a\"b\\c\n\x01\x7f"), R"("a\"b\\c\u000a\u0001\u007f")");
  EXPECT_EQ(as_json("\xc2\x9b\xe4\xbd\xa0"), "\"\\u009b\xe4\xbd\xa0\"");
  EXPECT_EQ(as_json("x\xff\xe4\xbdy"), "\"x\xef\xbf\xbd\xef\xbf\xbdy\"");
}

TEST(JsonWriter, EveryPairOfBytesIsAValidString) {
  for (unsigned first = 0; first < 256; ++first)
    for (unsigned second = 0; second < 256; ++second) {
      const std::string bytes{static_cast<char>(first), static_cast<char>(second)};
      ASSERT_TRUE(Json::accept(as_json(bytes))) << first << ' ' << second;
    }
}

TEST(JsonWriter, PutsCommasBetweenMembersAndElementsOnly) {
  std::string out;
  vt::JsonWriter json(out);
  json.begin_object().member("a", 1U).key("b").begin_array().begin_array().end_array().number(2).null();
  json.end_array().member("c", true).member("d", "[").member("e", ":").end_object();
  EXPECT_EQ(out, R"({"a":1,"b":[[],2,null],"c":true,"d":"[","e":":"})");
}

TEST(JsonDump, ShowsEachCellWithTextWidthStyleAndLink) {
  const Json dump =
      dump_of("\x1b[1;4:3;31;48;2;1;2;3;58;5;9mx\x1b[m\xe4\xbd\xa0\x1b]8;id=i;http://u\x1b\\e\xcc\x81");
  const Json& cells = dump["rows"][0]["cells"];
  ASSERT_EQ(cells.size(), 10U);
  EXPECT_EQ(cells[0], Json::parse(R"({"text":"x","width":1,"style":1})"));
  EXPECT_EQ(cells[1], Json::parse(R"({"text":"你","width":2,"style":0})"));
  EXPECT_EQ(cells[2], Json::parse(R"({"text":"","width":0,"style":0})"));
  EXPECT_EQ(cells[3], Json::parse("{\"text\":\"e\u0301\",\"width\":1,\"style\":0,\"link\":1}"));
  EXPECT_EQ(cells[4], Json::parse(R"({"text":"","width":1,"style":0})"));
  EXPECT_EQ(dump["styles"][0], Json::object());
  EXPECT_EQ(dump["styles"][1],
            Json::parse(R"({"bold":true,"underline":"curly","fg":1,"bg":"#010203","underline_color":9})"));
  EXPECT_EQ(dump["links"], Json::parse(R"([null,{"uri":"http://u","id":"i"}])"));
}

TEST(JsonDump, ShowsCursorPenModesMarginsAndTabs) {
  const Json dump =
      dump_of("\x1b[?25l\x1b[4 q\x1b[2;3r\x1b[3g\x1b[1;5H\x1bH\x1b[4h\x1b[?1049h\x1b[2;3H\x1b[7m");
  EXPECT_EQ(dump["size"], Json::parse(R"({"cols":10,"rows":3})"));
  EXPECT_EQ(dump["cursor"],
            Json::parse(R"({"row":1,"col":2,"pending_wrap":false,"visible":false,"shape":4})"));
  EXPECT_EQ(dump["pen"]["style"], Json::parse(R"({"inverse":true})"));
  EXPECT_EQ(dump["screen"], "alternate");
  EXPECT_EQ(dump["modes"]["4"], true);
  EXPECT_EQ(dump["modes"]["?25"], false);
  EXPECT_EQ(dump["modes"]["?1049"], true);
  EXPECT_EQ(dump["margins"], Json::parse(R"({"top":1,"bottom":2,"left":0,"right":9})"));
  EXPECT_EQ(dump["tabs"], Json::parse("[4]"));
  EXPECT_EQ(dump["width_policy"],
            Json::parse(R"({"unicode":"17.0.0","counted_by":"code_point","ambiguous":1})"));
}

TEST(JsonDump, ShowsTitlesKeyboardPaletteAndCharsets) {
  const Json dump = dump_of(
      "\x1b]2;one\x1b\\\x1b[22;0t\x1b]2;two\x1b\\\x1b]4;1;#102030\x1b\\\x1b]11;#ffffff\x1b\\\x1b(0\x1b[>"
      "5u\x1b[>4;2m");
  EXPECT_EQ(dump["title"], "two");
  EXPECT_EQ(dump["title_stack"], Json::parse(R"([{"title":"one","icon":""}])"));
  EXPECT_EQ(
      dump["palette"],
      Json::parse(R"({"colors":{"1":"#102030"},"foreground":null,"background":"#ffffff","cursor":null})"));
  EXPECT_EQ(dump["charsets"]["designated"], Json::parse(R"(["0","B","B","B"])"));
  EXPECT_EQ(dump["keyboard"], Json::parse(R"({"flags":5,"base":0,"levels":[5]})"));
  EXPECT_EQ(dump["modify_other_keys"], 2);
}

TEST(JsonDump, ShowsHistoryInRowsOfTheCurrentWidthAndTheHiddenScreen) {
  const Json dump = dump_of("\x1b[1mabcdefghijkl\x1b[m\r\none\r\ntwo\r\nthree\x1b[?1049halt");
  EXPECT_EQ(dump["rows"][2]["text"], "     alt");
  const Json& history = dump["history"];
  EXPECT_EQ(history["rows_total"], 2);
  EXPECT_EQ(
      history["rows"][0],
      Json::parse(
          R"({"text":"abcdefghij","wrapped":true,"marks":{},"runs":[{"text":"abcdefghij","cells":10,"style":1}]})"));
  EXPECT_EQ(history["rows"][1]["text"], "kl");
  EXPECT_EQ(dump["hidden_screen"]["rows"][0]["text"], "one");
  EXPECT_EQ(dump["styles"][1], Json::parse(R"({"bold":true})"));
}

TEST(JsonDump, ShowsTheMarksOfShells) {
  const std::string command =
      "\x1b]133;A\x1b\\$ \x1b]133;B\x1b\\x\x1b]133;C\x1b\\\r\nout\r\n\x1b]133;D;2\x1b\\";
  const Json dump = dump_of(command + command);
  EXPECT_EQ(dump["history"]["rows"][0]["marks"]["prompt"], true);
  std::string exits;
  for (const Json& row : dump["rows"])
    if (row["marks"].contains("exit_code")) exits += row["marks"]["exit_code"].dump() + " ";
  EXPECT_EQ(exits, "2 2 ");
  EXPECT_EQ(dump["rows"][0]["text"], "$ x");
}

TEST(JsonDump, LeavesOutTheOldestHistoryBeyondItsLimit) {
  vt::Terminal terminal({2, 10});
  for (int i = 0; i < 9; ++i) terminal.write("line " + std::to_string(i) + "\r\n");
  const Json dump = Json::parse(vt::json_dump(terminal, {.max_history_rows = 3}));
  EXPECT_EQ(dump["history"]["rows_total"], 8);
  ASSERT_EQ(dump["history"]["rows"].size(), 3U);
  EXPECT_EQ(dump["history"]["rows"][0]["text"], "line 5");
  EXPECT_EQ(dump["history"]["rows"][2]["text"], "line 7");
}

std::string rows_text(const Json& rows) {
  std::string out;
  for (const Json& row : rows) out += row["text"].get<std::string>() + '\n';
  return out;
}

TEST(JsonDump, OfAnyScreenIsValidAndItsTextIsThePlainDump) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Dice dice(seed);
    const base::Size size = random_size(dice);
    vt::Terminal terminal(size);
    RandomProgram program(dice, size);
    for (int i = 0; i < 40; ++i) terminal.write(program.next());
    const Json dump = Json::parse(vt::json_dump(terminal), nullptr, false);
    ASSERT_FALSE(dump.is_discarded()) << "seed " << seed;
    std::string text = rows_text(dump["rows"]);
    if (!terminal.on_alternate()) text = rows_text(dump["history"]["rows"]) + text;
    while (text.ends_with('\n')) text.pop_back();
    EXPECT_EQ(text, vt::plain_text(terminal, vt::Extent::full)) << "seed " << seed;
  }
}

TEST(JsonDump, OfRawBytesIsValid) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Dice dice(seed);
    vt::Terminal terminal({4, 12});
    std::string bytes;
    for (int i = 0; i < 400; ++i) bytes += static_cast<char>(dice.below(256));
    terminal.write(bytes);
    terminal.write("\x1b\\\x1b]7;" + bytes + "\x1b\\\x1b]8;;" + bytes + "\x1b\\x");
    EXPECT_TRUE(Json::accept(vt::json_dump(terminal))) << "seed " << seed;
  }
}

}  // namespace
}  // namespace pty::vt_test
