// Epilogues of the kernel tests: as scalar programs, and what they must give,
// written out by hand after the numerics contract.
#pragma once

#include "test/lowering/kernels/cases.h"

#include <cmath>

namespace qopt::test {

/// clamp(rint(t) + zero) in f32, as a storage integer (E1, E2).
inline qrt::ScalarBuilder::Value quantizeValue(qrt::ScalarBuilder &b, qrt::ScalarBuilder::Value t,
                                               float zero, float low, float high) {
  auto q = b.apply(qrt::ScalarOp::AddF, b.apply(qrt::ScalarOp::RintF, t), b.constant(zero));
  q = b.apply(qrt::ScalarOp::MaxF, q, b.constant(low));
  q = b.apply(qrt::ScalarOp::MinF, q, b.constant(high));
  return b.apply(qrt::ScalarOp::F32ToI32, q);
}

struct Quantized {
  qrt::ElementType type = qrt::ElementType::I8;
  float zero = 0, low = -128, high = 127;

  double of(float t) const { return std::fmin(std::fmax(std::nearbyintf(t) + zero, low), high); }
};

/// E2: fma(f32(acc + bias[c]), m[c], f32(r − residualZero) · residualScale).
struct ResidualEpilogue {
  Quantized output;
  qrt::ElementType accumulator = qrt::ElementType::I32;
  int32_t residualZero = 3;
  float residualScale = 0.37f;
  qrt::Tensor multipliers, bias, residual; // f32 [c], i32 [c], i8 [n][p][c]
  int64_t channels = 1, pixels = 1;

  void bind(CaseBuilder &builder, qrt::CallEpilogue &epilogue) const {
    using Op = qrt::ScalarOp;
    using Kind = qrt::ScalarInputKind;
    qrt::ScalarBuilder b;
    const bool wide = accumulator == qrt::ElementType::I64;
    auto offset = b.input({Kind::Channel, qrt::ElementType::I32, 1});
    if (wide)
      offset = b.apply(Op::I32ToI64, offset);
    auto acc = b.apply(Op::AddI, b.accumulator(accumulator), offset);
    auto r = b.input({Kind::Tensor, qrt::ElementType::I8, 0});
    auto shifted = b.apply(Op::IntToF32, b.apply(Op::SubI, r, b.constant(residualZero)));
    auto t = b.apply(Op::FmaF, b.apply(Op::IntToF32, acc),
                     b.input({Kind::Channel, qrt::ElementType::F32, 0}),
                     b.apply(Op::MulF, shifted, b.constant(residualScale)));
    epilogue.program =
        b.finish(quantizeValue(b, t, output.zero, output.low, output.high), output.type);
    epilogue.channels = {builder.constant(multipliers), builder.constant(bias)};
    epilogue.tensors = {{builder.buffer(residual), {pixels * channels, channels, 1}}};
  }

  double expected(int64_t acc, int64_t n, int64_t p, int64_t c) const {
    const int64_t r = residual.values<int8_t>()[(n * pixels + p) * channels + c];
    const int64_t sum = acc + bias.values<int32_t>()[c];
    return output.of(std::fmaf(float(sum), multipliers.values<float>()[c],
                               float(r - residualZero) * residualScale));
  }
};

inline ResidualEpilogue residualEpilogue(std::mt19937 &random, int64_t samples, int64_t pixels,
                                         int64_t channels, float scale,
                                         qrt::ElementType accumulator) {
  ResidualEpilogue epilogue;
  epilogue.accumulator = accumulator;
  epilogue.pixels = pixels;
  epilogue.channels = channels;
  epilogue.multipliers = randomTensor(random, qrt::ElementType::F32, {channels});
  for (float &m : epilogue.multipliers.mutableValues<float>())
    m = (std::fabs(m) + 0.1f) * scale;
  epilogue.bias = randomTensor(random, qrt::ElementType::I32, {channels});
  for (int32_t &value : epilogue.bias.mutableValues<int32_t>())
    value /= 1000;
  epilogue.residual = randomTensor(random, qrt::ElementType::I8, {samples, pixels, channels});
  return epilogue;
}

/// acc as it is, stored.
inline qrt::CallEpilogue storedEpilogue(qrt::ElementType accumulator, qrt::ElementType result) {
  qrt::ScalarBuilder b;
  qrt::CallEpilogue epilogue;
  epilogue.program = b.finish(b.accumulator(accumulator), result);
  return epilogue;
}
/// acc as f32, unchanged.
inline qrt::CallEpilogue identityEpilogue() {
  return storedEpilogue(qrt::ElementType::F32, qrt::ElementType::F32);
}

} // namespace qopt::test
