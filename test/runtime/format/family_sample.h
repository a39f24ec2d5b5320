// A call of each family, said beside its tests (test/runtime/calls/<family>/<family>_sample.cpp):
// described, written, damaged and timed with all the others, and tried on the family's kernels. A
// folder's namespace qrt::test::samples::<family> has `FamilySample list()`.
#pragma once

#include "test/runtime/format/net_builder.h"

namespace qrt::test {

/// Adds a call of the family that reads `floats`, [N, 3] of F32.
using FamilySample = void (*)(NetBuilder &net, uint32_t floats);

/// Returns the sample of each folder; generated.
std::vector<FamilySample> listedSamples();

/// A program of one sample, and its input; not planned.
struct SampleProgram {
  Program program;
  uint32_t floats = 0;
};
SampleProgram programOf(FamilySample sample);

/// Returns a program of all samples, planned without reuse.
Program familySamples();

} // namespace qrt::test
