#include "runtime/drivers/opencl/compile/build_lock.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/statvfs.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace qrt::opencl {

using Clock = std::chrono::steady_clock;

// The folder itself is locked: no file is left, and a process that ends, however it does, lets go.
BuildLock::BuildLock(const std::string &folder, std::chrono::milliseconds patience) {
  if (folder.empty())
    return;
  file = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0)
    return;
  constexpr std::chrono::milliseconds pause(5);
  for (auto until = Clock::now() + patience;;) {
    isHeld = flock(file, LOCK_EX | LOCK_NB) == 0;
    if (isHeld || Clock::now() >= until)
      return;
    std::this_thread::sleep_for(pause);
  }
}

BuildLock::~BuildLock() {
  if (file >= 0)
    close(file);
}

static std::string environment(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

std::string poclBuildFolder() {
  if (std::string own = environment("POCL_CACHE_DIR"); !own.empty())
    return own;
  if (std::string base = environment("XDG_CACHE_HOME"); !base.empty())
    return base + "/pocl/kcache";
  if (std::string home = environment("HOME"); !home.empty())
    return home + "/.cache/pocl/kcache";
  return "/tmp/pocl/kcache";
}

/// The error of a file of so many bytes that cannot be written in the folder; 0 where it can.
static int errorOfWriting(const std::string &folder, size_t bytes) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code)
    return code.value();
  std::string name = folder + "/qrt-probe-XXXXXX";
  const int file = mkostemp(name.data(), O_CLOEXEC);
  if (file < 0)
    return errno;
  unlink(name.c_str());
  const std::vector<char> part(size_t(1) << 16);
  int error = 0;
  for (size_t done = 0; done < bytes && error == 0; done += part.size())
    if (const ssize_t wrote = write(file, part.data(), part.size()); wrote < ssize_t(part.size()))
      error = wrote < 0 ? errno : ENOSPC;
  close(file);
  return error;
}

static Status unwritable(const std::string &folder, int error) {
  return {StatusCode::Io,
          "PoCL cannot write its cache, " + folder + ": " + std::strerror(error) +
              (error == ENOSPC || error == EDQUOT ? "; free space there, or set " : "; set ") +
              "POCL_CACHE_DIR to a folder that can be written"};
}

Status checkBuildFolder(const std::string &folder) {
  constexpr size_t ofAProgram = size_t(4) << 20; // more than PoCL keeps of one
  const int error = folder.empty() ? 0 : errorOfWriting(folder, ofAProgram);
  return error ? unwritable(folder, error) : Status();
}

// A folder that lies on no disk has no blocks: there is room.
Status checkRoom(const std::string &folder, uint64_t bytes) {
  struct statvfs disk;
  const bool isFull = !folder.empty() && statvfs(folder.c_str(), &disk) == 0 && disk.f_blocks > 0 &&
                      disk.f_bavail < bytes / disk.f_frsize;
  return isFull ? unwritable(folder, ENOSPC) : Status();
}

} // namespace qrt::opencl
