// Programs of launches alone, of i32 in rows of four.
#pragma once

#include "runtime/format/program.h"

namespace qrt::test {

/// A chain of `layers`, in0 → … → out0, each of the kernel of its number; buffer i is layer i's
/// input, and at every other layer's in the arena.
inline Program chainOfLaunches(std::initializer_list<const char *> layers) {
  Program program;
  program.target = "test";
  program.dynamicBatch = true;
  const Extent row{4, 0, 1}, bytes{16, 0, 1};
  const uint32_t last = uint32_t(layers.size());
  for (uint32_t i = 0; i <= last; ++i)
    program.buffers.push_back({"value" + std::to_string(i),
                               ElementType::I32,
                               {{1, 0, 1}, {0, 4, 1}},
                               i == 0      ? BufferRole::Input
                               : i == last ? BufferRole::Output
                                           : BufferRole::Activation,
                               bytes,
                               Extent{int64_t(i % 2) * 64, 0, 64}});
  program.inputs = {{"in0", 0}};
  program.outputs = {{"out0", last}};
  program.arenaBytes = {128, 0, 64};
  for (const char *layer : layers) {
    const uint32_t i = uint32_t(program.nodes.size());
    program.kernels.push_back({"kernel" + std::to_string(i), "text " + std::to_string(i)});
    Launch launch;
    launch.kernel = i;
    launch.arguments = {Operand{Operand::Space::Buffer, i}, Operand{Operand::Space::Buffer, i + 1},
                        row};
    launch.global = {Extent{4, 0, 4}, Extent{0, 1, 1}, Extent{0, 1, 1}};
    launch.local = {4, 1, 1};
    std::vector<uint32_t> after;
    for (uint32_t before = 0; before < i; ++before)
      after.push_back(before);
    program.nodes.push_back({layer, "", after, {i}, {i + 1}, launch});
  }
  return program;
}

} // namespace qrt::test
