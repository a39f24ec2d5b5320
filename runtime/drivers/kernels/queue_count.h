// The number of launches that a device is to run side by side.
#pragma once

#include "runtime/numerics/types/status.h"

namespace qrt::kernels {

/// $QOPT_QUEUES, which says it for measurements, else the driver's `own` number.
Expected<unsigned> queueCount(unsigned own);

} // namespace qrt::kernels
