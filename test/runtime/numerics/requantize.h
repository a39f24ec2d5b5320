// The epilogue that brings integer sums back to bytes.
#pragma once

#include "test/runtime/numerics/support.h"

#include <optional>

namespace qrt::test {

inline ScalarBuilder::Value channel(ScalarBuilder &b, ElementType type, uint32_t index) {
  return b.input({ScalarInputKind::Channel, type, index});
}

struct Bounds {
  float zero, lower, upper;
};

/// clamp(rint(f32(sum + bias) · scale) + zero): bias is channel vector 0, scale 1.
inline ScalarProgram requantize(bool hasBias, Bounds bounds, ElementType type) {
  ScalarBuilder b;
  ScalarBuilder::Value sum = b.accumulator(ElementType::I32);
  if (hasBias)
    sum = b.apply(ScalarOp::AddI, sum, channel(b, ElementType::I32, 0));
  ScalarBuilder::Value t =
      b.apply(ScalarOp::MulF, b.apply(ScalarOp::IntToF32, sum), channel(b, ElementType::F32, 1));
  t = b.apply(ScalarOp::AddF, b.apply(ScalarOp::RintF, t), b.constant(bounds.zero));
  t = b.apply(ScalarOp::MaxF, t, b.constant(bounds.lower));
  t = b.apply(ScalarOp::MinF, t, b.constant(bounds.upper));
  return b.finish(b.apply(ScalarOp::F32ToI32, t), type);
}

/// The same of one sum.
inline float requantized(int32_t sum, float scale, Bounds bounds) {
  const float t = std::nearbyint(float(sum) * scale) + bounds.zero;
  return std::min(std::max(t, bounds.lower), bounds.upper);
}

/// clamp(⟦(sum + bias)·m⟧ + zero) of integers (G2): the mantissas are channel vector 2, the shifts
/// to the right 3, or one number.
inline ScalarProgram fixedRequantize(Bounds bounds, ElementType type,
                                     std::optional<int32_t> shift = {}) {
  ScalarBuilder b;
  ScalarBuilder::Value t =
      b.apply(ScalarOp::AddI, b.accumulator(ElementType::I32), channel(b, ElementType::I32, 0));
  t = b.apply(ScalarOp::MulHighI, t, channel(b, ElementType::I32, 2));
  t = b.apply(ScalarOp::ShrRoundI, t, shift ? b.constant(*shift) : channel(b, ElementType::I32, 3));
  t = b.apply(ScalarOp::MaxI, t, b.constant(int32_t(bounds.lower - bounds.zero)));
  t = b.apply(ScalarOp::MinI, t, b.constant(int32_t(bounds.upper - bounds.zero)));
  return b.finish(b.apply(ScalarOp::AddI, t, b.constant(int32_t(bounds.zero))), type);
}

/// The same of one sum; both steps are exact before their rounding.
inline float fixedRequantized(int32_t sum, int32_t mantissa, int32_t shift, Bounds bounds) {
  const long double product = std::ldexp((long double)(sum)*mantissa, -31);
  const double t = std::round(std::ldexp(double(std::floor(product + 0.5L)), -shift)) + bounds.zero;
  return float(std::min<double>(std::max<double>(t, bounds.lower), bounds.upper));
}

/// `table` of what `bytes` gives less `lower`.
inline ScalarProgram lookUp(const ScalarProgram &bytes, const std::vector<int32_t> &table,
                            int32_t lower) {
  ScalarBuilder b;
  const std::vector<ScalarBuilder::Argument> inputs(bytes.inputs.begin(), bytes.inputs.end());
  const ScalarBuilder::Value index =
      b.apply(ScalarOp::SubI, b.inlineProgram(bytes, inputs), b.constant(lower));
  return b.finish(b.lookup(table, index), ElementType::U8);
}

} // namespace qrt::test
