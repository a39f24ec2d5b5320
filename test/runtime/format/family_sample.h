// A call of each family, said beside its tests (test/runtime/calls/<family>/<family>_sample.cpp):
// described, written, damaged and timed with all the others.
#pragma once

#include "test/runtime/format/net_builder.h"

namespace qrt::test {

/// A static of it adds a sample: how a call of the family reads `floats`, [N, 3] of F32.
struct FamilySample {
  explicit FamilySample(void (*add)(NetBuilder &net, uint32_t floats));
};

/// A program of all of them, planned without reuse.
Program familySamples();

} // namespace qrt::test
