#pragma once
// The sessions of a soak: started and stopped with the real program in a private root, and looked at through
// /proc.

#include <sys/types.h>

#include <string>
#include <vector>

#include "pty/client/endpoint.hpp"

namespace pty::soak {

/// What must not grow.
struct DaemonFacts {
  int descriptors = 0;
  int zombies = 0;  ///< ended children nobody has reaped
  int children = 0;
  long resident_kib = 0;
};

class SoakDaemons {
 public:
  SoakDaemons();
  ~SoakDaemons();
  SoakDaemons(const SoakDaemons&) = delete;
  SoakDaemons& operator=(const SoakDaemons&) = delete;

  /// False (said on stderr) if a session does not start.
  bool start(int count);
  /// Asks every daemon to stop, waits, and kills what does not go. Returns how many did not go by themselves.
  int stop();

  [[nodiscard]] const std::vector<client::Endpoint>& endpoints() const { return endpoints_; }
  [[nodiscard]] DaemonFacts facts(std::size_t session) const;
  /// How many reports sanitizers have left; the first is shown on stderr.
  [[nodiscard]] int sanitizer_reports() const;

 private:
  std::string base_;
  std::string root_;
  std::vector<client::Endpoint> endpoints_;
  std::vector<pid_t> daemons_;
};

}  // namespace pty::soak
