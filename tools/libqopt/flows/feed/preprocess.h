// Raw samples → the model's argument, as #nn.preprocess states it.
#pragma once

#include "ir/types/preprocess.h"
#include "ir/types/quant_params.h"
#include "runtime/numerics/types/status.h"
#include "runtime/numerics/types/tensor.h"

#include <string>
#include <vector>

namespace qopt::io {

/// u8 and f32 arrays to f32, by the mean and the deviation of `preprocess`, c the index along
/// dimension `channelDim` (of an array that has it, else there is one channel). Refuses other types
/// and a number of channels that differs; `name` is what the message calls it.
qrt::Expected<qrt::Tensor> toFloat(const qrt::Tensor &raw, const nn::Preprocess &preprocess,
                                   size_t channelDim, const std::string &name);

/// f32 to a quantized input's storage: clamp(rint(x / s) + z), NaN to z.
qrt::Tensor toSteps(const qrt::Tensor &real, const nn::QuantParams &params);

} // namespace qopt::io
