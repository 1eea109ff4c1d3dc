#pragma once
// What a person types at a client, on its way to the session: the detach key is taken out, and so is what the
// terminal answers to questions that were not the session's. While there is no session to type to, only the
// key that leaves counts. Sans-IO: time comes in, wake it at deadline().

#include <cstdint>
#include <optional>

#include "pty/attach/detach_matcher.hpp"
#include "pty/attach/stray_replies.hpp"
#include "pty/base/bytes.hpp"
#include "pty/base/clock.hpp"

namespace pty::attach {

class KeyboardInput {
 public:
  /// A terminal answers questions, whoever asked them: see StrayReplies.
  enum class Source : std::uint8_t { stream, terminal };
  using Output = DetachMatcher::Output;

  KeyboardInput(Source source, DetachMatcher::Policy policy, const DetachKey& key);

  Output feed(base::ByteView bytes, base::TimePoint now);
  /// The same with nobody to type to: whether the person wants to leave.
  [[nodiscard]] bool leaves(base::ByteView bytes, base::TimePoint now);
  /// To be called at deadline() or later.
  Output on_time(base::TimePoint now);
  [[nodiscard]] std::optional<base::TimePoint> deadline() const;
  /// Forgets what was held: the session it was typed for is gone.
  void reset();

 private:
  DetachMatcher matcher_;
  std::optional<StrayReplies> replies_;
  DetachMatcher local_keys_;  ///< while nobody is there to type to
};

}  // namespace pty::attach
