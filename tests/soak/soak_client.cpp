#include "soak_client.hpp"

#include <cstdio>
#include <utility>

#include "pty/vt/dump_plain.hpp"

namespace pty::soak {
namespace {

constexpr std::size_t kClientHistory = 200;

std::uint32_t below(std::mt19937& random, std::uint32_t limit) {
  return static_cast<std::uint32_t>(random() % limit);
}

std::unique_ptr<vt::Terminal> fresh_terminal(base::Size size) {
  vt::TerminalOptions options;
  options.history_lines = kClientHistory;
  return std::make_unique<vt::Terminal>(size, options);
}

}  // namespace

base::Size random_size(std::mt19937& random) {
  return {static_cast<std::uint16_t>(5 + below(random, 40)),
          static_cast<std::uint16_t>(20 + below(random, 100))};
}

void SoakClient::attach(base::Size size) {
  auto connected = client::Connection::attach(endpoint_, size);
  if (!connected) {
    ++tally_->faults;
    std::fprintf(stderr, "soak: attach to %s: %s\n", endpoint_.name.c_str(), connected.error().text.c_str());
    return;
  }
  ++tally_->attaches;
  connection_.emplace(std::move(*connected));
  leaving_ = false;
  stalled_ = false;
}

void SoakClient::detach() {
  if (!connection_ || leaving_) return;
  ++tally_->detaches;
  wake();
  leaving_ = true;
  (void)connection_->detach();
}

void SoakClient::type(const std::string& line) {
  if (connection_ && !leaving_) (void)connection_->write(line + "\n");
}

void SoakClient::stall() {
  if (!stalled_) ++tally_->stalls;
  stalled_ = true;
}

void SoakClient::act(std::mt19937& random) {
  if (!connection_) return attach(random_size(random));
  if (leaving_) return;
  if (stalled_) return wake();
  switch (below(random, 12)) {
    case 0:
      return detach();
    case 1:  // gone without a word
      ++tally_->detaches;
      connection_.reset();
      return;
    case 2:
      return stall();
    case 3:
      ++tally_->floods;
      return type("flood " + std::to_string(50 + below(random, 400)));
    case 4:
      return type("swap");
    case 5:
      (void)connection_->request_attach(random_size(random));
      return;
    case 6:
    case 7:
    case 8:
      ++tally_->resizes;
      (void)connection_->resize(random_size(random));
      return;
    default:
      return type("word" + std::to_string(random()));
  }
}

bool SoakClient::wants_to_write() const {
  return connection_ &&
         (static_cast<int>(connection_->interest()) & static_cast<int>(os::Interest::write)) != 0;
}

void SoakClient::on_ready(os::Readiness ready) {
  if (!connection_) return;
  connection_->on_ready(ready);
  while (connection_) {
    const auto event = connection_->poll_event();
    if (!event) return;
    on_event(*event);
  }
}

void SoakClient::on_event(const client::Event& event) {
  if (const auto* geometry = std::get_if<client::Geometry>(&event)) {
    if (terminal_)
      terminal_->resize(geometry->size);
    else
      terminal_ = fresh_terminal(geometry->size);
  } else if (const auto* screen = std::get_if<client::Screen>(&event)) {
    if (screen->repeated) ++tally_->repeated_screens;
    tally_->bytes += screen->bytes.size();
    terminal_ = fresh_terminal(connection_->effective_size().value_or(base::Size{}));
    terminal_->write(screen->bytes);
  } else if (const auto* data = std::get_if<client::Data>(&event)) {
    tally_->bytes += data->bytes.size();
    terminal_->write(data->bytes);
  } else if (const auto* closed = std::get_if<client::Closed>(&event)) {
    if (!leaving_) {
      ++tally_->faults;
      std::fprintf(stderr, "soak: a client of %s was cut off: %s\n", endpoint_.name.c_str(),
                   closed->error ? closed->error->text.c_str() : "no reason");
    }
    connection_.reset();
  }
}

std::optional<base::Size> SoakClient::size() const {
  return connection_ ? connection_->effective_size() : std::nullopt;
}

std::string SoakClient::text() const {
  return terminal_ ? vt::plain_text(*terminal_, vt::Extent::viewport) : std::string();
}

}  // namespace pty::soak
