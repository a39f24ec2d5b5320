#include "importers/onnx/ops/quantize/steps_typed.h"
#include "ir/ops.h"
#include "ir/types/quant_type.h"

using namespace mlir;

namespace qopt::onnx {

std::string joined(StringRef name, StringRef part) {
  return name.empty() ? part.str() : (name + "/" + part).str();
}

std::optional<qrt::ElementType> storedType(Binder &b, unsigned index) {
  ImportedPtr given = b.imported(index);
  if (!given)
    return std::nullopt;
  if (given->value)
    return nn::declaredType(given->value.getType());
  qrt::Tensor tensor;
  if (!b.isConstant(index) || !b.constant(index, tensor).ok())
    return std::nullopt;
  return tensor.type();
}

static Type plainType(Binder &b, qrt::ElementType type) {
  return nn::plainElementType(b.context(), type);
}
static Value castPart(Binder &b, StringRef name, Value x, qrt::ElementType type) {
  if (!b.ok() || elementOf(x) == plainType(b, type))
    return x;
  return b.part<nn::CastOp>(name, plainType(b, type), x, BoolAttr());
}

// ---- computed parameters ----

// For each element along the axis that of its block.
static Value ofBlocks(Binder &b, StringRef name, Value p, ArrayRef<nn::Dim> shape,
                      const Quantized &q) {
  int64_t rank = int64_t(shape.size()), axis = q.axis;
  b.require(q.block > 0, "block_size is negative")
      .require(rankOf(p) == rank, "blocks of scales have another rank than their input")
      .axis(axis, rank);
  if (!b.ok())
    return {};
  nn::SymbolicShape given = nn::symbolicShape(p);
  b.support(shape[axis].isStatic() && given[axis].isStatic(),
            "with blocks along a dynamic dimension; give --shape");
  if (!b.ok())
    return {};
  int64_t size = shape[axis].value(), blocks = given[axis].value();
  b.require(blocks == (size + q.block - 1) / q.block,
            Twine(blocks) + " blocks of " + Twine(q.block) + " do not fit " + nn::toString(shape));
  qrt::Tensor places = qrt::Tensor::allocate(qrt::ElementType::I64, {size});
  for (int64_t i = 0; i < size; ++i)
    places.mutableValues<int64_t>()[i] = i / q.block;
  auto type = RankedTensorType::get({size}, plainType(b, qrt::ElementType::I64));
  Value indices = b.constantPart(joined(name, "places"), type, places);
  return b.part<nn::GatherOp>(name, elementOf(p), p, indices, uint64_t(axis));
}

// A scale or zero point as it broadcasts to what it is for.
static Value spread(Binder &b, StringRef name, Value p, ArrayRef<nn::Dim> shape,
                    const Quantized &q) {
  if (!b.ok())
    return {};
  if (q.block != 0)
    return ofBlocks(b, name, p, shape, q);
  nn::SymbolicShape given = nn::symbolicShape(p);
  b.require(given.size() <= 1, "scale and zero point must be numbers or vectors");
  if (!b.ok() || given.empty())
    return p;
  int64_t rank = int64_t(shape.size()), axis = q.axis;
  if (given[0] == nn::staticDim(1))
    return rank == 0 ? b.reshapePart(name, p, {}) : p;
  if (!b.axis(axis, rank).ok())
    return {};
  b.require(nn::mayBeEqual(given, {shape[axis]}),
            given[0].text() + " scales do not fit " + nn::toString(shape));
  SmallVector<nn::Dim> spreadShape(size_t(rank - axis), nn::staticDim(1));
  spreadShape[0] = given[0];
  return b.ok() && axis + 1 < rank ? b.reshapePart(name, p, spreadShape) : p;
}

static void readComputed(Binder &b, StringRef name, const Quantized &q, ArrayRef<nn::Dim> shape,
                         Value &scale, Value &zero) {
  qrt::Tensor known;
  if (b.isConstant(q.scale) && b.reals(q.scale, known).ok())
    for (float one : known.values<float>())
      checkScale(b, one);
  b.input(q.scale, scale);
  scale = spread(b, joined(name, "scale"), scale, shape, q);
  if (b.has(q.zero) && b.any(q.zero, zero).ok())
    zero = spread(b, joined(name, "zero"), zero, shape, q);
}

// s · f32(q − z); of 8-bit floats s · (q − z).
static Value computedReal(Binder &b, StringRef name, const Quantized &q) {
  Value x = plainPart(b, joined(name, "plain"), q.steps), scale, zero;
  if (!b.ok())
    return {};
  readComputed(b, name, q, nn::symbolicShape(x), scale, zero);
  if (!b.ok())
    return {};
  std::optional<qrt::ElementType> type = nn::storageType(x.getType());
  b.require(!zero || nn::storageType(zero.getType()) == type,
            "the zero point's type differs from the input's");
  b.support(type && (qrt::isInteger(*type) || qrt::bitWidth(*type) == 8),
            "of values that are no steps");
  if (!b.ok())
    return {};
  qrt::ElementType wide = qrt::isInteger(*type) ? qrt::ElementType::I32 : qrt::ElementType::F32;
  if (zero) {
    x = castPart(b, joined(name, "wide"), x, wide);
    zero = castPart(b, joined(name, "wide_zero"), zero, wide);
    x = b.part<nn::SubOp>(joined(name, "centered"), plainType(b, wide), x, zero);
  }
  x = castPart(b, joined(name, "number"), x, qrt::ElementType::F32);
  return b.part<nn::MulOp>(name, b.f32(), x, scale);
}

Value roundedPart(Binder &b, StringRef name, Value real, Value scale, Value zero,
                  qrt::ElementType storage) {
  Value t = b.part<nn::DivOp>(joined(name, "quotient"), b.f32(), real, scale);
  Value none = b.scalarPart(joined(name, "none"), 0);
  Type truth = plainType(b, qrt::ElementType::Bool);
  Value isNan = b.part<nn::IsNanOp>(joined(name, "is_nan"), truth, t);
  if (b.ok() && rankOf(t) == 0)
    none = b.reshapePart(joined(name, "none_scalar"), none, {});
  t = b.part<nn::WhereOp>(joined(name, "number"), b.f32(), isNan, none, t);
  t = b.part<nn::RoundOp>(joined(name, "rounded"), b.f32(), t);
  if (zero) {
    zero = castPart(b, joined(name, "zero_number"), zero, qrt::ElementType::F32);
    t = b.part<nn::AddOp>(joined(name, "moved"), b.f32(), t, zero);
  }
  if (qrt::isPacked(storage)) // to which a cast keeps low bits
    t = b.part<nn::ClipOp>(joined(name, "inside"), b.f32(), t,
                           APFloat(float(qrt::lowestOf(storage))),
                           APFloat(float(qrt::highestOf(storage))));
  return b.part<nn::CastOp>(name, plainType(b, storage), t, BoolAttr());
}

// The zero point of 8-bit floats is 0.
static Value narrowFloat(Binder &b, StringRef name, Value real, Value scale, const Quantized &q,
                         qrt::ElementType storage, bool saturate) {
  qrt::Tensor zeros;
  if (b.has(q.zero) && b.isConstant(q.zero) && b.reals(q.zero, zeros).ok())
    b.require(llvm::all_of(zeros.values<float>(), [](float z) { return z == 0; }),
              "the zero point of a float is not 0");
  Value t = b.part<nn::DivOp>(joined(name, "quotient"), b.f32(), real, scale);
  return b.part<nn::CastOp>(name, plainType(b, storage), t, BoolAttr::get(b.context(), saturate));
}

static Value computedSteps(Binder &b, StringRef name, Value real, const Quantized &q,
                           qrt::ElementType storage, bool saturate) {
  Value scale, zero;
  readComputed(b, name, q, nn::symbolicShape(real), scale, zero);
  if (!b.ok())
    return {};
  if (zero)
    storage = nn::declaredType(zero.getType()).value_or(storage);
  bool isInteger = qrt::isInteger(storage) && qrt::bitWidth(storage) <= 16;
  b.support(isInteger || (qrt::isFloat(storage) && qrt::bitWidth(storage) <= 8),
            "with storage " + std::string(qrt::elementTypeName(storage)));
  return isInteger ? roundedPart(b, name, real, scale, zero, storage)
                   : narrowFloat(b, name, real, scale, q, storage, saturate);
}

// ---- either kind ----

// Dequantized and rounded again, steps are what they were.
Value plainPart(Binder &b, StringRef name, unsigned index) {
  Value x;
  if (!b.any(index, x).ok() || !nn::isQuantized(x.getType()))
    return x;
  auto type = nn::quantParams(x.getType());
  b.support(type && nn::hasComputedStorage(x.getType()), "of steps quantized per axis, or 32 bits");
  if (!b.ok())
    return {};
  Value real = b.part<nn::DequantizeOp>(joined(name, "real"), b.f32(), x);
  Value scale = b.scalarPart(joined(name, "real_scale"), float(type->scale));
  Value zero =
      type->zeroPoint ? b.scalarPart(joined(name, "real_zero"), float(type->zeroPoint)) : Value();
  return roundedPart(b, name, real, scale, zero, type->storage);
}

// A function argument of plain integers takes the quantized type; what others made is plain first.
static Value typedValue(Binder &b, StringRef name, const Quantized &q, qrt::ElementType stored) {
  Value x;
  if (!b.any(q.steps, x).ok())
    return {};
  StepParameters params = readParameters(b, q, nn::symbolicShape(x), stored);
  b.require(!b.ok() || stored == params.storage, "the zero point's type differs from the input's");
  if (!b.ok())
    return {};
  Type element = typeOf(b, params);
  auto type = cast<RankedTensorType>(x.getType());
  if (isa<BlockArgument>(x) && x.use_empty() && !nn::isQuantized(type))
    x.setType(RankedTensorType::get(type.getShape(), element, type.getEncoding()));
  if (elementOf(x) == element || stored == qrt::ElementType::I32)
    return elementOf(x) == element ? x : Value();
  Value real = computedReal(b, joined(name, "given"), q);
  return b.part<nn::QuantizeOp>(joined(name, "steps"), element, real);
}

Value realPart(Binder &b, StringRef name, const Quantized &q) {
  b.require(b.has(q.steps) && b.has(q.scale), "steps or their scale are missing");
  std::optional<qrt::ElementType> stored = b.ok() ? storedType(b, q.steps) : std::nullopt;
  b.support(stored.has_value(), "of values that are no steps");
  if (!b.ok())
    return {};
  if (!hasTypedParameters(b, q, *stored))
    return computedReal(b, name, q);
  Value steps;
  if (b.isConstant(q.steps)) {
    qrt::Tensor constant;
    b.constant(q.steps, constant);
    SmallVector<nn::Dim> shape = llvm::map_to_vector(constant.shape(), nn::staticDim);
    steps = typedConstant(b, name, constant, readParameters(b, q, shape, *stored));
  } else {
    steps = typedValue(b, name, q, *stored);
  }
  if (b.ok() && !steps)
    return computedReal(b, name, q);
  return b.part<nn::DequantizeOp>(name, b.f32(), steps);
}

Value stepsPart(Binder &b, StringRef name, Value real, const Quantized &q, qrt::ElementType storage,
                bool saturate) {
  if (!b.ok())
    return {};
  auto isTyped = [&](qrt::ElementType type) { return qrt::bitWidth(type) <= 16; };
  std::optional<qrt::ElementType> zero = storedType(b, q.zero);
  if (!hasTypedParameters(b, q, storage) || !isTyped(zero.value_or(storage)))
    return computedSteps(b, name, real, q, storage, saturate);
  StepParameters params = readParameters(b, q, nn::symbolicShape(real), storage);
  return b.ok() ? b.part<nn::QuantizeOp>(name, typeOf(b, params), real) : Value();
}

} // namespace qopt::onnx
