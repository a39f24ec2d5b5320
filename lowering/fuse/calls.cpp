#include "lowering/fuse/calls.h"

#include "lowering/fuse/attention.h"
#include "lowering/fuse/fused_conv2d.h"

namespace qopt {

void fuseCalls(qrt::Program &calls, const qrt::DeviceDescription &device) {
  fuseAttention(calls, device);
  if (!device.takesKernels)
    computeRowsTogether(calls);
}

} // namespace qopt
