// Small convolutions and products.
#pragma once

#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test {

enum class Weights { Constant, Computed };

/// 80 channels to `channels` of each of so many groups, windows of 3².
Sample smallConv2d(int64_t groups, int64_t channels, Weights weights, qrt::ElementType type);
/// Three rows of 600 values to `columns`; B's type is `right`.
Sample smallMatmul(int64_t columns, Weights weights, qrt::ElementType type, qrt::ElementType right);

/// As KernelSample::make.
template <int64_t groups, int64_t channels, Weights weights = Weights::Constant>
Sample smallConv2d(qrt::ElementType type) {
  return smallConv2d(groups, channels, weights, type);
}
template <int64_t columns, Weights weights = Weights::Constant>
Sample smallMatmul(qrt::ElementType type) {
  return smallMatmul(columns, weights, type, type);
}
/// B is i8.
template <int64_t columns> Sample symmetricMatmul(qrt::ElementType type) {
  return smallMatmul(columns, Weights::Constant, type, qrt::ElementType::I8);
}

} // namespace qopt::test
