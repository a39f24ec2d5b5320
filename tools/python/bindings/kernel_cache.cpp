#include "runtime/cache/kernel_cache.h"
#include "tools/python/bindings/bindings.h"
#include "tools/python/bindings/compile_options.h"

#include <cstdio>

namespace qopt::python {

void warnOnStderr(const std::string &text) { std::fprintf(stderr, "warning: %s\n", text.c_str()); }

namespace {

/// Holds the cache of kernels that all programs of a process share.
struct SharedCache {
  ProcessMutex mutex;
  std::optional<OfProcess<std::unique_ptr<qrt::KernelCache>>> opened;
};

} // namespace

qrt::KernelCache *kernelCache() {
  static SharedCache shared;
  std::lock_guard lock(shared.mutex);
  if (shared.mutex.wasHeldAtFork())
    return nullptr;
  if (!shared.opened) {
    const std::string path = qrt::KernelCache::defaultPath();
    shared.opened.emplace(path.empty() ? nullptr : qrt::KernelCache::open(path, warnOnStderr));
  }
  return shared.opened->isOurs() ? (**shared.opened).get() : nullptr;
}

} // namespace qopt::python
