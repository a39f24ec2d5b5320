// Loads at computed places through which whole runs go.
#pragma once

#include "lowering/emit/walk.h"
#include "runtime/calls/elementwise/elementwise.h"

namespace qopt {

/// Describes a load of a run of neighbouring elements, which lie side by side in an operand from
/// `place` on.
struct LoadedRun {
  uint32_t indexed; // which operand
  qrt::ElementType type;
  qrt::ScalarProgram place; // an i64 in elements, of the inputs that the program had
};

/// Takes those loads out of `program` that walk on with the innermost dimension, one element each,
/// and whose place depends on nothing else of it, aligned to `run` elements: each becomes an input
/// behind those that the program has. strides[1 + i] of the walk are of input i.
std::vector<LoadedRun> takeLoadedRuns(qrt::ScalarProgram &program, const MergedWalk &walk,
                                      std::span<const qrt::IndexedOperandRef> indexed, int64_t run);

} // namespace qopt
