// Programs of the kernels that the fake driver knows.
#pragma once

#include "test/runtime/format/launch_chain.h"

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

/// a, then b and c beside d and e, then their sum: 2 · (in0 + 3). Nothing shares bytes.
inline Program twoBranches() {
  Program program = addOnes({"a", "b", "c", "d", "e", "sum"});
  for (size_t i = 0; i < program.buffers.size(); ++i)
    program.buffers[i].offset = {int64_t(i) * 64, 0, 64};
  program.arenaBytes = {int64_t(program.buffers.size()) * 64, 0, 64};
  const std::vector<uint32_t> after[] = {{}, {0}, {1}, {0}, {3}, {2, 4}};
  for (uint32_t i = 0; i < program.nodes.size(); ++i) {
    program.nodes[i].after = program.nodes[i].reads = after[i];
    for (uint32_t &read : program.nodes[i].reads)
      ++read; // node i writes buffer i + 1
    if (i > 0)
      launchIn(program, i).arguments[0] =
          Operand{Operand::Space::Buffer, program.nodes[i].reads.front()};
  }
  program.nodes[0].reads = {0};
  program.kernels[5] = {"add_two", "KERNEL add_two"};
  std::vector<LaunchArgument> &sum = launchIn(program, 5).arguments;
  sum.insert(sum.begin() + 1, Operand{Operand::Space::Buffer, program.nodes[5].reads.back()});
  return program;
}

/// in0's rows of four i32.
inline Tensor rows(int64_t batch, int32_t value) {
  return Tensor::fromValues<int32_t>({batch, 4}, std::vector<int32_t>(size_t(batch * 4), value));
}

} // namespace qrt::test
