#pragma once
// Events as `vtdump json` prints them.

#include "pty/vt/events.hpp"
#include "pty/vt/json_writer.hpp"

namespace pty::vtdump {

/// {"type":"title_change","title":"..."}; a notification has its source, and title and body if it has them; a
/// clipboard has its targets and data, in base64 as the application sent it.
void write_event(const vt::Event& event, vt::JsonWriter& json);

}  // namespace pty::vtdump
