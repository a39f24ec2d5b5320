// Compiled kernels into .qart files and out of them, as a cache in front of the user's.
#pragma once

#include "runtime/cache/kernel_cache.h"
#include "runtime/format/artifact.h"

#include <map>
#include <mutex>

namespace qrt {

/// What lies in the file, then what `next` has; null: nothing.
class ArtifactKernels final : public KernelCache {
public:
  ArtifactKernels(const ArtifactEntry &entry, KernelCache *next) : entry(entry), next(next) {}
  std::optional<std::vector<uint8_t>> find(const KernelKey &key) override;
  void store(const KernelKey &key, std::span<const uint8_t> binary) override;

private:
  const ArtifactEntry &entry;
  KernelCache *next;
};

/// Keeps what a device looks up and leaves as it loads programs, and gives it to the next.
class KernelRecorder final : public KernelCache {
public:
  explicit KernelRecorder(KernelCache *next) : next(next) {}
  std::optional<std::vector<uint8_t>> find(const KernelKey &key) override;
  void store(const KernelKey &key, std::span<const uint8_t> binary) override;
  /// In an order that does not depend on who compiled first.
  std::vector<KernelBinary> binaries() const;

private:
  using Key = std::array<std::string, 4>; // source, device, version, options
  void keep(const KernelKey &key, std::span<const uint8_t> binary);

  KernelCache *next;
  std::mutex mutex;
  std::map<Key, std::vector<uint8_t>> found;
};

} // namespace qrt
