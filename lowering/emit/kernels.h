// Calls → launches: the last step of lowering for devices that have kernels.
#pragma once

#include "lowering/kernels/row.h"
#include "runtime/format/device_description.h"
#include "runtime/format/program.h"
#include "runtime/numerics/types/status.h"

namespace qopt {

/// Turns every Call of `program` into a Launch of its row, one for each node, with its source (one
/// per distinct text), the constants packed for it and the LoadCopy that packs them. Buffers,
/// edges, names and ports stay as they are. Unsupported, naming the layer, where a call is too
/// large for its kernel.
qrt::Expected<qrt::Program> emitKernels(qrt::Program program,
                                        std::span<const KernelRow *const> rows,
                                        const qrt::DeviceDescription &device);

} // namespace qopt
