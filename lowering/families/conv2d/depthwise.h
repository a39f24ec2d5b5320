// Depthwise convolutions on cards: conv2d_depthwise_vector.cl.
#pragma once

#include "lowering/emit/launch.h"

namespace qopt {

/// OIHW of one input channel → [ky][kx][out, padded to `pitch`].
uint32_t packTaps(qrt::Program &program, const qrt::Conv2dShape &shape, uint32_t weights,
                  qrt::ElementType type, int64_t pitch);
void defineDepthwise(LaunchDraft &draft, const qrt::Conv2dCall &call);
/// Its items.
void launchDepthwise(LaunchDraft &draft, const qrt::Conv2dCall &call);

} // namespace qopt
