#pragma once
// The two locks of a session: <id>.events.lock, then <id>.lock (creation and metadata), always in that order.
//
// A lock is a file holding its owner's pid; other tools create such files by hand, so the protocol is public.
// Ours appears complete (linked, never half-written) and carries the owner's start token on a second line,
// so a recycled pid does not hold a lock for ever. Stale files (dead, recycled or garbage holder) are stolen
// under an OS lock on one guard file in the root, after re-reading: two stealers never both win.

#include <string>
#include <string_view>

#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/registry/session_paths.hpp"

namespace pty::registry {

/// How long to wait for a busy lock. Waiting blocks the calling thread, with exponential back-off.
inline constexpr base::Milliseconds kNoWait{0};
inline constexpr base::Milliseconds kGcLockWait{250};
inline constexpr base::Milliseconds kCommandLockWait{2000};
inline constexpr base::Milliseconds kEventLockWait{5000};

/// One held lock file. Movable; released (idempotently, and only if the file is still ours) on destruction.
class LockFile {
 public:
  /// Fails: busy (a live holder outlasted `wait`), not_found (no root), system.
  static base::Result<LockFile> acquire(const std::string& path, const std::string& guard,
                                        base::Milliseconds wait);
  LockFile(LockFile&& other) noexcept;
  LockFile& operator=(LockFile&& other) noexcept;
  LockFile(const LockFile&) = delete;
  LockFile& operator=(const LockFile&) = delete;
  ~LockFile();

  void release();
  /// Names another live process as the holder: the lock then outlives us with it. We may still release it.
  /// Fails: system (the lock stays ours).
  base::Status delegate_to(int pid);
  [[nodiscard]] bool held() const { return !path_.empty(); }

 private:
  LockFile(std::string path, std::string content);
  std::string path_;
  std::string content_;
};

/// The event log's lock. Fails: busy with the exact text of the contract.
class EventLock {
 public:
  static base::Result<EventLock> acquire(const SessionPaths& paths, base::Milliseconds wait);
  void release() { file_.release(); }
  [[nodiscard]] bool held() const { return file_.held(); }

 private:
  explicit EventLock(LockFile file);
  LockFile file_;
};

/// The metadata (and creation) lock. Fails: busy with the exact text of the contract.
class MetadataLock {
 public:
  static base::Result<MetadataLock> acquire(const SessionPaths& paths, base::Milliseconds wait);
  void release() { file_.release(); }
  /// A launcher hands the creation lock to its daemon, so that it holds while either lives.
  base::Status delegate_to(int pid) { return file_.delegate_to(pid); }
  [[nodiscard]] bool held() const { return file_.held(); }

 private:
  explicit MetadataLock(LockFile file);
  LockFile file_;
};

/// Both, in order; `wait` bounds the two together. Members are destroyed, and so released, in reverse.
struct SessionLocks {
  EventLock events;
  MetadataLock metadata;
};
base::Result<SessionLocks> acquire_session_locks(const SessionPaths& paths, base::Milliseconds wait);

/// The daemon's side of a delegated creation lock: removes it if it names this process. The launcher's own
/// release then finds nothing to do.
void release_delegated_lock(const SessionPaths& paths);

/// The texts of a busy lock: for mutations, and for `run`.
std::string event_log_busy_text(std::string_view id);
std::string metadata_busy_text(std::string_view id);
std::string run_event_log_busy_text(std::string_view id);
std::string run_being_created_text(std::string_view id);

}  // namespace pty::registry
