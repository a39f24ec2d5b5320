// Runs on a device's own memory where that is the host's.
#pragma once

#include "runtime/core/driver.h"

namespace qrt {

/// Executable::run, whose end has passed. There are no streams: `stream` is null.
Expected<std::shared_ptr<DeviceMoment>>
runOnHostMemory(Executable &executable, int64_t batch, std::span<const Tensor> inputs,
                std::span<Tensor> outputs, DeviceStream stream);
Expected<std::shared_ptr<DeviceBytes>> allocateOnHost(size_t bytes, DeviceStream stream);
/// Device::copy, likewise; both may overlap.
Status copyOnHost(void *to, const void *from, size_t bytes, DeviceStream stream);

} // namespace qrt
