// The operations of scalar programs over blocks of lanes: simple loops that
// the compiler vectorises for each instruction set.
#include "runtime/numerics/kernels.h"
#include "runtime/numerics/scalar_arith.h"
#include "runtime/numerics/simd.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {

namespace {

template <class Op, class R, class A>
void unary(void *target, const void *a, const void *, const void *, int64_t lanes) {
  R *__restrict t = static_cast<R *>(target);
  const A *__restrict x = static_cast<const A *>(a);
  for (int64_t i = 0; i < lanes; ++i)
    t[i] = Op::apply(x[i]);
}

template <class Op, class R, class A>
void binary(void *target, const void *a, const void *b, const void *, int64_t lanes) {
  R *__restrict t = static_cast<R *>(target);
  const A *x = static_cast<const A *>(a), *y = static_cast<const A *>(b);
  for (int64_t i = 0; i < lanes; ++i)
    t[i] = Op::apply(x[i], y[i]);
}

template <class Op, class R, class A>
void ternary(void *target, const void *a, const void *b, const void *c, int64_t lanes) {
  R *__restrict t = static_cast<R *>(target);
  const A *x = static_cast<const A *>(a);
  const R *y = static_cast<const R *>(b), *z = static_cast<const R *>(c);
  for (int64_t i = 0; i < lanes; ++i)
    t[i] = Op::apply(x[i], y[i], z[i]);
}

/// Tables are f32 or i32 bits; both are moved as they are.
void lookup(void *target, const void *index, const void *table, const void *, int64_t lanes) {
  uint32_t *__restrict t = static_cast<uint32_t *>(target);
  const int32_t *i32 = static_cast<const int32_t *>(index);
  const uint32_t *values = static_cast<const uint32_t *>(table);
  for (int64_t i = 0; i < lanes; ++i)
    t[i] = values[i32[i]];
}

void multiplyInt(void *target, const void *a, const void *b, const void *, int64_t lanes) {
  float *__restrict t = static_cast<float *>(target);
  const int32_t *x = static_cast<const int32_t *>(a);
  const float *y = static_cast<const float *>(b);
  for (int64_t i = 0; i < lanes; ++i)
    t[i] = float(x[i]) * y[i];
}

void multiplySum(void *target, const void *a, const void *b, const void *c, int64_t lanes) {
  float *__restrict t = static_cast<float *>(target);
  const int32_t *x = static_cast<const int32_t *>(a), *z = static_cast<const int32_t *>(c);
  const float *y = static_cast<const float *>(b);
  for (int64_t i = 0; i < lanes; ++i)
    t[i] = float(x[i] + z[i]) * y[i];
}

template <class Op, class T> LaneFn binaryOf() { return binary<Op, T, T>; }
template <class Op, class T> LaneFn compareOf() { return binary<Op, int32_t, T>; }
template <class Op, class T> LaneFn toFloatOf() { return unary<Op, float, T>; }

LaneFn floatLane(ScalarOp op) {
  switch (op) {
  case ScalarOp::AddF: return binaryOf<arith::AddF, float>();
  case ScalarOp::SubF: return binaryOf<arith::SubF, float>();
  case ScalarOp::MulF: return binaryOf<arith::MulF, float>();
  case ScalarOp::DivF: return binaryOf<arith::DivF, float>();
  case ScalarOp::MinF: return binaryOf<arith::MinF, float>();
  case ScalarOp::MaxF: return binaryOf<arith::MaxF, float>();
  case ScalarOp::PowF: return binaryOf<arith::PowF, float>();
  case ScalarOp::FmaF: return ternary<arith::FmaF, float, float>;
  case ScalarOp::NegF: return toFloatOf<arith::NegF, float>();
  case ScalarOp::AbsF: return toFloatOf<arith::AbsF, float>();
  case ScalarOp::RintF: return toFloatOf<arith::RintF, float>();
  case ScalarOp::FloorF: return toFloatOf<arith::FloorF, float>();
  case ScalarOp::CeilF: return toFloatOf<arith::CeilF, float>();
  case ScalarOp::SqrtF: return toFloatOf<arith::SqrtF, float>();
  case ScalarOp::ExpF: return toFloatOf<arith::ExpF, float>();
  case ScalarOp::LogF: return toFloatOf<arith::LogF, float>();
  case ScalarOp::TanhF: return toFloatOf<arith::TanhF, float>();
  case ScalarOp::ErfF: return toFloatOf<arith::ErfF, float>();
  case ScalarOp::SigmoidF: return toFloatOf<arith::SigmoidF, float>();
  case ScalarOp::F32ToI32: return unary<arith::F32ToI32, int32_t, float>;
  case ScalarOp::Less: return compareOf<arith::Less, float>();
  case ScalarOp::LessEqual: return compareOf<arith::LessEqual, float>();
  case ScalarOp::Equal: return compareOf<arith::Equal, float>();
  case ScalarOp::Select: return ternary<arith::Select, float, int32_t>;
  default: return nullptr;
  }
}

template <class T> LaneFn integerLane(ScalarOp op) {
  switch (op) {
  case ScalarOp::AddI: return binaryOf<arith::AddI, T>();
  case ScalarOp::SubI: return binaryOf<arith::SubI, T>();
  case ScalarOp::MulI: return binaryOf<arith::MulI, T>();
  case ScalarOp::MinI: return binaryOf<arith::MinI, T>();
  case ScalarOp::MaxI: return binaryOf<arith::MaxI, T>();
  case ScalarOp::Less: return compareOf<arith::Less, T>();
  case ScalarOp::LessEqual: return compareOf<arith::LessEqual, T>();
  case ScalarOp::Equal: return compareOf<arith::Equal, T>();
  case ScalarOp::IntToF32: return toFloatOf<arith::IntToF32, T>();
  case ScalarOp::I32ToI64: return unary<arith::I32ToI64, int64_t, int32_t>;
  case ScalarOp::Select: return ternary<arith::Select, T, int32_t>;
  case ScalarOp::LookupF32:
  case ScalarOp::LookupI32: return lookup;
  default: return nullptr;
  }
}

LaneFn lane(ScalarOp op, ScalarType operandType) {
  switch (operandType) {
  case ScalarType::F32: return floatLane(op);
  case ScalarType::I32: return integerLane<int32_t>(op);
  case ScalarType::I64: return integerLane<int64_t>(op);
  }
  return nullptr;
}

template <class To, class From> void convert(void *target, const void *source, int64_t count) {
  To *__restrict t = static_cast<To *>(target);
  const From *__restrict s = static_cast<const From *>(source);
  for (int64_t i = 0; i < count; ++i)
    t[i] = To(s[i]);
}

template <class To>
void quantize(void *target, const float *t, QuantizeBounds bounds, int64_t lanes) {
  To *__restrict q = static_cast<To *>(target);
  const float *__restrict x = t;
  for (int64_t i = 0; i < lanes; ++i) {
    float v = arith::RintF::apply(x[i]) + bounds.zero;
    v = arith::AtLeastF::apply(v, bounds.lower);
    v = arith::AtMostF::apply(v, bounds.upper);
    q[i] = To(arith::F32ToI32::apply(v));
  }
}

} // namespace

