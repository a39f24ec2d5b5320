// One node of a program through runtime/numerics.
#pragma once

#include "runtime/format/program.h"

namespace qrt::host {

/// What is made once at load: constants, and weights packed for this path.
struct Prepared {
  Prepared(const Execution &execution, const Program &program);
  std::vector<Tensor> constants;
  std::vector<PackedWeightsPtr> packed; // per node; null where nothing is packed
};

struct RunContext {
  const Execution &execution;
  const Program &program;
  const Prepared &prepared;
  int64_t batch;
  char *arena;
  std::vector<MinMax> &observations; // by observation index
};

void runNode(RunContext &context, size_t node);

} // namespace qrt::host
