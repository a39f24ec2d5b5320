// Weights and biases in steps, with the proof that sums of their products fit
// the 32-bit accumulator and that multipliers are normal.
#pragma once

#include "ir/quant_type.h"

#include "llvm/ADT/SmallVector.h"

namespace qopt {

/// The constant side of a convolution or matrix product on 8 bits.
struct QuantizedProduct {
  llvm::SmallVector<double> scales; // per channel along the weight axis
  qrt::Tensor weights;              // i8, shaped like the f32 ones
  std::optional<qrt::Tensor> bias;  // i32 with scale input·scales[c]
};

/// Quantizes f32 `weights` per channel along `axis`, and `bias` (f32, one per
/// channel; may be null) with the implied scale. A bias that does not fit
/// raises its channel's scale, and so does a denormal multiplier.
/// `resultScale` is 1 where the result is float (E4). None, with `reason`
/// filled in, where the accumulator may overflow or values are not finite.
std::optional<QuantizedProduct>
quantizeProduct(const qrt::Tensor &weights, int64_t axis, const qrt::Tensor *bias,
                const nn::QuantParams &input, double resultScale, std::string &reason);

} // namespace qopt
