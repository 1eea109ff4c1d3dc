#pragma once
// The answer to STATUS: the daemon fills the struct, the wire carries its JSON, `stats` reads it back.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pty/base/error.hpp"
#include "pty/base/geometry_policy.hpp"
#include "pty/base/size.hpp"

namespace pty::registry {

struct StatusResources {
  std::int64_t rss_kb = 0;
  double cpu_percent = 0;
};

/// What runs in the foreground of the terminal: the leader of its foreground process group.
struct StatusForeground {
  int pid = 0;
  std::string name;     ///< untrusted, like `command`
  std::string command;  ///< its first argument; may be empty
};

struct StatusTerminal {
  int cols = 0;
  int rows = 0;
  int cursor_x = 0;  ///< 0-based, in the viewport
  int cursor_y = 0;
  std::int64_t scrollback_used = 0;      ///< the viewport's rows and the lines above, wrapped ones once
  std::int64_t scrollback_capacity = 0;  ///< rows + 10000
  std::optional<std::string> foreground_process;
  std::optional<StatusForeground> foreground;           ///< addition
  std::optional<base::GeometryPolicy> geometry_policy;  ///< addition; absent: an older daemon
};

/// When something last happened; ISO 8601, absent if never.
struct StatusActivity {
  std::optional<std::string> last_output_at;
  std::optional<std::string> last_change_at;  ///< a row of the screen was written anew, cleared or moved
  std::optional<std::string> last_input_at;
};

struct StatusProcess {
  bool alive = false;
  std::optional<int> exit_code;
  std::optional<int> pid;
  std::optional<StatusResources> resources;
};

struct StatusConnection {
  bool writable = false;
  // Meaningful for writable clients only.
  int rows = 0;
  int cols = 0;
  std::uint64_t last_request_sequence = 0;
  bool constrains_rows = false;
  bool constrains_cols = false;
  std::optional<std::string> last_active_at;  ///< addition; ISO 8601
};

struct StatusClients {
  int total = 0;
  int attached = 0;
  int read_only = 0;
  std::vector<StatusConnection> connections;
  int stale = 0;             ///< addition
  std::int64_t resyncs = 0;  ///< addition
};

struct StatusModes {
  bool sgr_mouse = false;
  bool cursor_hidden = false;
  bool kitty_keyboard = false;
  std::vector<int> kitty_keyboard_flags;  ///< bottom to top
  bool alternate_screen = false;          ///< addition
  bool bracketed_paste = false;           ///< addition
  bool mouse_tracking = false;            ///< addition
};

struct StatusDocument {
  std::string name;
  StatusTerminal terminal;
  StatusProcess process;
  int daemon_pid = 0;
  std::optional<StatusResources> daemon_resources;
  StatusClients clients;
  StatusModes modes;
  std::optional<std::int64_t> uptime_seconds;
  std::optional<std::string> created_at;
  // Additions; absent from other implementations' answers.
  std::string generation;
  int protocol_version = 0;
  std::vector<std::string> protocol_features;
  std::string title;
  std::optional<StatusActivity> activity;  ///< absent: an older daemon
  std::uint64_t bytes_in = 0;
  std::uint64_t bytes_out = 0;
  std::vector<std::string> warnings;  ///< what could not be recorded, one sentence each
};

/// One line, no newline.
std::string encode_status(const StatusDocument& status);

/// Accepts documents without the additions. Fails: corrupt.
base::Result<StatusDocument> parse_status(std::string_view text);

}  // namespace pty::registry
