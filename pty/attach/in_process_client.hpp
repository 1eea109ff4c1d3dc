#pragma once
// For tests: what is around a client that runs in this process: an input to type on, an output and an error
// output that are collected, and something that dials as its script says.

#include <deque>
#include <functional>
#include <string>
#include <thread>
#include <utility>

#include "pty/attach/dialer.hpp"
#include "pty/client/endpoint.hpp"
#include "pty/os/fd_io.hpp"
#include "pty/os/pipe.hpp"

namespace pty::attach {

/// The reading end of a pipe, on a thread. finish() after the last writer is gone.
class Collected {
 public:
  Collected() {
    auto pipe = os::create_pipe();
    read_end_ = std::move(pipe->read_end);
    write_end_ = std::move(pipe->write_end);
    reader_ = std::thread([this] { (void)os::read_to_end(read_end_.get(), std::size_t{1} << 30, text_); });
  }
  Collected(const Collected&) = delete;
  Collected& operator=(const Collected&) = delete;
  ~Collected() { (void)finish(); }
  [[nodiscard]] int fd() const { return write_end_.get(); }
  const std::string& finish() {
    write_end_.reset();
    if (reader_.joinable()) reader_.join();
    return text_;
  }

 private:
  os::Fd read_end_;
  os::Fd write_end_;
  std::string text_;
  std::thread reader_;
};

/// A pipe as the client's input.
class TypedInput {
 public:
  TypedInput() {
    auto pipe = os::create_pipe();
    read_end_ = std::move(pipe->read_end);
    write_end_ = std::move(pipe->write_end);
  }
  [[nodiscard]] int fd() const { return read_end_.get(); }
  void type(base::ByteView bytes) const { (void)os::write_all(write_end_.get(), bytes); }

 private:
  os::Fd read_end_;
  os::Fd write_end_;
};

/// Answers each attempt with the next step; after the last one it never answers.
class ScriptedDialer final : public Dialer {
 public:
  using Step = std::function<Dialled()>;

  explicit ScriptedDialer(std::deque<Step> steps) : steps_(std::move(steps)) {}
  void start(os::Loop& loop, Done done) override {
    ++attempts;
    if (steps_.empty()) {
      if (on_silence) on_silence();
      return;
    }
    done_ = std::move(done);
    loop.post([this] {
      if (!done_) return;
      const Step step = std::move(steps_.front());
      steps_.pop_front();
      std::exchange(done_, nullptr)(step());
    });
  }
  void cancel() override {
    ++cancels;
    done_ = nullptr;
  }

  static Step to(const client::Endpoint& endpoint) {
    return [endpoint] {
      auto socket = client::dial(endpoint);
      return socket ? Dialled{Dialled::Kind::connected, std::move(*socket)} : Dialled{};
    };
  }
  static Step says(Dialled::Kind kind) {
    return [kind] { return Dialled{kind}; };
  }

  int attempts = 0;
  int cancels = 0;
  std::function<void()> on_silence;

 private:
  std::deque<Step> steps_;
  Done done_;
};

}  // namespace pty::attach
