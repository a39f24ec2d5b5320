// One process at a time builds programs with PoCL, whose cache on disk is not
// made for more (docs/decisions/runtime/pocl-cache.md).
#pragma once

#include "runtime/numerics/types/status.h"

#include <chrono>
#include <cstdint>
#include <string>

namespace qrt::opencl {

/// Held by one process of those that share a folder, while the object lives. A
/// lock that cannot be had, for want of the folder or of `patience`, is no
/// error: what it prevents is rare.
class BuildLock {
public:
  /// An empty folder: no lock is needed.
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

/// Where PoCL keeps what it compiled, as it finds the place itself.
std::string poclBuildFolder();

/// Io, with a remedy, where nothing can be written to that folder, as to one on a full disk: PoCL
/// itself says no more than that a program does not build.
Status checkBuildFolder(const std::string &folder);
/// The same, without a try, where the disk has no room for so many bytes: where PoCL's LLVM cannot
/// write a kernel it ends the process.
Status checkRoom(const std::string &folder, uint64_t bytes = uint64_t(1) << 20);

} // namespace qrt::opencl
