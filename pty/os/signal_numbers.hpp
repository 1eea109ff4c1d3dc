#pragma once
// The system's signal numbers (SIGTERM, SIGTSTP, …) for rooms that may not include its headers themselves.

#include <csignal>  // IWYU pragma: export
