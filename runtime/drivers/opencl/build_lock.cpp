#include "runtime/drivers/opencl/build_lock.h"

#include <cstdlib>
#include <fcntl.h>
#include <sys/file.h>
#include <thread>
#include <unistd.h>

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

std::string sharedBuildFolder(std::string_view deviceVersion) {
  if (deviceVersion.find("PoCL") == std::string_view::npos &&
      deviceVersion.find("pocl") == std::string_view::npos)
    return "";
  if (std::string own = environment("POCL_CACHE_DIR"); !own.empty())
    return own;
  if (std::string base = environment("XDG_CACHE_HOME"); !base.empty())
    return base + "/pocl/kcache";
  if (std::string home = environment("HOME"); !home.empty())
    return home + "/.cache/pocl/kcache";
  return "/tmp/pocl/kcache";
}

} // namespace qrt::opencl
