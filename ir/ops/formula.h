// A function of one element, said once: the same text computes an 8-bit table's entries in f64 and
// builds the f32 body. Internal to the operations (function.td).
#pragma once

#include "ir/scalar_body.h"

#include <algorithm>
#include <cmath>

namespace qopt::nn::formula {

/// A value of a scalar program under construction; numbers beside it are rounded to f32.
struct Real {
  qrt::ScalarBuilder *scalar;
  BodyValue value;

  Real constant(double number) const { return {scalar, scalar->constant(float(number))}; }
};

inline Real apply(qrt::ScalarOp op, Real a) { return {a.scalar, a.scalar->apply(op, a.value)}; }
inline Real apply(qrt::ScalarOp op, Real a, Real b) {
  return {a.scalar, a.scalar->apply(op, a.value, b.value)};
}

#define QOPT_FORMULA_BINARY(NAME, OP)                                                              \
  inline Real NAME(Real a, Real b) { return apply(qrt::ScalarOp::OP, a, b); }                      \
  inline Real NAME(Real a, double b) { return apply(qrt::ScalarOp::OP, a, a.constant(b)); }        \
  inline Real NAME(double a, Real b) { return apply(qrt::ScalarOp::OP, b.constant(a), b); }
QOPT_FORMULA_BINARY(operator+, AddF)
QOPT_FORMULA_BINARY(operator-, SubF)
QOPT_FORMULA_BINARY(operator*, MulF)
QOPT_FORMULA_BINARY(operator/, DivF)
QOPT_FORMULA_BINARY(least, MinF)
QOPT_FORMULA_BINARY(greatest, MaxF)
QOPT_FORMULA_BINARY(isLess, Less)
#undef QOPT_FORMULA_BINARY

inline double least(double a, double b) { return std::min(a, b); }
inline double greatest(double a, double b) { return std::max(a, b); }
inline bool isLess(double a, double b) { return a < b; }
inline double choose(bool condition, double a, double b) { return condition ? a : b; }
inline Real choose(Real condition, Real a, Real b) {
  return {a.scalar, a.scalar->apply(qrt::ScalarOp::Select, condition.value, a.value, b.value)};
}
inline Real choose(Real condition, Real a, double b) { return choose(condition, a, a.constant(b)); }
inline Real choose(Real condition, double a, Real b) { return choose(condition, b.constant(a), b); }

inline Real operator-(Real x) { return apply(qrt::ScalarOp::NegF, x); }
#define QOPT_FORMULA_UNARY(NAME, OP)                                                               \
  using std::NAME;                                                                                 \
  inline Real NAME(Real x) { return apply(qrt::ScalarOp::OP, x); }
QOPT_FORMULA_UNARY(exp, ExpF)
QOPT_FORMULA_UNARY(log, LogF)
QOPT_FORMULA_UNARY(sqrt, SqrtF)
QOPT_FORMULA_UNARY(tanh, TanhF)
QOPT_FORMULA_UNARY(erf, ErfF)
QOPT_FORMULA_UNARY(fabs, AbsF)
QOPT_FORMULA_UNARY(floor, FloorF)
QOPT_FORMULA_UNARY(ceil, CeilF)
QOPT_FORMULA_UNARY(rint, RintF)
QOPT_FORMULA_UNARY(expm1, Expm1F)
QOPT_FORMULA_UNARY(sin, SinF)
QOPT_FORMULA_UNARY(cos, CosF)
QOPT_FORMULA_UNARY(tan, TanF)
QOPT_FORMULA_UNARY(asin, AsinF)
QOPT_FORMULA_UNARY(acos, AcosF)
QOPT_FORMULA_UNARY(atan, AtanF)
QOPT_FORMULA_UNARY(sinh, SinhF)
QOPT_FORMULA_UNARY(cosh, CoshF)
QOPT_FORMULA_UNARY(asinh, AsinhF)
QOPT_FORMULA_UNARY(acosh, AcoshF)
QOPT_FORMULA_UNARY(atanh, AtanhF)
#undef QOPT_FORMULA_UNARY
inline double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
inline Real sigmoid(Real x) { return apply(qrt::ScalarOp::SigmoidF, x); }
inline double softplus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::fabs(x))); }
inline Real softplus(Real x) { return apply(qrt::ScalarOp::SoftplusF, x); }

} // namespace qopt::nn::formula
