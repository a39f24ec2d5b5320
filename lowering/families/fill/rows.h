#pragma once

#include "lowering/families/elementwise/rows.h"

namespace qopt {

inline constexpr KernelRow fillRows[] = {
    runRow("fill.cpu", "fill", {"", "copy.cl"}, storedTypes, DeviceKind::Cpu),
    runRow("fill.gpu", "fill", {"", "copy.cl"}, storedTypes, DeviceKind::Gpu),
};

} // namespace qopt
