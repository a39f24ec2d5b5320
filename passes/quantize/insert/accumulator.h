// Weights and biases in steps, with the proof that sums of their products fit
// the accumulator and that multipliers are normal.
#pragma once

#include "ir/ops/product_sum.h"

#include "llvm/ADT/SmallVector.h"

#include <string>
#include <vector>

namespace qopt {

/// The constant side of a convolution or matrix product.
struct QuantizedProduct {
  llvm::SmallVector<double> scales; // per channel along the weight axis
  qrt::Tensor weights;              // i8, of 16 bits i16; shaped like the f32 ones
  std::optional<qrt::Tensor> bias;  // i32, for 16-bit input i64, with scale input·scales[c]
  unsigned bits = 8;                // of the weights
  std::vector<std::string> warnings;
};

/// A ProductRequest describes the product that is to become integer.
struct ProductRequest {
  const qrt::Tensor &weights; // f32
  nn::SumLayout layout;       // of the weights
  /// f32, one per channel, to become integers; null: none, or it stays f32.
  const qrt::Tensor *integerBias;
  nn::QuantParams input;             // of the factor read
  std::optional<double> resultScale; // none: the result is float (E4)
  unsigned bits = 8;                 // of the weights: 4, 7, 8, 16
  bool perChannel = true;            // else one scale for all (W5)
};

/// Quantizes weights per channel, and the bias with the implied scale, as
/// docs/reference/numerics.md (W1 to W5) has it: a large bias and a channel of zeros choose their
/// scale by the bias. `bias` is missing in the answer where it must stay f32. None, with `reason`
/// filled in, where the accumulator may overflow, a multiplier is unusable or values are not
/// finite.
std::optional<QuantizedProduct> quantizeProduct(const ProductRequest &request, std::string &reason);

} // namespace qopt
