#include "lowering/fuse/calls/fuse_calls.h"

#include "lowering/fuse/calls/attention.h"
#include "lowering/fuse/calls/auxiliary_results.h"
#include "lowering/fuse/calls/fused_conv2d.h"
#include "lowering/fuse/calls/host_sums.h"

namespace qopt {

void fuseCalls(qrt::Program &calls, const qrt::DeviceDescription &device) {
  fuseAttention(calls, device);
  makeAuxiliaryResults(calls, device);
  if (device.takesKernels)
    return;
  sumByTiles(calls);
  computeRowsTogether(calls);
}

} // namespace qopt
