// Weights and biases in steps, with the proof that sums of their products fit
// the 32-bit accumulator and that multipliers are normal.
#pragma once

#include "ir/ops/product_sum.h"

#include "llvm/ADT/SmallVector.h"

#include <string>
#include <vector>

namespace qopt {

/// The constant side of a convolution or matrix product on 8 bits.
struct QuantizedProduct {
  llvm::SmallVector<double> scales; // per channel along the weight axis
  qrt::Tensor weights;              // i8, shaped like the f32 ones
  std::optional<qrt::Tensor> bias;  // i32 with scale input·scales[c]
  std::vector<std::string> warnings;
};

/// What is asked for.
struct ProductRequest {
  const qrt::Tensor &weights; // f32
  nn::SumLayout layout;       // of the weights
  const qrt::Tensor
      *integerBias;      // f32, one per channel, to become i32; null: none, or it stays f32
  nn::QuantParams input; // of the factor read
  std::optional<double> resultScale; // none: the result is float (E4)
};

/// Quantizes weights per channel, and the bias with the implied scale, as the numerics contract
/// says under "Raised weight scales": a large bias and a channel of zeros choose their scale by
/// the bias. `bias` is missing in the answer where it must stay f32. None, with `reason` filled
/// in, where the accumulator may overflow, a multiplier is unusable or values are not finite.
std::optional<QuantizedProduct> quantizeProduct(const ProductRequest &request, std::string &reason);

} // namespace qopt
