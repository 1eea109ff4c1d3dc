#pragma once
// One client of the soak: a connection and the screen it draws on. It attaches, types, resizes, stops
// reading, detaches or just goes, as it is told; it judges what the daemon sends (the connection checks the
// grammar).

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>

#include "pty/client/connection.hpp"
#include "pty/vt/terminal.hpp"

namespace pty::soak {

struct Tally {
  std::uint64_t attaches = 0;
  std::uint64_t detaches = 0;
  std::uint64_t resizes = 0;
  std::uint64_t floods = 0;
  std::uint64_t stalls = 0;
  std::uint64_t repeated_screens = 0;
  std::uint64_t bytes = 0;
  std::uint64_t faults = 0;  ///< refusals, broken grammar, connections lost without our doing
};

class SoakClient {
 public:
  SoakClient(client::Endpoint endpoint, Tally& tally) : endpoint_(std::move(endpoint)), tally_(&tally) {}

  void attach(base::Size size);
  void detach();
  /// Does one of the things that clients do.
  void act(std::mt19937& random);
  void type(const std::string& line);
  /// From now on it does not read.
  void stall();
  void wake() { stalled_ = false; }

  /// What to poll for; no descriptor while there is nothing to wait for.
  [[nodiscard]] int descriptor() const {
    return connection_ && !stalled_ ? connection_->native_handle() : -1;
  }
  [[nodiscard]] bool wants_to_write() const;
  void on_ready(os::Readiness ready);

  [[nodiscard]] bool attached() const { return connection_ && !leaving_; }
  [[nodiscard]] std::optional<base::Size> size() const;
  /// The screen as plain text.
  [[nodiscard]] std::string text() const;

 private:
  void on_event(const client::Event& event);

  client::Endpoint endpoint_;
  Tally* tally_;
  std::optional<client::Connection> connection_;
  std::unique_ptr<vt::Terminal> terminal_;
  bool leaving_ = false;
  bool stalled_ = false;
};

/// A size a window may have.
base::Size random_size(std::mt19937& random);

}  // namespace pty::soak
