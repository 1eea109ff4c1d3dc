#pragma once
// Writes JSON on one line into a string. Output is valid whatever the bytes: ill-formed UTF-8 becomes U+FFFD,
// controls (C1 too: somebody may look at it on a terminal) become \u escapes. Commas come by themselves;
// that objects and arrays are closed, and that every value of an object has its key, is the caller's part.

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "pty/base/bytes.hpp"

namespace pty::vt {

class JsonWriter {
 public:
  /// Appends to `out`, which must outlive the writer.
  explicit JsonWriter(std::string& out) : out_(out), begin_(out.size()) {}

  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }
  JsonWriter& key(std::string_view name);

  JsonWriter& text(base::ByteView bytes);
  JsonWriter& number(std::uint64_t value);
  JsonWriter& boolean(std::same_as<bool> auto value) { return raw(value ? "true" : "false"); }
  JsonWriter& null() { return raw("null"); }
  /// Text that is JSON already. Pre: one whole value.
  JsonWriter& raw(std::string_view json);

  JsonWriter& member(std::string_view name, std::string_view value) { return key(name).text(value); }
  JsonWriter& member(std::string_view name, const char* value) { return key(name).text(value); }
  JsonWriter& member(std::string_view name, std::same_as<bool> auto value) {
    return key(name).boolean(value);
  }
  JsonWriter& member(std::string_view name, std::unsigned_integral auto value)
    requires(!std::same_as<decltype(value), bool>)
  {
    return key(name).number(value);
  }

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void separate();
  void quote(base::ByteView bytes);

  std::string& out_;
  std::size_t begin_;
};

}  // namespace pty::vt
