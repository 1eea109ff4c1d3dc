// `pty send <ref> <text>`, `pty send <ref> --seq <item>...`, `pty send <ref> --file <path>`

#include <cstdint>
#include <utility>

#include "pty/cli/invocation.hpp"
#include "pty/cli/send_plan.hpp"
#include "pty/cli/verbs.hpp"
#include "pty/client/send.hpp"
#include "pty/client/status_query.hpp"
#include "pty/client/submit.hpp"
#include "pty/os/fd_io.hpp"
#include "pty/os/file_io.hpp"
#include "pty/os/loop.hpp"
#include "pty/os/signal_numbers.hpp"
#include "pty/os/signal_watch.hpp"
#include "pty/os/signals.hpp"
#include "pty/registry/status_document.hpp"

namespace pty::cli {
namespace {

using base::Errc;
using base::fail;
using base::Result;

/// Standard input, or the file at `path`, which is then held open.
class Input {
 public:
  static Result<Input> open(const std::string& path) {
    Input input;
    if (path == "-") return input;
    Result<os::Fd> file = os::open_input(path);
    if (!file) return fail(std::move(file).error());
    input.file_ = *std::move(file);
    return input;
  }
  [[nodiscard]] int fd() const { return file_ ? file_.get() : 0; }

 private:
  os::Fd file_;
};

/// All of a text that is to be one message.
Result<base::ByteBuffer> whole_text(const SendPlan& plan, const std::optional<Input>& input) {
  base::ByteBuffer text;
  for (const base::ByteBuffer& item : plan.items) text.append(item);
  if (input) {
    const base::Status read = os::read_to_end(input->fd(), wire::kMaxSubmitText, text);
    if (!read && read.error().code != Errc::too_large) return fail(read.error());
    if (!read) text.push_back('\0');  // one byte beyond the bound
  }
  if (text.size() <= wire::kMaxSubmitText) return text;
  return fail(Errc::too_large, "pty send: what is sent at once has at most " +
                                   std::to_string(wire::kMaxSubmitText) + " bytes");
}

/// What `-v` says about marks that the program did not ask for.
void tell_if_unasked(const client::Endpoint& endpoint) {
  const Result<std::string> answer = client::query_status(endpoint);
  if (!answer) return;
  const auto status = registry::parse_status(*answer);
  if (status && !status->modes.bracketed_paste)
    report("The program has not asked for bracketed paste (mode 2004).");
}

/// Signals that would end the command are heard first, where it must not end in the middle.
class EndRequest {
 public:
  explicit EndRequest(os::Loop& loop) : loop_(loop), signals_(loop) {}

  base::Status open() {
    return signals_.open({SIGINT, SIGTERM, SIGHUP, SIGQUIT}, [this](int number) { asked_ = number; });
  }
  /// Ends the process as the signal would have, if there was one.
  void obey() {
    (void)loop_.run_once(base::Milliseconds{0});
    signals_.close();
    if (asked_ != 0) os::raise_with_default(asked_);
  }

 private:
  os::Loop& loop_;
  os::SignalWatch signals_;
  int asked_ = 0;
};

/// A paste with pauses in it: whoever interrupts it must not leave the program inside.
Result<client::Delivery> deliver_paused_paste(const SendPlan& plan, const client::Endpoint& endpoint,
                                              client::SendOptions options) {
  Result<os::Loop> loop = os::Loop::create();
  if (!loop) return fail(std::move(loop).error());
  EndRequest end(*loop);
  if (base::Status opened = end.open(); !opened) return fail(std::move(opened).error());
  options.cancel_fd = loop->native_handle();
  Result<client::Delivery> delivery = client::send_items(endpoint, plan.items, options);
  end.obey();
  return delivery;
}

Result<client::Delivery> deliver(const SendPlan& plan, const std::optional<Input>& input,
                                 const client::Endpoint& endpoint) {
  if (plan.submit || plan.paste == PasteWish::if_asked) {
    Result<base::ByteBuffer> text = whole_text(plan, input);
    if (!text) return fail(std::move(text).error());
    const wire::SubmitFlags flags{plan.submit, plan.paste == PasteWish::always};
    base::Status submitted = client::submit_text(endpoint, {flags, *text});
    if (!submitted) return fail(std::move(submitted).error());
    return client::Delivery{text->size(), true};
  }
  client::SendOptions options;
  options.delay = plan.delay;
  options.paste = plan.paste == PasteWish::always ? client::Paste::yes : client::Paste::no;
  if (input) {
    Result<client::Delivery> delivery = client::send_stream(endpoint, input->fd(), options);
    if (!delivery && delivery.error().code == Errc::too_large)
      return fail(std::move(delivery).error().with("pty send"));
    return delivery;
  }
  const bool paused = plan.delay.count() > 0 && plan.items.size() > 1;
  if (paused && options.paste == client::Paste::yes) return deliver_paused_paste(plan, endpoint, options);
  return client::send_items(endpoint, plan.items, options);
}

}  // namespace

Result<int> send_verb(Invocation& call) {
  if (!call.word(0)) return fail(usage_error(call.verb));
  Result<SendPlan> plan = plan_send(call.arguments);
  if (!plan) return fail(std::move(plan).error());
  Result<registry::Session> session = call.session();
  if (!session) return fail(std::move(session).error());
  std::optional<Input> input;
  if (plan->input) {
    Result<Input> opened = Input::open(*plan->input);
    if (!opened) return fail(std::move(opened).error().with("pty send"));
    input = *std::move(opened);
  }

  const client::Endpoint endpoint = endpoint_of(call.root, session->id);
  const bool verbose = call.arguments.has(Opt::verbose);
  if (verbose && plan->paste == PasteWish::always) tell_if_unasked(endpoint);
  const Result<client::Delivery> delivery = deliver(*plan, input, endpoint);
  if (!delivery) return fail(delivery.error());
  if (!delivery->confirmed)
    report("Session \"" + session->id + "\" has not confirmed yet that it took the input.");
  if (verbose) report((plan->submit ? "Submitted " : "Sent ") + std::to_string(delivery->bytes) + " bytes.");
  return 0;
}

}  // namespace pty::cli
