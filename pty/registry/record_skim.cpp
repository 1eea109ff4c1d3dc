#include "pty/registry/record_skim.hpp"

#include <limits>
#include <nlohmann/json.hpp>

namespace pty::registry {
namespace {

/// Receives the parser's events; only members of the record itself, its tags, and the start token inside
/// `recovery` are looked at. Any tag that is not a string makes the whole tags field foreign, as in
/// parse_metadata.
class Skimmer final : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit Skimmer(Session& session) : session_(session) {}

  [[nodiscard]] bool is_object() const { return is_object_; }

  bool key(string_t& name) override {
    if (depth_ == 1) member_.swap(name);
    if (depth_ == 2) inner_.swap(name);
    return true;
  }
  bool start_object(std::size_t) override {
    if (depth_ == 0) is_object_ = true;
    if (depth_ == 1 && member_ == "tags") in_tags_ = true;
    return open();
  }
  bool end_object() override {
    if (--depth_ == 1) finish_member();
    return true;
  }
  bool start_array(std::size_t) override { return open(); }
  bool end_array() override {
    if (--depth_ == 1) finish_member();
    return true;
  }
  bool string(string_t& value) override {
    if (depth_ == 1) take_text(value);
    if (depth_ == 2 && in_tags_) session_.tags.insert_or_assign(inner_, value);
    if (depth_ == 2 && member_ == "recovery" && inner_ == "processStartToken") recovery_token_ = value;
    return true;
  }
  bool number_integer(number_integer_t value) override { return take_number(value); }
  bool number_unsigned(number_unsigned_t value) override {
    if (value > static_cast<number_unsigned_t>(std::numeric_limits<int>::max())) return foreign();
    return take_number(static_cast<number_integer_t>(value));
  }
  bool boolean(bool value) override {
    if (depth_ == 1 && member_ == "ephemeral") session_.ephemeral = value;
    return foreign();
  }
  bool null() override { return foreign(); }
  bool number_float(number_float_t, const string_t&) override { return foreign(); }
  bool binary(binary_t&) override { return foreign(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

  void finish() {
    if (session_.start_token.empty()) session_.start_token = std::move(recovery_token_);
  }

 private:
  bool open() {
    if (depth_ >= 2 && in_tags_) tags_foreign_ = true;
    ++depth_;
    return true;
  }
  bool foreign() {
    if (depth_ >= 2 && in_tags_) tags_foreign_ = true;
    return true;
  }
  void finish_member() {
    if (in_tags_ && tags_foreign_) session_.tags.clear();
    in_tags_ = false;
    tags_foreign_ = false;
  }
  bool take_number(number_integer_t value) {
    if (depth_ == 1 && member_ == "daemonPid" && value > 0) session_.daemon_pid = static_cast<int>(value);
    if (depth_ == 1 && member_ == "exitCode") session_.exit_code = static_cast<int>(value);
    return foreign();
  }
  void take_text(std::string& value) {
    if (member_ == "generation")
      session_.generation.swap(value);
    else if (member_ == "daemonStartToken")
      session_.start_token.swap(value);
    else if (member_ == "displayCommand")
      session_.display_command.swap(value);
    else if (member_ == "cwd")
      session_.cwd.swap(value);
    else if (member_ == "createdAt")
      session_.created_at.swap(value);
    else if (member_ == "displayName")
      session_.display_name = std::move(value);
    else if (member_ == "lastAttachAt")
      session_.last_attach_at = std::move(value);
    else if (member_ == "exitedAt")
      session_.exited_at = std::move(value);
  }

  Session& session_;
  std::string member_;
  std::string inner_;
  std::string recovery_token_;
  int depth_ = 0;
  bool is_object_ = false;
  bool in_tags_ = false;
  bool tags_foreign_ = false;
};

}  // namespace

std::string_view without_last_lines(std::string_view text, std::string& storage) {
  constexpr std::string_view kOpening = "\n  \"lastLines\": [";
  constexpr std::string_view kClosing = "\n  ]";
  std::size_t begin = text.find(kOpening);
  if (begin == std::string_view::npos) return text;
  begin += kOpening.size();
  if (begin >= text.size() || text[begin] != '\n') return text;
  std::size_t end = text.find(kClosing, begin);
  if (end == std::string_view::npos) return text;
  storage.assign(text.substr(0, begin)).append(text.substr(end));
  return storage;
}

bool skim_record(std::string_view text, Session& session) {
  std::string storage;
  std::string_view short_text = without_last_lines(text, storage);
  Skimmer skimmer(session);
  bool parsed = nlohmann::json::sax_parse(short_text.begin(), short_text.end(), &skimmer);
  skimmer.finish();
  return parsed && skimmer.is_object();
}

}  // namespace pty::registry
