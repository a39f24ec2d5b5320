// QuantizeLinear and DequantizeLinear: the parameters become types.
#include "importers/onnx/file/tensor_data.h"
#include "importers/onnx/graph/op_table.h"
#include "ir/ops.h"
#include "ir/types/quant_type.h"

#include <limits>

using namespace mlir;

namespace qopt::onnx {

namespace {
// What a pair's scale and zero-point inputs say.
struct Parameters {
  SmallVector<double> scales;
  SmallVector<int64_t> zeroPoints;
  qrt::ElementType storage = qrt::ElementType::U8;
  int64_t axis = -1; // −1: per tensor
};
} // namespace

static std::pair<int64_t, int64_t> rangeOf(qrt::ElementType storage) {
  return {qrt::lowestOf(storage), qrt::highestOf(storage)};
}

// Integers of any width, widened.
static SmallVector<int64_t> integers(const qrt::Tensor &tensor) {
  return qrt::visitValues(
      tensor, [](auto values) { return SmallVector<int64_t>(values.begin(), values.end()); });
}

static bool isStorage(qrt::ElementType type, bool allow32) {
  return qrt::isInteger(type) &&
         (qrt::bitWidth(type) <= 16 || (allow32 && type == qrt::ElementType::I32));
}

static void checkScale(Binder &b, double scale) {
  b.require(std::isnormal(float(scale)) && scale > 0,
            "a scale is " + Twine(std::to_string(scale)) + ", not a normal positive number");
}

static void readZeroPoints(Binder &b, Parameters &params, bool allow32) {
  params.zeroPoints.assign(params.scales.size(), 0);
  if (!b.has(2))
    return;
  qrt::Tensor zeros;
  if (!b.constant(2, zeros).ok())
    return;
  b.support(isStorage(zeros.type(), allow32),
            "with storage " + std::string(qrt::elementTypeName(zeros.type())));
  b.require(zeros.size() == int64_t(params.scales.size()),
            "scale and zero point have different sizes");
  if (!b.ok())
    return;
  params.storage = zeros.type();
  params.zeroPoints = integers(qrt::unpacked(zeros));
}

static void readScales(Binder &b, Parameters &params, int64_t rank) {
  int64_t axis = 1, block = 0, precision = 0;
  b.ignore("saturate", "it concerns 8-bit floats");
  b.attr("axis", axis).attr("block_size", block).attr("precision", precision);
  b.support(block == 0, "with blocks of scales");
  b.support(precision == 0 || precision == proto::TensorProto::FLOAT,
            "with a precision other than FLOAT");
  qrt::Tensor scale;
  if (!b.reals(1, scale).ok())
    return;
  b.require(scale.shape().size() <= 1 && scale.size() >= 1, "scale must be a number or a vector");
  if (!b.ok())
    return;
  for (float one : scale.values<float>()) {
    checkScale(b, one);
    params.scales.push_back(one);
  }
  // One scale is per tensor, even where it is written as a vector of one.
  if (scale.size() > 1 && b.axis(axis, rank).ok())
    params.axis = axis;
}

static Type typeOf(Binder &b, const Parameters &params, bool narrow) {
  auto [least, most] = rangeOf(params.storage);
  if (narrow)
    least = -most;
  if (params.axis < 0)
    return nn::quantType(b.context(),
                         {params.scales[0], params.zeroPoints[0], least, most, params.storage});
  bool isSigned = qrt::isSigned(params.storage);
  return quant::UniformQuantizedPerAxisType::get(
      isSigned ? quant::QuantizationFlags::Signed : 0,
      IntegerType::get(b.context(), unsigned(qrt::bitWidth(params.storage))), b.f32(),
      params.scales, params.zeroPoints, params.axis, least, most);
}

static void checkParameters(Binder &b, const Parameters &params) {
  auto [least, most] = rangeOf(params.storage);
  b.bounded(params.zeroPoints, least, most, "zero point");
}

// The channels must be those of a static dimension.
static void checkChannels(Binder &b, const Parameters &params, ArrayRef<nn::Dim> shape) {
  b.require(params.axis < 0 || shape[params.axis] == nn::staticDim(params.scales.size()),
            Twine(params.scales.size()) + " scales do not fit " + nn::toString(shape));
}

static void quantizeLinear(Binder &b) {
  Value x;
  Parameters params;
  int64_t storage = 0;
  b.arity(2, 3).input(0, x).attr("output_dtype", storage);
  if (!b.ok())
    return;
  readScales(b, params, rankOf(x));
  readZeroPoints(b, params, /*allow32=*/false);
  if (b.ok() && storage != 0 && !b.has(2)) {
    auto type = elementTypeOf(int32_t(std::clamp<int64_t>(storage, -1, 1000)));
    b.support(type && isStorage(*type, false), "with this output_dtype");
    params.storage = type.value_or(params.storage);
  }
  if (!b.ok())
    return;
  checkParameters(b, params);
  checkChannels(b, params, nn::symbolicShape(x));
  if (b.ok())
    b.emit<nn::QuantizeOp>(typeOf(b, params, /*narrow=*/false), x);
}

// Weights: unsigned ones around 128 are signed ones around 0, and where the
// lowest step does not occur the type says so, as for weights made here.
static qrt::Tensor normalized(const qrt::Tensor &weights, Parameters &params, bool &narrow) {
  qrt::Tensor steps = weights;
  bool shifts = weights.type() == qrt::ElementType::U8 &&
                llvm::all_of(params.zeroPoints, [](int64_t z) { return z == 128; });
  if (shifts) {
    steps = qrt::Tensor::allocate(qrt::ElementType::I8, weights.shape());
    for (int64_t i = 0; i < weights.size(); ++i)
      steps.mutableValues<int8_t>()[i] = int8_t(weights.values<uint8_t>()[i] - 128);
    params.storage = qrt::ElementType::I8;
    llvm::fill(params.zeroPoints, 0);
  }
  int64_t least = rangeOf(params.storage).first;
  narrow = qrt::isSigned(params.storage) && qrt::bitWidth(params.storage) <= 16 &&
           llvm::all_of(params.zeroPoints, [](int64_t z) { return z == 0; }) &&
           !llvm::is_contained(integers(steps), least);
  return steps;
}

static Value dequantizedConstant(Binder &b, Parameters &params) {
  qrt::Tensor stored;
  if (!b.constant(0, stored).ok())
    return nullptr;
  b.support(isStorage(stored.type(), true),
            "of " + std::string(qrt::elementTypeName(stored.type())));
  b.require(stored.type() == params.storage || !b.has(2),
            "the zero point's type differs from the input's");
  if (!b.ok())
    return nullptr;
  params.storage = stored.type();
  bool narrow = false;
  stored = normalized(qrt::unpacked(stored), params, narrow);
  checkParameters(b, params);
  SmallVector<nn::Dim> shape = llvm::map_to_vector(stored.shape(), nn::staticDim);
  checkChannels(b, params, shape);
  b.check(EntryBuilder::checkShape(shape));
  if (!b.ok())
    return nullptr;
  auto type = RankedTensorType::get(stored.shape(), typeOf(b, params, narrow));
  return b.constantPart("quantized", type, stored);
}

// A function argument of plain integers takes the quantized type; what
// QuantizeLinear made must have been made with the same parameters.
static Value dequantizedValue(Binder &b, Parameters &params) {
  Value x;
  if (!b.any(0, x).ok())
    return nullptr;
  std::optional<qrt::ElementType> stored = nn::declaredType(x.getType());
  b.support(stored && isStorage(*stored, true), "of values that are not quantized");
  b.require(!b.ok() || !b.has(2) || *stored == params.storage,
            "the zero point's type differs from the input's");
  if (!b.ok())
    return nullptr;
  params.storage = *stored;
  checkParameters(b, params);
  checkChannels(b, params, nn::symbolicShape(x));
  if (!b.ok())
    return nullptr;
  Type element = typeOf(b, params, /*narrow=*/false);
  auto type = cast<RankedTensorType>(x.getType());
  if (isa<BlockArgument>(x) && x.use_empty() && !nn::isQuantized(type))
    x.setType(RankedTensorType::get(type.getShape(), element, type.getEncoding()));
  b.support(elementOf(x) == element, "of values quantized with other parameters");
  return x;
}

static void dequantizeLinear(Binder &b) {
  Parameters params;
  int64_t result = 0;
  b.arity(2, 3).attr("output_dtype", result);
  b.support(result == 0 || result == proto::TensorProto::FLOAT, "with this output_dtype");
  ImportedPtr source = b.imported(0);
  b.require(source != nullptr, "input 0 is missing");
  if (!b.ok())
    return;
  qrt::Tensor stored;
  bool isConstant = b.isConstant(0);
  if (isConstant && !b.constant(0, stored).ok())
    return;
  int64_t rank = isConstant      ? int64_t(stored.shape().size())
                 : source->value ? rankOf(source->value)
                                 : 0;
  readScales(b, params, rank);
  readZeroPoints(b, params, /*allow32=*/true);
  if (!b.ok())
    return;
  Value x = isConstant ? dequantizedConstant(b, params) : dequantizedValue(b, params);
  b.emit<nn::DequantizeOp>(b.f32(), x);
}

ArrayRef<OpEntry> quantizeOps() {
  // Before opset 21, 16-bit pairs had to live in ONNX Runtime's own domain.
  static constexpr OpEntry ops[] = {{"QuantizeLinear", quantizeLinear},
                                    {"DequantizeLinear", dequantizeLinear},
                                    {"QuantizeLinear", quantizeLinear, 1, microsoft},
                                    {"DequantizeLinear", dequantizeLinear, 1, microsoft}};
  return ops;
}

} // namespace qopt::onnx
