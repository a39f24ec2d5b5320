// Layers of a ResNet, and products, for which tensor cores' kernels are the best.
#pragma once

#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test {

struct TensorLayer {
  int64_t size, in, out, kernel, stride = 1, pad = 0, pitch = 0, groups = 1;
};

inline constexpr TypeSet halves{qrt::ElementType::F16}, floats{qrt::ElementType::F32};

/// With a residual; plain: without.
Sample tensorConv2d(const TensorLayer &layer, qrt::ElementType type);
Sample plainTensorConv2d(const TensorLayer &layer, qrt::ElementType type);
Sample tensorMatmul(int64_t rows, int64_t k, int64_t n, qrt::ElementType type);

/// As KernelSample::make.
template <TensorLayer layer> Sample convSample(qrt::ElementType type) {
  return tensorConv2d(layer, type);
}
template <TensorLayer layer> Sample plainConvSample(qrt::ElementType type) {
  return plainTensorConv2d(layer, type);
}
template <int64_t rows, int64_t k, int64_t n> Sample matmulSample(qrt::ElementType type) {
  return tensorMatmul(rows, k, n, type);
}

} // namespace qopt::test
