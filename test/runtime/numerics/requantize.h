// The epilogue that brings integer sums back to bytes.
#pragma once

#include "test/runtime/numerics/support.h"

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
