#pragma once
// For tests: ports that do nothing, to be overridden where a test looks.

#include <string>

#include "pty/attach/attach_core.hpp"

namespace pty::attach {

class IdlePorts : public AttachPorts {
 public:
  void write_host(base::ByteView /*bytes*/) override {}
  void request_picture(base::Size /*size*/, wire::HistoryWish /*history*/) override {}
  void send_input(base::ByteView /*bytes*/) override {}
  void send_resize(base::Size /*size*/) override {}
  void send_detach() override {}
  void enter_terminal() override {}
  void stop_process() override {}
  void start_dial() override {}
  void cancel_dial() override {}
  Fate probe_fate() override { return {}; }
  void finish(const AttachOutcome& /*outcome*/, const std::string& /*complaint*/) override {}
};

}  // namespace pty::attach
