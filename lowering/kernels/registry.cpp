#include "lowering/kernels/registry.h"

#include <algorithm>
#include <tuple>

namespace qopt {

static std::vector<const DeviceKernel *> ordered() {
  std::vector<const DeviceKernel *> kernels;
  for (std::span<const DeviceKernel> list : kernelLists())
    for (const DeviceKernel &kernel : list)
      kernels.push_back(&kernel);
  std::ranges::sort(kernels, [](const DeviceKernel *a, const DeviceKernel *b) {
    return std::tie(a->family, a->preference, a->name) <
           std::tie(b->family, b->preference, b->name);
  });
  return kernels;
}

std::span<const DeviceKernel *const> allKernels() {
  static const std::vector<const DeviceKernel *> kernels = ordered();
  return kernels;
}

std::span<const DeviceKernel *const> kernelsOf(std::string_view family) {
  const auto found =
      std::ranges::equal_range(allKernels(), family, {}, [](const auto *k) { return k->family; });
  return {found.begin(), found.end()};
}

const DeviceKernel *kernelNamed(std::string_view name) {
  const auto found = std::ranges::find(allKernels(), name, &DeviceKernel::name);
  return found == allKernels().end() ? nullptr : *found;
}

} // namespace qopt
