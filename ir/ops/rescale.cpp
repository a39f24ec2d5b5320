#include "ir/ops/rescale.h"

#include "ir/values/keys.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

#include <cmath>

namespace qopt::nn {

using qrt::ScalarBuilder;
using qrt::ScalarOp;

Rescaling rescalingOf(mlir::Operation *op) {
  auto function = op->getParentOfType<mlir::FunctionOpInterface>();
  mlir::Attribute kind = function ? function->getAttr(fixedPointAttr) : nullptr;
  return !kind                             ? Rescaling::Float
         : mlir::isa<mlir::UnitAttr>(kind) ? Rescaling::FixedPoint
                                           : Rescaling::Lite;
}
bool isLite(mlir::Operation *op) { return rescalingOf(op) == Rescaling::Lite; }

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

// (L2)
FixedMultipliers::Reduced FixedMultipliers::reduced() const {
  Reduced result;
  for (auto [mantissa, l, r] : llvm::zip_equal(mantissas, left, right)) {
    const bool isZero = mantissa == 0 || r > 31;
    const bool isLargest = mantissa >= 0x7FFF0000;
    result.mantissas.push_back(isZero ? 0 : isLargest ? 0x7FFF : (mantissa + (1 << 15)) >> 16);
    result.shifts.push_back(isZero ? 15 : std::max(15 - l + r, 1));
  }
  return result;
}

BodyValue reducedProduct(ScalarBuilder &s, BodyValue n, BodyValue mantissa, BodyValue shift) {
  auto wide = [&](BodyValue value) { return s.apply(ScalarOp::I32ToI64, value); };
  BodyValue one = s.constant64(1), count = wide(shift);
  BodyValue half = s.apply(ScalarOp::ShlI, one, s.apply(ScalarOp::SubI, count, one));
  BodyValue product = s.apply(ScalarOp::MulI, n, wide(mantissa));
  return s.apply(ScalarOp::ShrI, s.apply(ScalarOp::AddI, product, half), count);
}

// (G2)
BodyValue fixedProduct(ScalarBuilder &s, BodyValue n, BodyValue mantissa,
                       std::optional<BodyValue> left, BodyValue right) {
  auto wide = [&](BodyValue value) { return s.apply(ScalarOp::I32ToI64, value); };
  if (left)
    n = s.apply(ScalarOp::I64ToI32, s.apply(ScalarOp::ShlI, wide(n), wide(*left)));
  return s.apply(ScalarOp::ShrRoundI, s.apply(ScalarOp::MulHighI, n, mantissa), right);
}

BodyValue fixedProduct(ScalarBuilder &s, BodyValue n, double m) {
  FixedMultipliers parts(m);
  std::optional<BodyValue> left;
  if (parts.shiftsLeft())
    left = s.constant(parts.left[0]);
  return fixedProduct(s, n, s.constant(parts.mantissas[0]), left, s.constant(parts.right[0]));
}

// Bounds less the zero point are taken before it is added, where all fit 32 bits: a sum never
// wraps.
BodyValue clampToStorage(ScalarBuilder &s, BodyValue t, const QuantParams &params) {
  const int64_t lower = params.min - params.zeroPoint, upper = params.max - params.zeroPoint;
  if (t.type == qrt::ScalarType::I32 && llvm::isInt<32>(lower) && llvm::isInt<32>(upper)) {
    t = s.apply(ScalarOp::MaxI, t, s.constant(int32_t(lower)));
    t = s.apply(ScalarOp::MinI, t, s.constant(int32_t(upper)));
    return params.zeroPoint == 0
               ? t
               : s.apply(ScalarOp::AddI, t, s.constant(int32_t(params.zeroPoint)));
  }
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

// (L3)
BodyValue nearestInteger(ScalarBuilder &s, Rescaling rescaling, BodyValue t) {
  if (rescaling != Rescaling::Lite)
    return s.apply(ScalarOp::RintF, t);
  BodyValue size = s.apply(ScalarOp::AbsF, t), whole = s.apply(ScalarOp::FloorF, size);
  BodyValue isUp =
      s.apply(ScalarOp::LessEqual, s.constant(0.5f), s.apply(ScalarOp::SubF, size, whole));
  BodyValue up = s.apply(ScalarOp::AddF, whole, s.constant(1.0f));
  whole = s.apply(ScalarOp::Select, isUp, up, whole);
  BodyValue isBelow = s.apply(ScalarOp::Less, t, s.constant(0.0f));
  return s.apply(ScalarOp::Select, isBelow, s.apply(ScalarOp::NegF, whole), whole);
}

int64_t boundStep(Rescaling rescaling, float limit, const QuantParams &params) {
  if (rescaling != Rescaling::Lite)
    return stepOf(limit, params);
  const double steps = std::round(limit / float(params.scale)) + double(params.zeroPoint);
  return int64_t(std::clamp(steps, double(params.min), double(params.max)));
}

// (L14)
BodyValue rescaleJoined(ScalarBuilder &s, Rescaling rescaling, BodyValue q, const QuantParams &from,
                        const QuantParams &to) {
  if (rescaling != Rescaling::Lite || from == to)
    return rescale(s, rescaling, q, from, to);
  const float scale = float(from.scale) * (1.0f / float(to.scale));
  const float bias = float(-from.zeroPoint) * scale;
  BodyValue t = s.apply(ScalarOp::MulF, s.apply(ScalarOp::IntToF32, q), s.constant(scale));
  t = s.apply(ScalarOp::AddF, t, s.constant(bias));
  return roundToStorage(s, nearestInteger(s, rescaling, t), to);
}

double productRatio(Rescaling rescaling, double a, double b, double y) {
  return rescaling == Rescaling::Lite ? double(float(a) * float(b) / float(y)) : a * b / y;
}

} // namespace qopt::nn
