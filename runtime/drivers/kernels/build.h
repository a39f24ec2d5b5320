// Compiles kernel sources to a device's objects, on several threads and through the cache. An error
// names the layer whose kernel does not compile.
#pragma once

#include "runtime/cache/kernel_cache.h"
#include "runtime/core/driver.h"

#include <functional>

namespace qrt::kernels {

/// Calls build(i) for every kernel of the program, from several threads at once. Of several errors
/// it returns the first kernel's, with the layer that runs it and the device's name.
Status buildAll(const Program &program, const DeviceDescription &device, const LoadOptions &options,
                const std::function<Status(size_t)> &build);

/// Returns the object of `key`: from the cache if it has a binary of which `fromBinary` makes a
/// valid object, else from its source; the binary is then stored.
template <typename Object>
Expected<Object> throughCache(KernelCache *cache, const KernelKey &key,
                              const std::function<Object(const std::vector<uint8_t> &)> &fromBinary,
                              const std::function<Expected<Object>()> &fromSource,
                              const std::function<std::vector<uint8_t>(const Object &)> &binaryOf) {
  if (cache)
    if (auto binary = cache->find(key))
      if (Object object = fromBinary(*binary))
        return object;
  Expected<Object> object = fromSource();
  if (object && cache)
    cache->store(key, binaryOf(*object));
  return object;
}

} // namespace qrt::kernels
