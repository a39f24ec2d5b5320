// Calls → launches: the last step of lowering for devices that have kernels.
#pragma once

#include "runtime/format/device_description.h"
#include "runtime/format/program.h"
#include "runtime/numerics/types/status.h"

namespace qopt {

/// Turns every Call of `program` into a Launch of a kernel chosen for
/// `device`, with its source (one per distinct text), the constants packed
/// for it and the LoadCopy that packs them. Buffers, edges, names and ports
/// stay as they are. Unsupported, naming the layer, when no kernel fits.
qrt::Expected<qrt::Program> emitKernels(qrt::Program program, const qrt::DeviceDescription &device);

} // namespace qopt
