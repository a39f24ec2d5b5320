// The parts of a program that are made once at load: constants, and each call's weights packed for
// this processor.
#pragma once

#include "runtime/core/weight_store.h"
#include "runtime/format/program.h"

namespace qrt::host {

struct PreparedProgram {
  /// Packs weights that several layers read alike once, and takes packings that `store` already
  /// holds; null: no other program shares them.
  PreparedProgram(const Execution &execution, const Program &program, WeightStore *store = nullptr);
  /// Empty where every reader has a packed form; behind the program's own those of `calls`.
  std::vector<Tensor> constants;
  std::vector<Call> calls; // of each node, as they are run (drivers/host/wide_channels.h)
  std::vector<Prepared> nodes;
  int64_t bytes = 0;                     // of both
  std::vector<BlockProgramPtr> programs; // scalarProgramOf each node
};

} // namespace qrt::host
