// The launch side of every family of calls: its rows, facts and emission, found by the call's type.
#pragma once

#include "lowering/families/copy/launch.h"
#include "lowering/families/elementwise/launch.h"
#include "lowering/families/fill/launch.h"
#include "lowering/families/order/launch.h"
#include "lowering/families/pool2d/launch.h"
#include "lowering/families/recurrent/launch.h"
#include "lowering/families/reduce/launch.h"
#include "lowering/families/scan/launch.h"
#include "lowering/families/scatter/launch.h"
#include "lowering/families/select/launch.h"
#include "lowering/families/standardize/launch.h"
#include "lowering/families/statistics/launch.h"

namespace qopt {

/// The call as it would read its input, padded to a multiple of so many elements. Families whose
/// rows ask for that have their own.
template <typename Call> void padInput(Call &, int64_t) {}

} // namespace qopt
