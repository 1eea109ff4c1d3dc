// What `peek` shows, as data: plain text byte for byte, terminal bytes by the modes they set. A screen is
// 24x80, the full text that of the viewport and the modes none unless the data says otherwise.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "pty/vt/dump_peek.hpp"
#include "pty/vt/dump_plain.hpp"
#include "tests/vt/test_files.hpp"

namespace pty::vt_test {
namespace {

using Json = nlohmann::json;
using Modes = std::set<std::string>;

/// `CSI ? n h`, `CSI ? n l` and `CSI > n u`, without their introducers.
Modes modes_in(base::ByteView bytes) {
  Modes modes;
  for (std::size_t at = bytes.find("\x1b["); at != bytes.npos; at = bytes.find("\x1b[", at + 2)) {
    const base::ByteView rest = bytes.substr(at + 2);
    const std::size_t end = rest.find_first_not_of("?>0123456789;");
    if (end == rest.npos) break;
    const bool mode = rest[0] == '?' && (rest[end] == 'h' || rest[end] == 'l');
    const bool level = rest[0] == '>' && rest[end] == 'u';
    if (mode || level) modes.emplace(rest.substr(0, end + 1));
  }
  return modes;
}

std::string plain_of(base::ByteView shown, base::Size size) {
  vt::Terminal viewer(size);
  viewer.write(shown);
  return vt::plain_text(viewer, vt::Extent::full);
}

void check(const Json& screen) {
  SCOPED_TRACE(screen.at("name").get<std::string>());
  const base::Size size{screen.value("rows", std::uint16_t{24}), screen.value("cols", std::uint16_t{80})};
  const auto plain = screen.at("plain").get<std::string>();
  const std::string full = screen.value("full", plain);
  vt::Terminal terminal(size);
  terminal.write(screen.at("output").get<std::string>());
  EXPECT_EQ(vt::plain_text(terminal, vt::Extent::viewport), plain);
  EXPECT_EQ(vt::plain_text(terminal, vt::Extent::full), full);

  const Modes modes = screen.value("modes", Modes{});
  for (const vt::Extent extent : {vt::Extent::viewport, vt::Extent::full}) {
    const base::ByteBuffer image = vt::peek_dump(terminal, extent);
    EXPECT_EQ(modes_in(image), modes);
    EXPECT_EQ(plain_of(image, size), extent == vt::Extent::full ? full : plain);
  }
}

// D-077
TEST(PeekedScreens, AreThoseOfTheFile) {
  const Json screens = Json::parse(read_bytes(data_folder() / "data" / "screens.json"));
  ASSERT_GT(screens.size(), 20U);
  for (const Json& screen : screens) check(screen);
}

}  // namespace
}  // namespace pty::vt_test
