#include "pty/client/status_query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "pty/client/connection.hpp"
#include "pty/os/poll_many.hpp"
#include "pty/registry/status_document.hpp"

namespace pty::client {
namespace {

/// Sessions asked at the same time; more wait their turn, so that descriptors never run out.
constexpr std::size_t kBatch = 128;

using Answer = base::Result<std::string>;

Answer timeout_of(const Endpoint& endpoint) {
  return base::fail(base::Errc::timed_out, fmt::format("Timeout querying stats for \"{}\"", endpoint.name));
}

Answer checked(const Endpoint& endpoint, base::ByteView json) {
  if (!registry::parse_status(json)) return base::fail(invalid_status(endpoint.name));
  std::string line(json);
  std::ranges::replace_if(line, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return line;
}

/// One question on its way.
class Query {
 public:
  explicit Query(const Endpoint& endpoint) : endpoint_(endpoint) {
    base::Result<os::Fd> socket = dial(endpoint, base::Milliseconds{0});
    if (!socket) {
      answer_ =
          socket.error().code == base::Errc::timed_out ? timeout_of(endpoint) : base::fail(socket.error());
      return;
    }
    connection_ = Connection::adopt(std::move(*socket));
    (void)connection_->request_status();
  }

  [[nodiscard]] bool done() const { return answer_.has_value(); }
  [[nodiscard]] os::PollItem poll_item() const {
    return done() ? os::PollItem{} : os::PollItem{connection_->native_handle(), connection_->interest()};
  }
  void on_ready(os::Readiness ready) {
    connection_->on_ready(ready);
    while (!done()) {
      const std::optional<Event> event = connection_->poll_event();
      if (!event) return;
      if (const auto* reply = std::get_if<StatusReply>(&*event)) answer_ = checked(endpoint_, reply->json);
      if (std::holds_alternative<Closed>(*event)) answer_ = base::fail(not_running(endpoint_.name));
    }
  }
  Answer take() { return answer_ ? *std::move(answer_) : timeout_of(endpoint_); }

 private:
  const Endpoint& endpoint_;
  std::optional<Connection> connection_;
  std::optional<Answer> answer_;
};

void ask(std::span<const Endpoint> endpoints, base::TimePoint deadline, std::vector<Answer>& answers) {
  std::vector<Query> queries(endpoints.begin(), endpoints.end());
  std::vector<os::PollItem> items(queries.size());
  while (!std::ranges::all_of(queries, &Query::done)) {
    const base::Milliseconds left = base::time_until(deadline, std::chrono::steady_clock::now());
    std::ranges::transform(queries, items.begin(), &Query::poll_item);
    const base::Result<bool> ready = os::poll_many(items, left);
    if (!ready || !*ready) break;
    for (std::size_t i = 0; i < queries.size(); ++i)
      if (items[i].ready.readable || items[i].ready.writable) queries[i].on_ready(items[i].ready);
  }
  for (Query& query : queries) answers.push_back(query.take());
}

}  // namespace

base::Error invalid_status(std::string_view name) {
  return {base::Errc::corrupt, 0, fmt::format("Invalid stats response from \"{}\"", name)};
}

std::vector<Answer> query_statuses(std::span<const Endpoint> endpoints, base::Milliseconds timeout) {
  const base::TimePoint deadline = std::chrono::steady_clock::now() + timeout;
  std::vector<Answer> answers;
  answers.reserve(endpoints.size());
  for (std::size_t start = 0; start < endpoints.size(); start += kBatch)
    ask(endpoints.subspan(start, std::min(kBatch, endpoints.size() - start)), deadline, answers);
  return answers;
}

Answer query_status(const Endpoint& endpoint, base::Milliseconds timeout) {
  return std::move(query_statuses({&endpoint, 1}, timeout).front());
}

}  // namespace pty::client
