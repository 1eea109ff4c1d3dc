// `pty send <ref> <text>` and `pty send <ref> --seq <item>...`

#include <cmath>
#include <vector>

#include "pty/cli/invocation.hpp"
#include "pty/cli/verbs.hpp"
#include "pty/client/send.hpp"
#include "pty/term/key_table.hpp"

namespace pty::cli {
namespace {

using base::Errc;
using base::fail;
using base::Result;

constexpr base::Milliseconds kDefaultDelay{300};

Result<std::vector<base::ByteBuffer>> items_of(const Invocation& call) {
  std::vector<base::ByteBuffer> items;
  std::optional<std::string_view> text = call.word(1);
  bool has_sequence = call.arguments.has(Opt::seq);
  if (text && has_sequence) return fail(Errc::invalid, "Cannot mix positional text with --seq flags.");
  if (!text && !has_sequence) return fail(Errc::invalid, "Nothing to send.");
  if (text) items.emplace_back(*text);
  for (std::string_view value : call.arguments.all(Opt::seq)) {
    Result<base::ByteBuffer> bytes = term::parse_seq_value(value);
    if (!bytes) return fail(std::move(bytes).error());
    items.push_back(std::move(*bytes));
  }
  return items;
}

Result<base::Milliseconds> delay_of(const Arguments& arguments) {
  // Longer than anybody waits; keeps the conversion to milliseconds in range.
  constexpr double kLongest = 1e9;
  std::optional<std::string_view> given = arguments.value(Opt::with_delay);
  if (!given) return kDefaultDelay;
  std::optional<double> seconds = parse_seconds(*given);
  if (!seconds || *seconds > kLongest)
    return fail(Errc::invalid, "--with-delay requires a non-negative number (seconds).");
  return base::Milliseconds{std::llround(*seconds * 1000)};
}

}  // namespace

Result<int> send_verb(Invocation& call) {
  if (!call.word(0)) return fail(usage_error(call.verb));
  Result<base::Milliseconds> delay = delay_of(call.arguments);
  if (!delay) return fail(std::move(delay).error());
  Result<std::vector<base::ByteBuffer>> items = items_of(call);
  if (!items) return fail(std::move(items).error());
  Result<registry::Session> session = call.session();
  if (!session) return fail(std::move(session).error());

  client::SendOptions options;
  options.delay = *delay;
  options.paste = call.arguments.has(Opt::paste) ? client::Paste::yes : client::Paste::no;
  base::Status sent = client::send_items(endpoint_of(call.root, session->id), *items, options);
  if (!sent) return fail(std::move(sent).error());
  return 0;
}

}  // namespace pty::cli
