// The operations of scalar programs over blocks of lanes: simple loops that
// the compiler vectorises for each instruction set.
#include "runtime/numerics/elementwise/lane_kernels.h"
#include "runtime/numerics/execution/simd.h"
#include "runtime/numerics/scalar/scalar_arith.h"

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

/// For operations with a second form, applyToUsual, that vectorizes but is right for usual operands
/// only; a second loop computes the others.
template <class Op, class R, class A>
void unaryWithUsual(void *target, const void *a, const void *, const void *, int64_t lanes) {
  R *__restrict t = static_cast<R *>(target);
  const A *__restrict x = static_cast<const A *>(a);
  int32_t unusual = 0;
  for (int64_t i = 0; i < lanes; ++i) {
    t[i] = Op::applyToUsual(x[i]);
    unusual |= !Op::isUsual(x[i]);
  }
  if (!unusual)
    return;
  for (int64_t i = 0; i < lanes; ++i)
    if (!Op::isUsual(x[i]))
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
    t[i] = float(arith::AddI::apply(x[i], z[i])) * y[i];
}

void fixedScale(void *target, const void *a, const void *b, const void *c, int64_t lanes) {
  int32_t *__restrict t = static_cast<int32_t *>(target);
  const int32_t *x = static_cast<const int32_t *>(a), *m = static_cast<const int32_t *>(b),
                *count = static_cast<const int32_t *>(c);
  int64_t i = 0;
#if QRT_ISA_LEVEL >= 1
  for (; i + vectorLanes <= lanes; i += vectorLanes)
    storeVec(t + i, shrRound(mulHigh(loadVec<VecI>(x + i), loadVec<VecI>(m + i)),
                             loadVec<VecI>(count + i)));
#endif
  for (; i < lanes; ++i)
    t[i] = arith::ShrRoundI::apply(arith::MulHighI::apply(x[i], m[i]), count[i]);
}

/// The loop of an operation whose Integer or Number is T.
template <class Op, ScalarOp op, class T> LaneFn loopOf() {
  constexpr ScalarOpRow row = scalarOpTable[size_t(op)];
  using R = ScalarValue<row.result, T>;
  using A = ScalarValue<row.operands[0], T>;
  if constexpr (requires(A x) { Op::applyToUsual(x); })
    return unaryWithUsual<Op, R, A>;
  else if constexpr (row.arity == 1)
    return unary<Op, R, A>;
  else if constexpr (row.arity == 2)
    return binary<Op, R, A>;
  else
    return ternary<Op, R, A>;
}

template <class Op, ScalarOp op> void fillOperation(LaneFn *loops) {
  constexpr int typing = typingOperand(op);
  constexpr ScalarKind kind = scalarOpTable[size_t(op)].operands[typing];
  if constexpr (fits(kind, ScalarType::F32))
    loops[int(ScalarType::F32)] = loopOf<Op, op, float>();
  if constexpr (fits(kind, ScalarType::I32))
    loops[int(ScalarType::I32)] = loopOf<Op, op, int32_t>();
  if constexpr (fits(kind, ScalarType::I64))
    loops[int(ScalarType::I64)] = loopOf<Op, op, int64_t>();
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

template <class T>
void roundTo(void *target, const void *a, const void *, const void *, int64_t lanes) {
  float *__restrict t = static_cast<float *>(target);
  const float *__restrict x = static_cast<const float *>(a);
  for (int64_t i = 0; i < lanes; ++i)
    t[i] = T(x[i]);
}

/// Loads, stores and the quantizing store of one element type.
template <class Tag> void fillStorage(LaneKernels &kernels) {
  constexpr ElementTypeRow row = elementTypeTable[int(Tag::type)];
  if constexpr (row.loaded) {
    using Value =
        std::conditional_t<row.loaded == ScalarType::F32, float,
                           std::conditional_t<row.loaded == ScalarType::I32, int32_t, int64_t>>;
    kernels.load[int(Tag::type)] = convert<Value, typename Tag::Storage>;
    kernels.store[int(Tag::type)] = convert<typename Tag::Storage, Value>;
  }
  if constexpr (row.narrow)
    kernels.roundTo[int(Tag::type)] = roundTo<typename Tag::Value>;
  if constexpr (isInteger(Tag::type) && (row.bits == 8 || row.bits == 16))
    kernels.quantize[int(Tag::type)] = quantize<typename Tag::Storage>;
}

} // namespace

void fillLanes(LaneKernels &kernels) {
#define QRT_FILL(name, ...)                                                                        \
  fillOperation<arith::name, ScalarOp::name>(kernels.lane[int(ScalarOp::name)]);
  QRT_SCALAR_OPERATIONS(QRT_FILL)
#undef QRT_FILL
  for (ScalarOp op : {ScalarOp::LookupF32, ScalarOp::LookupI32})
    kernels.lane[int(op)][int(ScalarType::I32)] = lookup;
  kernels.multiplyInt = multiplyInt;
  kernels.multiplySum = multiplySum;
  kernels.fixedScale = fixedScale;
#define QRT_FILL(name, text, kind, bits, cxx, loaded)                                              \
  fillStorage<ElementTag<ElementType::name, cxx>>(kernels);
  QRT_ELEMENT_TYPES(QRT_FILL)
#undef QRT_FILL
  kernels.atLeast = binary<arith::AtLeastF, float, float>;
  kernels.atMost = binary<arith::AtMostF, float, float>;
  kernels.relu = unary<arith::ReluF, float, float>;
}

} // namespace QRT_ISA_NAMESPACE
} // namespace qrt
