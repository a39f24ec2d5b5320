// A small call of every family and input type, for tests that compile kernels
// without running them.
#pragma once

#include "test/lowering/kernels/epilogues.h"

namespace qopt::test {

struct Sample {
  CaseBuilder builder;
  qrt::Call call;
};

/// A call that `row` of `family` takes, on `input`.
Sample sampleCall(std::string_view family, const KernelRow &row, qrt::ElementType input);

/// The device that `row` is for.
inline qrt::DeviceDescription deviceOf(const KernelRow &row) {
  return {.driver = "opencl",
          .name = "described",
          .localMemoryBytes = row.tensor == TensorKernel::None ? 1 << 15 : 227 * 1024,
          .maxWorkGroup = row.tensor == TensorKernel::None ? 256 : 1024,
          .computeUnits = 132,
          .isGpu = row.needs.device != DeviceKind::Cpu,
          .dp4a = row.needs.device != DeviceKind::Cpu,
          .vnni = row.needs.byteDots,
          .computeCapability = row.needs.computeCapability,
          .wgmma = row.needs.wgmma,
          .dynamicLocalMemory = row.needs.wgmma,
          .dependentLaunch = row.needs.wgmma};
}

/// Calls visit(family, row, type) for every row and every type it takes.
template <typename Visit> void forEveryKernel(Visit visit) {
  for (const KernelTable &table : kernelTables())
    for (const KernelRow &row : table.rows)
      for (qrt::ElementType type : qrt::allElementTypes)
        if (row.inputs.contains(type))
          visit(table.family, row, type);
}

} // namespace qopt::test
