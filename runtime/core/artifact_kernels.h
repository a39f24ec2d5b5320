// Compiled kernels in .qart files, as a cache in front of the user's.
#pragma once

#include "runtime/cache/kernel_cache.h"
#include "runtime/format/artifact.h"

#include <map>
#include <mutex>

namespace qrt {

/// Looks kernels up in the file, then in `next`, which may be null.
class ArtifactKernels final : public KernelCache {
public:
  ArtifactKernels(const ArtifactEntry &entry, KernelCache *next) : entry(entry), next(next) {}
  std::optional<std::vector<uint8_t>> find(const KernelKey &key) override;
  void store(const KernelKey &key, std::span<const uint8_t> binary) override;

private:
  const ArtifactEntry &entry;
  KernelCache *next;
};

/// Records the kernels that a device finds or stores while it loads programs, and passes them to
/// `next`.
class KernelRecorder final : public KernelCache {
public:
  explicit KernelRecorder(KernelCache *next) : next(next) {}
  std::optional<std::vector<uint8_t>> find(const KernelKey &key) override;
  void store(const KernelKey &key, std::span<const uint8_t> binary) override;
  /// Returns the recorded kernels in an order that does not depend on the threads that compiled
  /// them.
  std::vector<KernelBinary> binaries() const;

private:
  using Key = std::array<std::string, 4>; // source, device, version, options
  void keep(const KernelKey &key, std::span<const uint8_t> binary);

  KernelCache *next;
  std::mutex mutex;
  std::map<Key, std::vector<uint8_t>> found;
};

} // namespace qrt
