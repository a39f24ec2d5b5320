// n·m as LiteRT's reference kernels compute it in f64 (L2): in integers.
#pragma once

#include "ir/scalar_body.h"

namespace qopt::nn::lite {

/// Each m > 0 as (low + middle·2^20 + high·2^40)·2^−(40 + shift), all of its 53 bits; 0 below
/// 2^−48.
struct LongMultipliers {
  explicit LongMultipliers(llvm::ArrayRef<double> ratios);
  llvm::SmallVector<int32_t> low, middle, high, shifts;
};

/// rint(n·m), halves away from zero. n is I64, |n| < 2^42; the parts of m are I32.
BodyValue longProduct(qrt::ScalarBuilder &, BodyValue n, BodyValue low, BodyValue middle,
                      BodyValue high, BodyValue shift);

} // namespace qopt::nn::lite
