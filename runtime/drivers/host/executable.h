// A program on the processor.
#pragma once

#include "runtime/core/driver.h"

namespace qrt::host {

/// `execution` must outlive the executable's runs; `pool` keeps its threads.
Expected<std::unique_ptr<Executable>> loadProgram(Execution execution,
                                                  std::shared_ptr<ThreadPool> pool,
                                                  std::shared_ptr<const Program> program);

} // namespace qrt::host
