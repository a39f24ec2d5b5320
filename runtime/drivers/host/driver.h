// The processor itself, through runtime/numerics: no device, no compiler.
#pragma once

#include "runtime/core/driver.h"

namespace qrt {

/// `threads`: 0 for one per core.
Expected<std::unique_ptr<Device>> openHost(unsigned threads);

} // namespace qrt
