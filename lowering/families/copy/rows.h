#pragma once

#include "lowering/families/elementwise/rows.h"

namespace qopt {

inline constexpr KernelRow copyRows[] = {
    runRow("copy.cpu", "copy", {"walk.h", "copy.cl"}, storedTypes, DeviceKind::Cpu),
    runRow("copy.gpu", "copy", {"walk.h", "copy.cl"}, storedTypes, DeviceKind::Gpu),
};

} // namespace qopt
