// Programs of the kernels that the fake driver knows.
#pragma once

#include "test/runtime/drivers/kernels/programs.h"

namespace qrt::test {

inline Launch &launchIn(Program &program, size_t node) {
  return std::get<Launch>(program.nodes[node].work);
}

/// As many layers that add one.
inline Program addOnes(std::initializer_list<const char *> layers) {
  Program program = chainOfLaunches(layers);
  for (KernelSource &kernel : program.kernels)
    kernel = {"add_one", "KERNEL add_one " + kernel.source};
  return program;
}

/// in0's rows of four i32.
inline Tensor rows(int64_t batch, int32_t value) {
  return Tensor::fromValues<int32_t>({batch, 4}, std::vector<int32_t>(size_t(batch * 4), value));
}

} // namespace qrt::test
