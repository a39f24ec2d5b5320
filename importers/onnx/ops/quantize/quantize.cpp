// QuantizeLinear, DequantizeLinear, DynamicQuantizeLinear.
#include "importers/onnx/ops/quantize/quantize.h"

#include "importers/onnx/file/tensor_data.h"
#include "importers/onnx/graph/op_table.h"
#include "ir/ops.h"
#include "ir/ops/quantize/dynamic_quantize.h"
#include "ir/types/quant_type.h"

using namespace mlir;

namespace qopt::onnx {

static void readLayout(Binder &b, Quantized &q) {
  b.attr("axis", q.axis).attr("block_size", q.block);
}

namespace {
/// This holds the attribute output_dtype, of which 0 says as much as its absence.
struct ResultType {
  bool isStated = false;
  std::optional<qrt::ElementType> type; // there is none where no known type is stated
};
} // namespace

static ResultType readResult(Binder &b) {
  int64_t type = 0;
  b.attr("output_dtype", type);
  if (type == 0)
    return {};
  return {true, elementTypeOf(int32_t(std::clamp<int64_t>(type, -1, 1000)))};
}

// f32, f16 or bf16; an i32 as a number.
static void readReal(Binder &b, Value &x) {
  Value given;
  if (!b.any(0, given).ok())
    return;
  if (elementOf(given).isInteger(32))
    x = b.part<nn::CastOp>("real", b.f32(), given, BoolAttr());
  else
    b.input(0, x);
}

static void quantizeLinear(Binder &b) {
  Value x;
  int64_t precision = 0;
  bool saturate = true;
  Quantized q{noInput, 1, 2};
  b.arity(2, 3).attr("saturate", saturate).attr("precision", precision);
  b.support(precision == 0 || precision == proto::TensorProto::FLOAT,
            "with a precision other than FLOAT");
  readReal(b, x);
  readLayout(b, q);
  const ResultType result = readResult(b);
  b.support(result.type || !result.isStated || b.has(2), "with this output_dtype");
  Value y = stepsPart(b, "", x, q, result.type.value_or(qrt::ElementType::U8), saturate);
  if (b.ok())
    b.bind(0, y);
}

static void dequantizeLinear(Binder &b) {
  Quantized q{0, 1, 2};
  b.arity(2, 3).require(b.imported(0) != nullptr, "input 0 is missing");
  readLayout(b, q);
  const ResultType result = readResult(b);
  b.require(!b.ok() || b.has(1), "input 1 is missing");
  if (!b.ok())
    return;
  // The result is as wide as the scale.
  std::optional<qrt::ElementType> scale = storedType(b, 1);
  qrt::ElementType type = result.type.value_or(scale.value_or(qrt::ElementType::F32));
  b.support(!result.isStated || (result.type && qrt::isFloat(type)), "with this output_dtype");
  bool narrows = type != qrt::ElementType::F32;
  Value real = realPart(b, narrows ? "real" : "", q);
  if (narrows && b.ok())
    real = b.part<nn::CastOp>("", nn::plainElementType(b.context(), type), real, BoolAttr());
  if (b.ok())
    b.bind(0, real);
}

namespace {
/// Parts of a layer, below a name.
struct LayerParts {
  Binder &b;
  StringRef name;

  MLIRContext *context() const { return b.context(); }
  template <typename Op, typename... Args>
  Value part(StringRef part, Type element, const Args &...args) {
    return b.part<Op>(part.empty() ? name.str() : joined(name, part), element, args...);
  }
  Value scalar(StringRef part, float value) {
    auto number = qrt::Tensor::allocate(qrt::ElementType::F32, {});
    number.mutableValues<float>()[0] = value;
    return b.constantPart(joined(name, part), RankedTensorType::get({}, b.f32()), number);
  }
};
} // namespace

Steps quantizeDynamically(Binder &b, StringRef name, Value x) {
  if (!b.ok())
    return {};
  LayerParts parts{b, name};
  nn::DynamicSteps steps = nn::DynamicQuantizer(parts).quantize(x);
  return {steps.value, steps.scale, steps.zero};
}

static void dynamicQuantizeLinear(Binder &b) {
  Value x;
  b.arity(1, 1).input(0, x);
  Steps steps = quantizeDynamically(b, "", x);
  b.bind(0, steps.value);
  b.bind(1, steps.scale);
  b.bind(2, steps.zero);
}

ArrayRef<OpEntry> quantizeOps() {
  // Before opset 21, 16-bit pairs had to live in ONNX Runtime's own domain.
  static constexpr OpEntry ops[] = {{"QuantizeLinear", quantizeLinear},
                                    {"DequantizeLinear", dequantizeLinear},
                                    {"QuantizeLinear", quantizeLinear, 1, microsoft},
                                    {"DequantizeLinear", dequantizeLinear, 1, microsoft},
                                    {"DynamicQuantizeLinear", dynamicQuantizeLinear}};
  return ops;
}

} // namespace qopt::onnx
