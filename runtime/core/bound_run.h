// Bound runs on the host's memory.
#pragma once

#include "runtime/core/driver.h"

namespace qrt {

/// Keeps tensors of the executable's program for a batch; start() is Executable::run.
Expected<std::unique_ptr<BoundRun>> bindOnHost(Executable &executable, const Program &program,
                                               int64_t batch);

} // namespace qrt
