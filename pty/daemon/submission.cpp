#include "pty/daemon/submission.hpp"

#include <algorithm>

namespace pty::daemon {

using wire::SubmitOutcome;

Submission::Submission(wire::SubmitFlags flags, base::TimePoint now)
    : flags_(flags), limit_(now + kSubmitLimit), moved_at_(now) {}

void Submission::begin(Stage stage, base::TimePoint now) {
  stage_ = stage;
  moved_at_ = now;
  unread_.reset();
  sampled_at_.reset();
  empty_since_.reset();
}

void Submission::on_written(base::TimePoint now) {
  if (stage_ == Stage::writing && !flags_.enter) outcome_ = SubmitOutcome::done;
  if (stage_ == Stage::writing) return begin(Stage::reading, now);
  if (stage_ == Stage::entering) begin(Stage::confirming, now);
}

void Submission::on_unread(std::optional<std::size_t> bytes, base::TimePoint now) {
  if (bytes && unread_ && *bytes < *unread_) moved_at_ = now;
  unread_ = bytes;
  sampled_at_ = now;
  if (bytes != std::size_t{0}) {
    empty_since_.reset();
    // More was on its way than the program had been given.
    if (stage_ == Stage::settling) stage_ = Stage::reading;
  } else if (!empty_since_) {
    empty_since_ = now;
  }
}

/// A program that ends on Enter has had it; one that ended before has not.
void Submission::on_child_end() {
  if (!outcome_) outcome_ = stage_ == Stage::confirming ? SubmitOutcome::done : SubmitOutcome::ended;
}

bool Submission::wants_sample(base::TimePoint now) const {
  if (outcome_ || stage_ == Stage::writing || stage_ == Stage::entering) return false;
  return !sampled_at_ || now >= *sampled_at_ + kSubmitSample;
}

/// Two zeros in a row, apart in time.
bool Submission::is_read(base::TimePoint now) const {
  return empty_since_ && now >= *empty_since_ + kSubmitSample && sampled_at_ > empty_since_;
}

/// How long the text may take on its way to the program, or Enter into the terminal.
base::TimePoint Submission::reading_until() const {
  const base::TimePoint patience = moved_at_ + kReadPatience;
  return stage_ == Stage::entering ? patience : std::min(patience, limit_);
}

base::TimePoint Submission::enter_due() const {
  const base::TimePoint latest = std::min(read_at_ + kQuietPatience, limit_);
  if (update_open_) return latest;
  if (!changed_at_) return std::min(latest, read_at_ + kShowPatience);
  return std::min(latest, std::max(read_at_, *changed_at_) + kSubmitQuiet);
}

Submission::Next Submission::advance(base::TimePoint now) {
  if (outcome_) return Next::finished;
  switch (stage_) {
    case Stage::writing:
    case Stage::entering:
      if (now >= reading_until()) outcome_ = SubmitOutcome::unread;
      break;
    case Stage::reading:
      if (is_read(now)) {
        stage_ = Stage::settling;
        read_at_ = now;
      } else if (now >= reading_until()) {
        outcome_ = SubmitOutcome::unread;
      }
      break;
    case Stage::settling:
      break;
    case Stage::confirming:
      if (is_read(now))
        outcome_ = SubmitOutcome::done;
      else if (now >= moved_at_ + kEnterPatience)
        outcome_ = SubmitOutcome::unconfirmed;
      break;
  }
  if (outcome_) return Next::finished;
  if (stage_ != Stage::settling || now < enter_due()) return Next::wait;
  begin(Stage::entering, now);
  return Next::press_enter;
}

base::TimePoint Submission::next_deadline() const {
  if (outcome_) return moved_at_;
  const base::TimePoint sample = sampled_at_ ? *sampled_at_ + kSubmitSample : moved_at_;
  switch (stage_) {
    case Stage::writing:
    case Stage::entering:
      return reading_until();
    case Stage::reading:
    case Stage::confirming:
      return sample;
    case Stage::settling:
      return std::min(sample, enter_due());
  }
  return sample;
}

}  // namespace pty::daemon
