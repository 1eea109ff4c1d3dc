#include "pty/base/error.hpp"

#include <array>
#include <cerrno>
#include <cstring>

namespace pty::base {
namespace {

struct ErrnoRow {
  int number;
  Errc code;
};

constexpr std::array kErrnoRows{
    ErrnoRow{ENOENT, Errc::not_found},
    ErrnoRow{EEXIST, Errc::already_exists},
    ErrnoRow{EACCES, Errc::denied},
    ErrnoRow{EPERM, Errc::denied},
    ErrnoRow{ECONNREFUSED, Errc::unreachable},
    ErrnoRow{ETIMEDOUT, Errc::timed_out},
    ErrnoRow{EPIPE, Errc::closed},
    ErrnoRow{ECONNRESET, Errc::closed},
    ErrnoRow{ENAMETOOLONG, Errc::too_large},
    ErrnoRow{EFBIG, Errc::too_large},
};

constexpr std::array<std::string_view, static_cast<std::size_t>(Errc::internal) + 1> kNames{
    "not_found", "already_exists", "ambiguous", "busy",        "denied", "unreachable", "timed_out", "closed",
    "invalid",   "corrupt",        "too_large", "unsupported", "system", "cancelled",   "internal"};

}  // namespace

std::unexpected<Error> fail_errno(std::string_view what, int number) {
  Error error{Errc::system, number, std::string(what)};
  for (const auto& row : kErrnoRows) {
    if (row.number == number) error.code = row.code;
  }
  std::array<char, 128> buffer{};
  error.text.append(": ").append(strerror_r(number, buffer.data(), buffer.size()));
  return std::unexpected(std::move(error));
}

std::string_view name_of(Errc code) {
  return kNames[static_cast<std::size_t>(code)];
}

}  // namespace pty::base
