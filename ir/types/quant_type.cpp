#include "ir/types/quant_type.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"

#include <cmath>
#include <limits>

using namespace mlir;

namespace qopt::nn {

namespace {
// The MLIR types of floats; other types are found by class and bits.
struct FloatKind {
  qrt::ElementType element;
  bool (*is)(Type);
  Type (*get)(MLIRContext *);
};
} // namespace

template <typename T> static constexpr FloatKind floatKind(qrt::ElementType element) {
  return {element, [](Type type) { return isa<T>(type); },
          [](MLIRContext *context) -> Type { return T::get(context); }};
}

static constexpr FloatKind floatKinds[] = {
    floatKind<Float32Type>(qrt::ElementType::F32),
    floatKind<Float64Type>(qrt::ElementType::F64),
    floatKind<Float16Type>(qrt::ElementType::F16),
    floatKind<BFloat16Type>(qrt::ElementType::BF16),
    floatKind<Float8E4M3FNType>(qrt::ElementType::F8E4M3FN),
    floatKind<Float8E5M2Type>(qrt::ElementType::F8E5M2),
    floatKind<Float8E4M3FNUZType>(qrt::ElementType::F8E4M3FNUZ),
    floatKind<Float8E5M2FNUZType>(qrt::ElementType::F8E5M2FNUZ),
    floatKind<Float4E2M1FNType>(qrt::ElementType::F4E2M1FN),
};

// Calibrated types have no storage, others float.
static std::optional<qrt::ElementType> integerKind(Type type, bool isSigned) {
  if (!isa_and_nonnull<IntegerType>(type))
    return std::nullopt;
  return qrt::findElementType(isSigned ? qrt::TypeClass::Signed : qrt::TypeClass::Unsigned,
                              int(type.getIntOrFloatBitWidth()));
}

static std::optional<qrt::ElementType> unpacked(std::optional<qrt::ElementType> kind) {
  return kind ? std::optional(qrt::unpackedType(*kind)) : std::nullopt;
}

std::optional<QuantParams> quantParams(Type type) {
  auto element = dyn_cast<quant::UniformQuantizedType>(getElementTypeOrSelf(type));
  if (!element)
    return std::nullopt;
  auto storage = unpacked(integerKind(element.getStorageType(), element.isSigned()));
  if (!storage)
    return std::nullopt;
  return QuantParams{element.getScale(), element.getZeroPoint(), element.getStorageTypeMin(),
                     element.getStorageTypeMax(), *storage};
}

bool isQuantized(Type type) { return isa<quant::QuantizedType>(getElementTypeOrSelf(type)); }
bool isF32(Type type) { return getElementTypeOrSelf(type).isF32(); }
bool isFloat(Type type) {
  std::optional<qrt::ElementType> storage = storageType(type);
  return storage && qrt::isFloat(*storage) && qrt::loadedType(*storage);
}

// The declared types come from upstream's, which also know u16 and i32.
bool isPlainInteger(Type type) {
  std::optional<qrt::ElementType> storage = storageType(type);
  return storage && !isQuantized(type) && qrt::isInteger(*storage);
}

bool hasComputedStorage(Type type) {
  if (!isQuantized(type))
    return false;
  std::optional<qrt::ElementType> storage = storageType(type);
  return storage && qrt::isAnchorType(*storage);
}

WeightScales weightScales(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(element))
    return {llvm::to_vector(perAxis.getScales()), perAxis.getQuantizedDimension()};
  return {{cast<quant::UniformQuantizedType>(element).getScale()}, -1};
}

std::optional<qrt::ElementType> declaredType(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (auto quantized = dyn_cast<quant::QuantizedType>(element))
    return integerKind(quantized.getStorageType(), quantized.isSigned());
  for (const FloatKind &kind : floatKinds)
    if (kind.is(element))
      return kind.element;
  if (element.isInteger(1))
    return qrt::ElementType::Bool;
  if (isa<IntegerType>(element))
    return integerKind(element, !element.isUnsignedInteger());
  return std::nullopt;
}

std::optional<qrt::ElementType> storageType(Type type) { return unpacked(declaredType(type)); }

std::optional<qrt::ElementType> packedType(Type type) {
  std::optional<qrt::ElementType> kind = declaredType(type);
  return kind && qrt::isPacked(*kind) ? kind : std::nullopt;
}

Type plainElementType(MLIRContext *context, qrt::ElementType type) {
  for (const FloatKind &kind : floatKinds)
    if (kind.element == type)
      return kind.get(context);
  if (qrt::typeClass(type) == qrt::TypeClass::Boolean)
    return IntegerType::get(context, 1);
  return IntegerType::get(context, unsigned(qrt::bitWidth(type)),
                          qrt::isUnsigned(type) ? IntegerType::Unsigned : IntegerType::Signless);
}

std::string_view schemeName(Scheme scheme) {
  switch (scheme) {
  case Scheme::Signs: return "signs";
  case Scheme::Signed: return "signed";
  case Scheme::Unsigned: return "unsigned";
  case Scheme::Affine: return "affine";
  case Scheme::Mixed: return "mixed";
  }
  return "";
}

