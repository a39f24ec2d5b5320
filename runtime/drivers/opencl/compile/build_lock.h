// One process at a time builds programs with PoCL, whose cache on disk is not
// made for more (docs/decisions/runtime/pocl-cache.md).
#pragma once

#include "runtime/numerics/types/status.h"

#include <chrono>
#include <cstdint>
#include <string>

namespace qrt::opencl {

/// A lock that one of the processes sharing a folder holds while the object lives. Failing to get
/// it, because of the folder or after `patience`, is no error: the clash that it prevents is rare.
class BuildLock {
public:
  /// Takes the lock; none is needed if `folder` is empty.
  explicit BuildLock(const std::string &folder,
                     std::chrono::milliseconds patience = std::chrono::seconds(60));
  ~BuildLock();
  BuildLock(const BuildLock &) = delete;
  BuildLock &operator=(const BuildLock &) = delete;
  bool held() const { return isHeld; }

private:
  int file = -1;
  bool isHeld = false;
};

/// Returns the folder of PoCL's compiled programs, found as PoCL itself finds it.
std::string poclBuildFolder();

/// Returns an Io error with a remedy if the folder cannot be written to, as on a full disk: PoCL
/// itself only says that a program does not build.
Status checkBuildFolder(const std::string &folder);
/// The same without trying to write, if the disk has less than `bytes` free: PoCL's LLVM ends the
/// process if it cannot write a kernel.
Status checkRoom(const std::string &folder, uint64_t bytes = uint64_t(1) << 20);

} // namespace qrt::opencl
