// A program on the processor.
#pragma once

#include "runtime/core/driver.h"
#include "runtime/drivers/host/sample_split.h"

namespace qrt::host {

/// `execution` must outlive the executable's runs; `pool` keeps its threads. `cacheBytes` is the
/// size of a core's own cache. `store` belongs to the programs of one model, which share weights.
Expected<std::unique_ptr<Executable>>
loadProgram(Execution execution, std::shared_ptr<ThreadPool> pool,
            std::shared_ptr<const Program> program, int64_t cacheBytes = partBytes(),
            WeightStore *store = nullptr);

} // namespace qrt::host
