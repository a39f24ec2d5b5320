// CLBlast (https://github.com/CNugteren/CLBlast): products of matrices for any OpenCL device.
#pragma once

#include "runtime/drivers/opencl/libraries/library.h"

namespace qrt::opencl {

/// Its functions, of f32, all row-major: C = A · B, or A · Bᵀ. Operands a, b, c; offsets, pitches
/// and strides count elements.
/// "gemm" and "gemm.transposed": sizes m, n, k, then offset and pitch of a, of b, of c.
/// "gemm.batched" and "gemm.batched.transposed", of outer · inner matrices: sizes m, n, k, outer,
/// inner, then offset, pitch, outer and inner stride of a, of b, of c.
extern const Library clblast;

} // namespace qrt::opencl
