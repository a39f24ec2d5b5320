// NVIDIA's devices, by their own driver.
#pragma once

#include "runtime/core/driver.h"

namespace qrt {

/// Devices are numbered as the driver numbers them (CUDA_VISIBLE_DEVICES).
Expected<std::unique_ptr<Device>> openCuda(std::optional<unsigned> index);
std::vector<DeviceDescription> listCuda();

} // namespace qrt
