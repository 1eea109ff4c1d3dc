// Text and Enter for somebody: what SUBMIT asks for. From the text to the Enter that was read nobody else's
// input goes in; other clients wait like behind a full queue, the emulator's answers do not. Input that waits
// goes in before the next submission.

#include <utility>

#include "pty/daemon/session_core.hpp"
#include "pty/term/paste.hpp"

namespace pty::daemon {
namespace {

base::ByteBuffer marked(base::ByteView text) {
  base::ByteBuffer item(text);
  const std::vector<base::ByteBuffer> kept = term::without_paste_end({&item, 1});
  return base::ByteBuffer(term::kPasteStart).append(kept.front()).append(term::kPasteEnd);
}

}  // namespace

void SessionCore::on_submit(Client& client, base::ByteView payload) {
  using wire::SubmitOutcome;
  const auto answer = [&](SubmitOutcome outcome) { push(client, wire::encode_submitted(outcome)); };
  if (client.role == wire::Role::readonly) return answer(SubmitOutcome::denied);
  if (life_ != Life::running || stopped_at_) return answer(SubmitOutcome::ended);
  if (wire::decode_submit(payload).text.size() > wire::kMaxSubmitText)
    return answer(SubmitOutcome::too_large);
  if (input_.has_room() && !submission_ && try_next_held() == nullptr)
    return begin_submission(client, payload);
  hold(client, client.decoder.take_payload(payload));
  client.held_submit = true;
}

/// Pre: no submission is being carried out, and there is room.
void SessionCore::begin_submission(Client& client, base::ByteView payload) {
  if (life_ != Life::running || stopped_at_)
    return push(client, wire::encode_submitted(wire::SubmitOutcome::ended));
  times_.input = clock_.wall_now();
  freshen();  // what the child has written already is no answer to this
  const wire::SubmitRequest request = wire::decode_submit(payload);
  const bool marks = request.flags.always_mark || model_.input_form().bracketed_paste;
  if (!request.text.empty()) {
    if (marks)
      input_.push_client(marked(request.text));
    else
      input_.push_client(request.text);
  }
  submission_ = Submitting{client.id, bytes_in_ + input_.bytes(), model_.visible_picture(),
                           Submission(request.flags, clock_.now())};
  client.submitting = true;
  note_submitted_input();
}

/// The terminal took input, or there is none to take.
void SessionCore::note_submitted_input() {
  if (!submission_) return;
  submission_->progress.on_progress(clock_.now());
  if (bytes_in_ >= submission_->written) submission_->progress.on_written(clock_.now());
}

/// The child wrote: is anything different to see?
void SessionCore::note_picture() {
  Submission& progress = submission_->progress;
  progress.on_update_open(model_.synchronized_output());
  if (model_.synchronized_output()) return;
  base::ByteBuffer picture = model_.visible_picture();
  if (picture == submission_->picture) return;
  submission_->picture = std::move(picture);
  progress.on_change(clock_.now());
}

void SessionCore::advance_submission() {
  if (!submission_) return;
  const base::TimePoint now = clock_.now();
  Submission& progress = submission_->progress;
  if (progress.wants_sample(now)) progress.on_unread(port_.unread_input(), now);
  switch (progress.advance(now)) {
    case Submission::Next::wait:
      return;
    case Submission::Next::press_enter:
      input_.push_client(model_.input_form().enter);
      submission_->written = bytes_in_ + input_.bytes();
      return;
    case Submission::Next::finished:
      return end_submission();
  }
}

void SessionCore::end_submission() {
  const wire::SubmitOutcome outcome = submission_->progress.outcome();
  Client* client = clients_.find(submission_->client);
  submission_.reset();
  ahead_of_submissions_ = held_tickets_;
  if (client) {
    client->submitting = false;
    push(*client, wire::encode_submitted(outcome));
  }
  release_held_input();  // first those who waited, then what this one has to say after it
  if (!client || client->gone || client->is_paused()) return;
  const base::ByteBuffer unread = std::exchange(client->unread, {});
  feed(*client, unread);
}

}  // namespace pty::daemon
