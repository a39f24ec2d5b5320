// Rescaling of integers to the quantized values of a result: multiplication by m, in f32 or in
// fixed point.
#pragma once

#include "ir/scalar_body.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

namespace qopt::nn {

/// The form of the multiplier of integers. Float: an f32. FixedPoint: m0·2^−h with m0 of 31 bits,
/// as in gemmlowp and TFLite, if the function has nn.fixed_point; 64-bit sums use f32 all the same.
/// Lite: nn.fixed_point = "tflite", the rules of LiteRT's reference kernels (L1).
enum class Rescaling { Float, FixedPoint, Lite };
Rescaling rescalingOf(mlir::Operation *op);
bool isLite(mlir::Operation *op);

/// Returns the f64 ratio rounded once to f32. Operations refuse denormal ratios (verifyMultiplier).
float multiplier(double numerator, double denominator);
llvm::SmallVector<float> multipliers(llvm::ArrayRef<double> ratios);

/// Each m as mantissa · 2^(left − right − 31). The mantissa is rounded half away from zero to 2^30
/// … 2^31 − 1 (if m = 0, all are 0); left or right is 0.
struct FixedMultipliers {
  explicit FixedMultipliers(llvm::ArrayRef<double> ratios);
  llvm::SmallVector<int32_t> mantissas, left, right;
  bool shiftsLeft() const {
    return llvm::any_of(left, [](int32_t count) { return count > 0; });
  }

  /// For 64-bit sums: each m is a mantissa of 15 bits · 2^−shift (L2).
  struct Reduced {
    llvm::SmallVector<int32_t> mantissas, shifts;
  };
  Reduced reduced() const;
};

/// Builds m0·n·2^(left − 31), rounded half up (gemmlowp's SaturatingRoundingDoublingHighMul, with a
/// saturating shift before it, if there is one), then · 2^−right, rounded half away from zero
/// (RoundingDivideByPOT). All are I32; mantissas are not negative.
BodyValue fixedProduct(qrt::ScalarBuilder &, BodyValue n, BodyValue mantissa,
                       std::optional<BodyValue> left, BodyValue right);
/// The same of one m for all.
BodyValue fixedProduct(qrt::ScalarBuilder &, BodyValue n, double m);
/// n·mantissa·2^−shift, rounded once, half up; n is I64, m reduced.
BodyValue reducedProduct(qrt::ScalarBuilder &, BodyValue n, BodyValue mantissa, BodyValue shift);
/// clamp(t + z) of an integer t, I32 or I64.
BodyValue clampToStorage(qrt::ScalarBuilder &, BodyValue t, const QuantParams &);

/// Builds clamp(t + z) with t = rint(f32(n)·m), or the fixed-point product of n and m. `pick` makes
/// a value of one element of a vector of floats or integers: a channel's, or a table's entry.
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
  std::optional<BodyValue> left;
  if (m.shiftsLeft())
    left = part(m.left);
  return clampToStorage(s, fixedProduct(s, n, part(m.mantissas), left, part(m.right)), to);
}
/// The same of one m for all.
BodyValue rescaled(qrt::ScalarBuilder &, Rescaling, BodyValue n, double ratio,
                   const QuantParams &to);

/// Rescales one type's quantized values to another's: rescaled(q − z, s_x / s_y).
BodyValue rescale(qrt::ScalarBuilder &, Rescaling, BodyValue q, const QuantParams &from,
                  const QuantParams &to);
/// The same for an operand of a concatenation; Lite's bytes go through f32 (L14).
BodyValue rescaleJoined(qrt::ScalarBuilder &, Rescaling, BodyValue q, const QuantParams &from,
                        const QuantParams &to);
/// s_a·s_b/s_y, in f64; Lite: each step in f32 (L1).
double productRatio(Rescaling, double a, double b, double y);
/// Builds rint(t), ties to even; Lite: ties away from zero (L3).
BodyValue nearestInteger(qrt::ScalarBuilder &, Rescaling, BodyValue t);
/// Returns the quantized value of a bound: stepOf, with Lite's rounding (L3).
int64_t boundStep(Rescaling, float limit, const QuantParams &);

} // namespace qopt::nn
