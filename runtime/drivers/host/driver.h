// The processor itself, through runtime/numerics: no device, no compiler.
#pragma once

#include "runtime/core/driver.h"

namespace qrt {

/// `threads`: 0 for one per core, at most 1024.
Expected<std::unique_ptr<Device>> openHost(std::optional<unsigned> threads);
/// The one with a thread per core.
std::vector<DeviceDescription> listHost();

} // namespace qrt
