// Constants as a device wants them: the program's own, and those packed from
// them at load.
#pragma once

#include "runtime/format/program.h"
#include "runtime/numerics/execution/execution.h"

namespace qrt {

/// One tensor per Program::constants. The targets of load steps are made here.
std::vector<Tensor> loadConstants(const Execution &execution, const Program &program);

} // namespace qrt
