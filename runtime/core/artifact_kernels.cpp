#include "runtime/core/artifact_kernels.h"

#include <algorithm>
#include <cstring>

namespace qrt {

std::optional<std::vector<uint8_t>> ArtifactKernels::find(const KernelKey &key) {
  const std::array<uint64_t, 2> source = sourceSums(key.source);
  for (const KernelBinary &binary : entry.binaries)
    if (binary.source == source && binary.device == key.device && binary.version == key.version &&
        binary.options == key.options) {
      auto code = binary.code.values<uint8_t>();
      return std::vector<uint8_t>(code.begin(), code.end());
    }
  return next ? next->find(key) : std::nullopt;
}

void ArtifactKernels::store(const KernelKey &key, std::span<const uint8_t> binary) {
  if (next)
    next->store(key, binary);
}

void KernelRecorder::keep(const KernelKey &key, std::span<const uint8_t> binary) {
  if (binary.empty()) // some drivers give none
    return;
  std::lock_guard lock(mutex);
  found[{key.source, key.device, key.version, key.options}].assign(binary.begin(), binary.end());
}

std::optional<std::vector<uint8_t>> KernelRecorder::find(const KernelKey &key) {
  {
    std::lock_guard lock(mutex);
    if (auto kept = found.find({key.source, key.device, key.version, key.options});
        kept != found.end())
      return kept->second;
  }
  auto binary = next ? next->find(key) : std::nullopt;
  if (binary)
    keep(key, *binary);
  return binary;
}

void KernelRecorder::store(const KernelKey &key, std::span<const uint8_t> binary) {
  keep(key, binary);
  if (next)
    next->store(key, binary);
}

std::vector<KernelBinary> KernelRecorder::binaries() const {
  std::vector<KernelBinary> binaries;
  for (const auto &[key, code] : found) {
    const auto &[source, device, version, options] = key;
    binaries.push_back({device, version, options, sourceSums(source),
                        Tensor::fromValues<uint8_t>({int64_t(code.size())}, code)});
  }
  return binaries;
}

} // namespace qrt
