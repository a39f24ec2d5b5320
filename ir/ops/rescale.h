// From integers to the steps of a result: times m, in f32 or in fixed point.
#pragma once

#include "ir/scalar_body.h"

namespace qopt::nn {

/// What integers are multiplied by: an f32; or, where their function has nn.fixed_point, m0·2^−h
/// with m0 of 31 bits, as gemmlowp and TFLite do. What is summed in 64 bits takes f32 all the same.
/// Lite: nn.fixed_point = "tflite", the rules of LiteRT's reference kernels (L1).
enum class Rescaling { Float, FixedPoint, Lite };
Rescaling rescalingOf(mlir::Operation *op);
bool isLite(mlir::Operation *op);

/// f64 ratio rounded once to f32. Denormal ones are refused by the operations (verifyMultiplier).
float multiplier(double numerator, double denominator);
llvm::SmallVector<float> multipliers(llvm::ArrayRef<double> ratios);

/// Each m as mantissa · 2^(left − right − 31), the mantissa rounded half away from zero to
/// 2^30 … 2^31 − 1 (m = 0: all are 0); left or right is 0.
struct FixedMultipliers {
  explicit FixedMultipliers(llvm::ArrayRef<double> ratios);
  llvm::SmallVector<int32_t> mantissas, left, right;

  /// For sums of 64 bits: each m is a mantissa of 15 bits · 2^−shift (L2).
  struct Reduced {
    llvm::SmallVector<int32_t> mantissas, shifts;
  };
  Reduced reduced() const;
};

/// m0·n·2^(left − 31), rounded half up (gemmlowp's SaturatingRoundingDoublingHighMul, the shift
/// before it saturating), then · 2^−right, rounded half away from zero (RoundingDivideByPOT).
/// `n` is I32, so are the parts of m; I64 within the range of I32.
BodyValue fixedProduct(qrt::ScalarBuilder &, BodyValue n, BodyValue mantissa, BodyValue left,
                       BodyValue right);
/// The same of one m for all.
BodyValue fixedProduct(qrt::ScalarBuilder &, BodyValue n, double m);
/// n·mantissa·2^−shift, rounded once, half up; n is I64, m reduced.
BodyValue reducedProduct(qrt::ScalarBuilder &, BodyValue n, BodyValue mantissa, BodyValue shift);
/// clamp(t + z) of an integer t, I32 or I64.
BodyValue clampToStorage(qrt::ScalarBuilder &, BodyValue t, const QuantParams &);

/// clamp(t + z) with t = rint(f32(n)·m), or the fixed product of n and m. `pick` makes a value of
/// one of a vector's elements, floats and integers: a channel's, a table's entry.
template <class Pick>
BodyValue rescaled(qrt::ScalarBuilder &s, Rescaling rescaling, BodyValue n,
                   llvm::ArrayRef<double> ratios, const QuantParams &to, Pick pick) {
  const bool isLong = n.type != qrt::ScalarType::I32;
  if (rescaling == Rescaling::Float || (isLong && rescaling == Rescaling::FixedPoint)) {
    BodyValue t = s.apply(qrt::ScalarOp::IntToF32, n);
    llvm::SmallVector<float> m = multipliers(ratios);
    return roundToStorage(s, s.apply(qrt::ScalarOp::MulF, t, pick(llvm::ArrayRef(m))), to);
  }
  FixedMultipliers m(ratios);
  auto part = [&](const llvm::SmallVector<int32_t> &values) {
    return pick(llvm::ArrayRef(values));
  };
  if (isLong) {
    const FixedMultipliers::Reduced reduced = m.reduced();
    return clampToStorage(s, reducedProduct(s, n, part(reduced.mantissas), part(reduced.shifts)),
                          to);
  }
  return clampToStorage(s, fixedProduct(s, n, part(m.mantissas), part(m.left), part(m.right)), to);
}
/// The same of one m for all.
BodyValue rescaled(qrt::ScalarBuilder &, Rescaling, BodyValue n, double ratio,
                   const QuantParams &to);

/// From one type's steps to another's: rescaled(q − z, s_x / s_y).
BodyValue rescale(qrt::ScalarBuilder &, Rescaling, BodyValue q, const QuantParams &from,
                  const QuantParams &to);
/// The same for an operand of a concatenation; Lite's bytes go through f32 (L14).
BodyValue rescaleJoined(qrt::ScalarBuilder &, Rescaling, BodyValue q, const QuantParams &from,
                        const QuantParams &to);
/// s_a·s_b/s_y, in f64; Lite: each step in f32 (L1).
double productRatio(Rescaling, double a, double b, double y);
/// rint(t), to the even of two that are as near; Lite: away from zero (L3).
BodyValue nearestInteger(qrt::ScalarBuilder &, Rescaling, BodyValue t);
/// The step that stands for a bound on such a grid: stepOf, with Lite's rounding (L3).
int64_t boundStep(Rescaling, float limit, const QuantParams &);

} // namespace qopt::nn
