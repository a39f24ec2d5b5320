// What is made once at load: constants, and each call's weights packed for this processor.
#pragma once

#include "runtime/core/weight_store.h"
#include "runtime/format/program.h"

namespace qrt::host {

struct PreparedProgram {
  /// What layers of the program read alike is made once, and what `store` holds already is not made
  /// again; null: no other program shares.
  PreparedProgram(const Execution &execution, const Program &program, WeightStore *store = nullptr);
  std::vector<Tensor> constants; // empty where every reader has a packed form
  std::vector<Prepared> nodes;
  int64_t bytes = 0;                     // of both
  std::vector<BlockProgramPtr> programs; // scalarProgramOf each node
};

} // namespace qrt::host
