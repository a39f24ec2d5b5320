// Computes what the layers compute: the contract's loops (A1) for bytes, f64 with a bound for
// halves. For no speed.
#pragma once

#include "test/lowering/kernels/tensor_core/resnet50.h"

namespace qopt::test {

/// Computes one image of bytes, exactly.
void compute(const Conv &conv, Kind kind, const uint8_t *input, const uint8_t *side,
             uint8_t *output);

/// One image of halves: what f64 gives, and how far rounding may lead from it. n sums of f32 err
/// by 2^-23 of the sum of magnitudes each, as instructions that truncate do; the result, a half, by
/// 2^-11 of itself or half a subnormal's unit.
struct HalfReference {
  std::vector<float> value, bound;
};
HalfReference computeHalves(const Conv &conv, Kind kind, const uint8_t *input, const uint8_t *side);

struct HalfErrors {
  int64_t wrong = 0;          // beyond their bound
  double squares = 0, of = 0; // sums of squared errors and of squared values
  void add(const HalfErrors &other);
  double norm() const;
};
HalfErrors compareHalves(const Conv &conv, const HalfReference &reference, const uint8_t *output);

/// Returns what each buffer of a chain of bytes holds for each of `images`.
std::vector<std::vector<std::vector<uint8_t>>>
expectedBuffers(const Chain &chain, const std::vector<std::vector<uint8_t>> &images);

} // namespace qopt::test
