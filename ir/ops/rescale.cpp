#include "ir/ops/rescale.h"

#include "ir/values/keys.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

#include <cmath>

namespace qopt::nn {

using qrt::ScalarBuilder;
using qrt::ScalarOp;

Rescaling rescalingOf(mlir::Operation *op) {
  auto function = op->getParentOfType<mlir::FunctionOpInterface>();
  return function && function->hasAttr(fixedPointAttr) ? Rescaling::FixedPoint : Rescaling::Float;
}

float multiplier(double numerator, double denominator) { return float(numerator / denominator); }

llvm::SmallVector<float> multipliers(llvm::ArrayRef<double> ratios) {
  return {ratios.begin(), ratios.end()};
}

// (G1)
FixedMultipliers::FixedMultipliers(llvm::ArrayRef<double> ratios) {
  for (double m : ratios) {
    int exponent = 0;
    double mantissa = std::round(std::ldexp(std::frexp(m, &exponent), 31));
    if (mantissa == 0x1p31) {
      mantissa = 0x1p30;
      ++exponent;
    }
    mantissas.push_back(int32_t(mantissa));
    // More moves everything out: to the ends of I32, or to 0.
    left.push_back(std::clamp(exponent, 0, 31));
    right.push_back(std::clamp(-exponent, 0, 62));
  }
}

// (G2)
BodyValue fixedProduct(ScalarBuilder &s, BodyValue n, BodyValue mantissa, BodyValue left,
                       BodyValue right) {
  auto wide = [&](BodyValue value) { return s.apply(ScalarOp::I32ToI64, value); };
  BodyValue shifted = s.apply(ScalarOp::I64ToI32, s.apply(ScalarOp::ShlI, wide(n), wide(left)));
  BodyValue product = s.apply(ScalarOp::MulI, wide(shifted), wide(mantissa));
  BodyValue high = s.apply(ScalarOp::AddI, product, s.constant64(int64_t(1) << 30));
  high = s.apply(ScalarOp::ShrI, high, s.constant64(31));
  // Halves go away from zero; where nothing is shifted out, there are none.
  BodyValue one = s.constant64(1);
  BodyValue half = s.apply(ScalarOp::ShrI, s.apply(ScalarOp::ShlI, one, wide(right)), one);
  BodyValue sign = s.apply(ScalarOp::ShrI, high, s.constant64(63));
  sign = s.apply(ScalarOp::MaxI, sign, s.apply(ScalarOp::SubI, s.constant64(0), half));
  BodyValue rounded = s.apply(ScalarOp::AddI, s.apply(ScalarOp::AddI, high, half), sign);
  return s.apply(ScalarOp::ShrI, rounded, wide(right));
}

BodyValue fixedProduct(ScalarBuilder &s, BodyValue n, double m) {
  FixedMultipliers parts(m);
  return fixedProduct(s, n, s.constant(parts.mantissas[0]), s.constant(parts.left[0]),
                      s.constant(parts.right[0]));
}

BodyValue clampToStorage(ScalarBuilder &s, BodyValue t, const QuantParams &params) {
  if (t.type == qrt::ScalarType::I32)
    t = s.apply(ScalarOp::I32ToI64, t);
  if (params.zeroPoint != 0)
    t = s.apply(ScalarOp::AddI, t, s.constant64(params.zeroPoint));
  t = s.apply(ScalarOp::MaxI, t, s.constant64(params.min));
  return s.apply(ScalarOp::I64ToI32, s.apply(ScalarOp::MinI, t, s.constant64(params.max)));
}

BodyValue rescaled(ScalarBuilder &s, Rescaling rescaling, BodyValue n, double ratio,
                   const QuantParams &to) {
  return rescaled(s, rescaling, n, llvm::ArrayRef(ratio), to,
                  [&](auto values) { return s.constant(values.front()); });
}

// (Q3)
BodyValue rescale(ScalarBuilder &s, Rescaling rescaling, BodyValue q, const QuantParams &from,
                  const QuantParams &to) {
  if (from == to)
    return q;
  BodyValue n = centeredSteps(s, q, from);
  if (from.scale != to.scale)
    return rescaled(s, rescaling, n, from.scale / to.scale, to);
  return rescaling == Rescaling::Float ? roundToStorage(s, s.apply(ScalarOp::IntToF32, n), to)
                                       : clampToStorage(s, n, to);
}

} // namespace qopt::nn
