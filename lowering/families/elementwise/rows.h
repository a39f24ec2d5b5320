// Elementwise programs, and what rows over walks share.
#pragma once

#include "lowering/kernels/row.h"

namespace qopt {

// CPUs take runs of neighbours (vector code inside an item), GPUs one value
// an item (neighbouring items share a memory transaction).
inline constexpr KernelRow runRow(std::string_view name, std::string_view entry,
                                  std::array<std::string_view, 2> files, TypeSet inputs,
                                  DeviceKind device) {
  const bool isGpu = device == DeviceKind::Gpu;
  return {.name = name,
          .entry = entry,
          .files = files,
          .inputs = inputs,
          .tile = {.width = isGpu ? 1 : 32},
          .workGroup = isGpu ? 128u : 16u,
          .needs = {.device = device}};
}

/// Whole runs of up to eight neighbours an item where they lie aligned.
inline constexpr KernelRow elementwiseOfGpus() {
  KernelRow row = runRow("elementwise.gpu", "elementwise", {"walk.h", "elementwise.cl"},
                         scalarTypes, DeviceKind::Gpu);
  row.middle = "runs.h";
  return row;
}

inline constexpr KernelRow elementwiseRows[] = {
    runRow("elementwise.cpu", "elementwise", {"walk.h", "elementwise.cl"}, scalarTypes,
           DeviceKind::Cpu),
    elementwiseOfGpus(),
};

} // namespace qopt
