#pragma once

#include "lowering/families/elementwise/rows.h"

namespace qopt {

inline constexpr KernelRow copyRows[] = {
    runRow("copy.cpu", "copy", {"walk.h", "copy.cl"}, allTypes, DeviceKind::Cpu),
    runRow("copy.gpu", "copy", {"walk.h", "copy.cl"}, allTypes, DeviceKind::Gpu),
};

} // namespace qopt
