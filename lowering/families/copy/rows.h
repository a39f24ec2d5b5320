#pragma once

#include "lowering/families/elementwise/rows.h"

namespace qopt {

/// Of lines that neighbour each other in what is read, across those in what is written.
inline constexpr KernelRow turnedCopy() {
  KernelRow row =
      runRow("copy.turned", "copy_turned", {"walk.h", "copy.cl"}, storedTypes, DeviceKind::Gpu);
  row.launch = LaunchRule::GroupPerResult;
  row.workGroup = 256;
  row.needs.localBytes = 64 * 65 * 4;
  row.needs.turned = true;
  return row;
}

inline constexpr KernelRow copyRows[] = {
    runRow("copy.cpu", "copy", {"walk.h", "copy.cl"}, storedTypes, DeviceKind::Cpu),
    turnedCopy(),
    runRow("copy.gpu", "copy", {"walk.h", "copy.cl"}, storedTypes, DeviceKind::Gpu),
};

} // namespace qopt
