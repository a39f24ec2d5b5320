// Depthwise convolutions on cards: conv2d_depthwise_vector.cl.
#pragma once

#include "lowering/emit/launch.h"

namespace qopt {

/// The weights as the kernel reads them: where sums of bytes are exact in f32 these are floats.
qrt::Factor tapsOf(const qrt::Conv2dCall &call);
/// OIHW of one input channel → [ky][kx][out, padded to `pitch`].
uint32_t packTaps(qrt::Program &program, const qrt::Conv2dCall &call, int64_t pitch);
void defineDepthwise(LaunchDraft &draft, const qrt::Conv2dCall &call);
/// Its items.
void launchDepthwise(LaunchDraft &draft, const qrt::Conv2dCall &call);

} // namespace qopt
