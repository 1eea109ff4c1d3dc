#include "pty/base/error.hpp"

#include <gtest/gtest.h>

#include <cerrno>

namespace pty::base {
namespace {

TEST(Error, AFailedSystemCallCarriesItsErrnoAndTheFittingCode) {
  Status missing = fail_errno("open /x", ENOENT);
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error().code, Errc::not_found);
  EXPECT_EQ(missing.error().sys_errno, ENOENT);
  EXPECT_EQ(missing.error().text, "open /x: No such file or directory");
}

TEST(Error, AnErrnoWithoutItsOwnCodeIsASystemError) {
  Status odd = fail_errno("ioctl", ENOTTY);
  EXPECT_EQ(odd.error().code, Errc::system);
}

TEST(Error, ContextIsPrependedClauseByClause) {
  Error error{Errc::busy, 0, "held by 12"};
  EXPECT_EQ(std::move(error).with("lock x").text, "lock x: held by 12");
}

TEST(Error, EveryCodeHasItsName) {
  EXPECT_EQ(name_of(Errc::not_found), "not_found");
  EXPECT_EQ(name_of(Errc::cancelled), "cancelled");
  EXPECT_EQ(name_of(Errc::internal), "internal");
}

}  // namespace
}  // namespace pty::base
