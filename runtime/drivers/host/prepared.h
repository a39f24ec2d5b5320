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
  std::vector<Tensor> constants; // empty where every reader has a packed form
  std::vector<Prepared> nodes;
  int64_t bytes = 0;                     // of both
  std::vector<BlockProgramPtr> programs; // scalarProgramOf each node
};

} // namespace qrt::host
