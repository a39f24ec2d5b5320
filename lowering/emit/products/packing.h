// Constant weights are packed at load into these forms, which several kernels read.
#pragma once

#include "lowering/emit/rounding.h"
#include "lowering/kernels/device_kernel.h"

namespace qopt {

/// These functions pack the weights of a convolution, which are OIHW.
namespace conv_weights {
/// [group][ky][kx][in][out, padded to `tile`]; halves are widened.
qrt::LoadCopy grouped(const qrt::Conv2dCall &call, int64_t tile);
/// [out, padded to `tile`][ky][kx][in, padded as the input]
qrt::LoadCopy words(const qrt::Conv2dCall &call, int64_t tile);
/// [group][out, padded to `tile`][ky][kx][in]
qrt::LoadCopy groupedWords(const qrt::Conv2dCall &call, int64_t tile);
/// [out][ky][kx][slice], of which each group's inputs lie as far behind a row's begin as behind a
/// pixel's: who reads a slice of pixels reads rows from as far on.
qrt::LoadCopy slices(const qrt::Conv2dCall &call, int64_t slice);
/// [group][ky][kx][in / held][out, padded to `tile`][4], of `held` inputs a word
qrt::LoadCopy quads(const qrt::Conv2dCall &call, int64_t tile);
/// [ky][kx][out, padded to `tile`] of `type`: of a depthwise convolution, whose windows have one
/// input.
qrt::LoadCopy taps(const qrt::Conv2dCall &call, int64_t tile, qrt::ElementType type);
} // namespace conv_weights

/// These functions pack the B of a product.
namespace matmul_weights {
/// [k][n, padded to `tile`]; halves are widened.
qrt::LoadCopy columns(const qrt::MatmulCall &call, int64_t tile);
/// [k / held][n, padded to `tile`][4], of `held` values a word
qrt::LoadCopy quads(const qrt::MatmulCall &call, int64_t tile);
} // namespace matmul_weights

/// Returns how many inputs of `depth` share a word of four bytes: all words hold as many.
int64_t heldInputs(int64_t depth);

/// `call` with pixels padded to a multiple of so many elements.
qrt::Conv2dCall withPaddedPixels(qrt::Conv2dCall call, int64_t multiple);
/// DeviceKernel::padded takes this.
template <int64_t multiple> qrt::Call paddedPixels(const qrt::Conv2dCall &call) {
  return withPaddedPixels(call, multiple);
}

} // namespace qopt
