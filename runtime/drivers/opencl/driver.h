// OpenCL 1.2 devices: PoCL, NVIDIA, Intel, AMD, whatever the loader finds.
#pragma once

#include "runtime/core/driver.h"

namespace qrt {

/// Devices are numbered over all platforms in the loader's order.
Expected<std::unique_ptr<Device>> openOpenCl(std::optional<unsigned> index);
std::vector<DeviceDescription> listOpenCl();

} // namespace qrt
