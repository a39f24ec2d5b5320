// Kernel sources → a device's objects: on several threads, and whose fault it is where one does not
// compile.
#pragma once

#include "runtime/core/driver.h"

#include <functional>

namespace qrt::kernels {

/// Calls build(i) for every kernel of the program, from several threads at once. Of errors the
/// first kernel's is returned, whoever met it, with the layer that runs it and the device's name.
Status buildAll(const Program &program, const DeviceDescription &device, const LoadOptions &options,
                const std::function<Status(size_t)> &build);

} // namespace qrt::kernels