std::optional<Scheme> parseScheme(std::string_view name) {
  for (Scheme scheme : {Scheme::Signs, Scheme::Signed, Scheme::Affine, Scheme::Mixed})
    if (schemeName(scheme) == name)
      return scheme;
  return std::nullopt;
}

// Returns the scale, rounded once to f32; none if the range is too narrow for a normal scale, which
// counts as empty (P1, P3).
static std::optional<double> scaleFor(double extent, double steps) {
  double scale = double(float(extent / steps));
  return scale >= std::numeric_limits<float>::min() ? std::optional(scale) : std::nullopt;
}

QuantParams paramsForRange(double min, double max, Scheme scheme, unsigned bits) {
  min = std::min(min, 0.0);
  max = std::max(max, 0.0);
  // 8 bits have an unsigned form for ranges without a negative side.
  if (scheme == Scheme::Mixed)
    scheme = (min < 0 || bits == 16) && std::min(-min, max) < 0.5 * std::max(-min, max)
                 ? Scheme::Affine
                 : Scheme::Signs;
  if (scheme == Scheme::Signs)
    scheme = min >= 0 && bits == 8 ? Scheme::Unsigned : Scheme::Signed;
  QuantParams params;
  if (bits == 16)
    params = {1, 0, -32768, 32767, qrt::ElementType::I16};
  else if (scheme == Scheme::Unsigned)
    params = {1, 0, 0, 255, qrt::ElementType::U8};
  bool affine = scheme == Scheme::Affine;
  double extent = affine                                   ? max - min
                  : params.storage == qrt::ElementType::U8 ? max
                                                           : std::max(-min, max);
  std::optional<double> scale =
      scaleFor(extent, double(affine ? params.max - params.min : params.max));
  if (!scale)
    return params;
  params.scale = *scale;
  if (affine) {
    double zero = std::nearbyint(double(params.min) - min / params.scale);
    params.zeroPoint = int64_t(std::clamp(zero, double(params.min), double(params.max)));
  }
  return params;
}

quant::UniformQuantizedType quantType(MLIRContext *context, const QuantParams &params) {
  bool isSigned = qrt::isSigned(params.storage);
  unsigned bits = unsigned(qrt::bitWidth(params.storage));
  return quant::UniformQuantizedType::get(
      isSigned ? quant::QuantizationFlags::Signed : 0, IntegerType::get(context, bits),
      Float32Type::get(context), params.scale, params.zeroPoint, params.min, params.max);
}

// 7, 127 or 32767: the lowest step is left out.
static int64_t weightLimit(unsigned bits) { return (int64_t(1) << (bits - 1)) - 1; }

quant::UniformQuantizedPerAxisType weightType(MLIRContext *context, ArrayRef<double> scales,
                                              int64_t axis, unsigned bits, unsigned storageBits) {
  int64_t limit = weightLimit(bits);
  unsigned stored = storageBits ? storageBits : bits;
  SmallVector<int64_t> zeros(scales.size(), 0);
  return quant::UniformQuantizedPerAxisType::get(
      quant::QuantizationFlags::Signed, IntegerType::get(context, stored),
      Float32Type::get(context), scales, zeros, axis, -limit, limit);
}

double weightScale(double absMax, unsigned bits) {
  return scaleFor(absMax, double(weightLimit(bits))).value_or(1);
}

static LogicalResult verifyScale(double scale, function_ref<InFlightDiagnostic()> error) {
  if (!std::isnormal(float(scale)) || scale <= 0)
    return error() << "quantized type: scale " << scale << " is not a normal positive f32";
  if (double(float(scale)) != scale) {
    std::string nearest;
    llvm::raw_string_ostream(nearest) << llvm::format("%.17g", double(float(scale)));
    return error() << "quantized type: scale " << scale << " is no f32; the nearest is " << nearest;
  }
  return success();
}

LogicalResult verifyQuantType(Type element, function_ref<InFlightDiagnostic()> error) {
  auto quantized = dyn_cast<quant::QuantizedType>(element);
  if (!quantized)
    return success();
  if (!storageType(element) || !quantized.getExpressedType() ||
      !quantized.getExpressedType().isF32())
    return error() << "quantized type: storage of 2, 4, 8, 16 or (signed) 32 bits "
                      "expressing f32 is needed, got "
                   << element;
  auto inRange = [&](int64_t zero) {
    return zero >= quantized.getStorageTypeMin() && zero <= quantized.getStorageTypeMax();
  };
  if (auto uniform = dyn_cast<quant::UniformQuantizedType>(element)) {
    if (!inRange(uniform.getZeroPoint()))
      return error() << "quantized type: zero point " << uniform.getZeroPoint()
                     << " lies outside the storage range";
    return verifyScale(uniform.getScale(), error);
  }
  auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(element);
  if (!perAxis)
    return error() << "quantized type: only uniform types, per tensor or per "
                      "axis, are computed with; got "
                   << element;
  for (auto [scale, zero] : llvm::zip_equal(perAxis.getScales(), perAxis.getZeroPoints())) {
    if (!inRange(zero))
      return error() << "quantized type: zero point " << zero << " lies outside the storage range";
    if (failed(verifyScale(scale, error)))
      return failure();
  }
  return success();
}

} // namespace qopt::nn
