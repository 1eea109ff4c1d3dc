#include "tools/vtdump/dump_session.hpp"

#include <algorithm>
#include <array>
#include <expected>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "pty/vt/dump_json.hpp"
#include "pty/vt/dump_plain.hpp"
#include "pty/vt/dump_restore.hpp"
#include "pty/vt/json_writer.hpp"
#include "tools/vtdump/base64_text.hpp"
#include "tools/vtdump/event_json.hpp"

namespace pty::vtdump {
namespace {

using Json = nlohmann::ordered_json;
using Holder = std::unique_ptr<vt::Terminal>;

/// What a line asks for. Everything is checked before anything is done.
enum class Verb { write, resize, dump, replies, events, restore, screen, plain };

struct Command {
  Verb verb = Verb::dump;
  std::string bytes;       ///< write, and restore from a dump
  base::Size size;         ///< resize
  bool from_dump = false;  ///< restore: become what the bytes describe
};

/// A value, or why there is none.
template <class T>
using Checked = std::expected<T, std::string>;
using Refused = std::unexpected<std::string>;

struct VerbName {
  std::string_view name;
  Verb verb;
};
constexpr std::array kVerbNames{
    VerbName{"write", Verb::write},       VerbName{"feed", Verb::write},
    VerbName{"resize", Verb::resize},     VerbName{"dump", Verb::dump},
    VerbName{"replies", Verb::replies},   VerbName{"reply", Verb::replies},
    VerbName{"events", Verb::events},     VerbName{"event", Verb::events},
    VerbName{"restore", Verb::restore},   VerbName{"serialise", Verb::restore},
    VerbName{"serialize", Verb::restore}, VerbName{"screen", Verb::screen},
    VerbName{"plain", Verb::plain},
};

std::optional<Verb> find_verb(std::string_view name) {
  for (const VerbName& row : kVerbNames)
    if (row.name == name) return row.verb;
  return std::nullopt;
}

/// The first member of an object that has one of these names.
const Json* member(const Json& object, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (const auto found = object.find(name); found != object.end()) return &*found;
  return nullptr;
}

Checked<std::uint16_t> axis_of(const Json* value) {
  if (value == nullptr || !value->is_number_integer())
    return Refused("resize takes [columns, rows] or {\"cols\":..,\"rows\":..}");
  const auto number = value->get<std::int64_t>();
  if (number < 1 || number > base::kMaxAxis) return Refused("a size is 1 to 4096 columns and rows");
  return static_cast<std::uint16_t>(number);
}

Checked<base::Size> size_of(const Json& value) {
  const bool is_pair = value.is_array() && value.size() == 2;
  const Json none = Json::object();
  const Json& object = value.is_object() ? value : none;
  const auto cols = axis_of(is_pair ? &value[0] : member(object, {"cols", "columns", "width"}));
  const auto rows = axis_of(is_pair ? &value[1] : member(object, {"rows", "lines", "height"}));
  if (!cols) return Refused(cols.error());
  if (!rows) return Refused(rows.error());
  const base::Size size{*rows, *cols};
  if (!is_possible(size)) return Refused(std::string(kTooManyCells));
  return size;
}

Checked<std::string> bytes_of(const Json& value) {
  const Json* text = value.is_object() ? member(value, {"data", "base64", "bytes"}) : &value;
  if (text == nullptr || !text->is_string()) return Refused("bytes are a base64 string");
  auto bytes = decode_base64_text(text->get_ref<const std::string&>());
  if (!bytes) return Refused("bytes are a base64 string, and this is none");
  return std::move(*bytes);
}

/// `value` is what stands beside the command's name; a null when nothing does.
Checked<Command> command_of(const std::string& name, const Json& value) {
  const auto verb = find_verb(name);
  if (!verb) return Refused("unknown command: " + name);
  Command command;
  command.verb = *verb;
  command.from_dump = *verb == Verb::restore && value.is_string();
  if (*verb == Verb::write || command.from_dump) {
    auto bytes = bytes_of(value);
    if (!bytes) return Refused(bytes.error());
    command.bytes = std::move(*bytes);
  }
  if (*verb == Verb::resize) {
    const auto size = size_of(value);
    if (!size) return Refused(size.error());
    command.size = *size;
  }
  return command;
}

/// The names under which an operation's value may stand beside its name.
constexpr std::array<std::string_view, 11> kValueNames{"data",    "base64", "bytes", "value", "size",  "cols",
                                                       "columns", "width",  "rows",  "lines", "height"};
bool is_value_name(std::string_view name) {
  return std::ranges::find(kValueNames, name) != kValueNames.end();
}

/// {"op":"resize","cols":80,"rows":24}: the rest of the object is the value, or has it.
Checked<Command> from_operation(const Json& object, const std::string& name) {
  if (const Json* value = member(object, {name.c_str(), "data", "value", "size"}); value != nullptr)
    return command_of(name, *value);
  const auto verb = find_verb(name);
  const bool takes_members = verb == Verb::resize || verb == Verb::write;
  return command_of(name, takes_members ? object : Json());
}

struct Operation {
  std::string key;   ///< under which the name stands
  std::string name;  ///< of the command
};
std::optional<Operation> operation_of(const Json& line) {
  for (const char* key : {"op", "cmd", "command", "type"})
    if (const auto found = line.find(key); found != line.end() && found->is_string())
      return Operation{key, found->get<std::string>()};
  return std::nullopt;
}

using Commands = std::vector<Command>;

Checked<Commands> add(Commands commands, Checked<Command> next) {
  if (!next) return Refused(next.error());
  commands.push_back(std::move(*next));
  return commands;
}

Checked<Commands> commands_of(const Json& line) {
  if (line.is_string()) return add({}, command_of(line.get<std::string>(), Json()));
  if (!line.is_object()) return Refused("a line is an object with a command, or the name of one");
  const std::optional<Operation> operation = operation_of(line);
  Checked<Commands> commands;
  for (const auto& [name, value] : line.items()) {
    if (operation && name == operation->key)
      commands = add(std::move(*commands), from_operation(line, operation->name));
    else if (!operation || !(name == operation->name || is_value_name(name)))
      commands = add(std::move(*commands), command_of(name, value));
    if (!commands) return commands;
  }
  if (commands->empty()) return Refused("no command");
  return commands;
}

void become(Holder& terminal, const std::string& dump) {
  terminal = std::make_unique<vt::Terminal>(terminal->size());
  terminal->write(dump);
}

void write_events(vt::Terminal& terminal, vt::JsonWriter& json) {
  json.key("events").begin_array();
  for (const vt::Event& event : terminal.take_events()) write_event(event, json);
  json.end_array();
}

void write_screen_lines(const vt::Terminal& terminal, vt::JsonWriter& json) {
  json.key("screen").begin_array();
  const std::string lines = screen_lines(terminal);
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = lines.find('\n', at);
    json.text(std::string_view(lines).substr(at, end - at));
    at = end + 1;
  }
  json.end_array();
}

/// Does it, and adds what was asked for to the answer. False if that was nothing but "done".
bool carry_out(const Command& command, Holder& terminal, vt::JsonWriter& json) {
  switch (command.verb) {
    case Verb::write:
      terminal->write(command.bytes);
      return false;
    case Verb::resize:
      terminal->resize(command.size);
      return false;
    case Verb::dump:
      json.key("dump").raw(vt::json_dump(*terminal));
      return true;
    case Verb::replies:
      json.member("replies", encode_base64_text(terminal->take_replies()));
      return true;
    case Verb::events:
      write_events(*terminal, json);
      return true;
    case Verb::restore:
      if (command.from_dump) {
        become(terminal, command.bytes);
        return false;
      }
      json.member("restore", encode_base64_text(vt::restore_dump(*terminal)));
      return true;
    case Verb::screen:
      write_screen_lines(*terminal, json);
      return true;
    case Verb::plain:
      json.member("plain", vt::plain_text(*terminal, vt::Extent::full));
      return true;
  }
  return false;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace

bool is_possible(base::Size size) {
  return std::uint32_t{size.rows} * size.cols <= base::kMaxCells;
}

DumpSession::DumpSession(base::Size size) : terminal_(std::make_unique<vt::Terminal>(size)) {}

std::string DumpSession::refuse(std::string_view reason) {
  failed_ = true;
  std::string answer;
  vt::JsonWriter(answer).begin_object().member("error", reason).end_object();
  return answer;
}

std::string DumpSession::obey(std::string_view line) {
  if (is_blank(line)) return R"({"ok":true})";
  const Json parsed = Json::parse(line, nullptr, false);
  if (parsed.is_discarded()) return refuse("not JSON");
  const auto commands = commands_of(parsed);
  if (!commands) return refuse(commands.error());
  std::string answer;
  vt::JsonWriter json(answer);
  json.begin_object();
  bool says_something = false;
  for (const Command& command : *commands)
    says_something = carry_out(command, terminal_, json) || says_something;
  if (!says_something) json.member("ok", true);
  json.end_object();
  return answer;
}

std::string screen_lines(const vt::Terminal& terminal) {
  std::string lines = vt::plain_text(terminal, vt::Extent::viewport) + '\n';
  std::string out;
  std::size_t rows = 0;
  for (std::size_t at = 0; at < lines.size() && rows < terminal.size().rows; ++rows) {
    const std::size_t end = lines.find('\n', at);
    std::string_view line = std::string_view(lines).substr(at, end - at);
    line.remove_suffix(line.size() - (line.find_last_not_of(' ') + 1));
    out.append(line).append("\n");
    at = end + 1;
  }
  for (; rows < terminal.size().rows; ++rows) out += '\n';
  return out;
}

}  // namespace pty::vtdump