void fillLanes(Kernels &kernels) {
  kernels.lane = lane;
  kernels.multiplyInt = multiplyInt;
  kernels.multiplySum = multiplySum;
  kernels.atLeast = binaryOf<arith::AtLeastF, float>();
  kernels.atMost = binaryOf<arith::AtMostF, float>();
  kernels.relu = toFloatOf<arith::ReluF, float>();
  auto load = kernels.load, store = kernels.store;
  load[int(ElementType::F32)] = store[int(ElementType::F32)] = convert<float, float>;
  load[int(ElementType::I32)] = store[int(ElementType::I32)] = convert<int32_t, int32_t>;
  load[int(ElementType::I64)] = store[int(ElementType::I64)] = convert<int64_t, int64_t>;
  load[int(ElementType::I8)] = convert<int32_t, int8_t>;
  load[int(ElementType::U8)] = convert<int32_t, uint8_t>;
  load[int(ElementType::Bool)] = convert<int32_t, uint8_t>;
  load[int(ElementType::I16)] = convert<int32_t, int16_t>;
  load[int(ElementType::U16)] = convert<int32_t, uint16_t>;
  store[int(ElementType::I8)] = convert<int8_t, int32_t>;
  store[int(ElementType::U8)] = convert<uint8_t, int32_t>;
  store[int(ElementType::Bool)] = convert<uint8_t, int32_t>;
  store[int(ElementType::I16)] = convert<int16_t, int32_t>;
  store[int(ElementType::U16)] = convert<uint16_t, int32_t>;
  kernels.quantize[int(ElementType::I8)] = quantize<int8_t>;
  kernels.quantize[int(ElementType::U8)] = quantize<uint8_t>;
  kernels.quantize[int(ElementType::I16)] = quantize<int16_t>;
}

} // namespace QRT_ISA_NAMESPACE
} // namespace qrt
