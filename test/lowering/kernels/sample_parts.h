// Several kernels make their samples of these parts.
#pragma once

#include "test/lowering/kernels/sample_calls.h"

namespace qopt::test {

/// A tensor whose values nobody sets: samples are compiled, not run.
qrt::Tensor empty(qrt::ElementType type, qrt::Shape shape);
/// Every operation that the accumulator's type allows, channel vectors and a table among them; with
/// `pixels` its tensor is a residual of so many.
qrt::CallEpilogue richEpilogue(CaseBuilder &builder, qrt::ElementType accumulator, int64_t channels,
                               int64_t pixels = 0);
/// docs/reference/numerics.md (E1).
qrt::CallEpilogue plainEpilogue(CaseBuilder &builder, qrt::ElementType accumulator,
                                int64_t channels);
/// Returns the accumulator of a convolution or product that reads `input`.
qrt::ElementType accumulatorOf(qrt::ElementType input);

} // namespace qopt::test
