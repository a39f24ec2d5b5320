// Calls → launches: the last step of lowering for devices that have kernels.
#pragma once

#include "lowering/emit/launch.h"

namespace qopt {

/// Turns every Call of `program` into Launches of its choices, one for each range of batches, with
/// its source (one per distinct text), the constants packed for it and the load step that packs
/// them. Buffers, edges, names and ports stay as they are. Unsupported, naming the layer, where a
/// call is too large for its kernel.
qrt::Expected<qrt::Program> emitKernels(qrt::Program program, std::span<const Choices> choices,
                                        const qrt::DeviceDescription &device);

/// `call` of `node` as a launch of `choice`, which must fit it.
qrt::Expected<qrt::Launch> emitLaunch(qrt::Program &program, const qrt::Node &node,
                                      const qrt::Call &call, const Choice &choice,
                                      const qrt::DeviceDescription &device,
                                      const BatchRange &batches = {});

} // namespace qopt
