// QuantizeLinear, DequantizeLinear, DynamicQuantizeLinear.
#include "importers/onnx/ops/quantize.h"

#include "importers/onnx/file/tensor_data.h"
#include "importers/onnx/graph/op_table.h"
#include "ir/ops.h"
#include "ir/types/quant_type.h"

#include <limits>

using namespace mlir;

namespace qopt::onnx {

static void readLayout(Binder &b, Quantized &q) {
  b.attr("axis", q.axis).attr("block_size", q.block);
}

static std::optional<qrt::ElementType> readResult(Binder &b) {
  int64_t type = 0;
  b.attr("output_dtype", type);
  return type ? elementTypeOf(int32_t(std::clamp<int64_t>(type, -1, 1000))) : std::nullopt;
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
  std::optional<qrt::ElementType> storage = readResult(b);
  b.support(storage || !b.has("output_dtype") || b.has(2), "with this output_dtype");
  Value y = stepsPart(b, "", x, q, storage.value_or(qrt::ElementType::U8), saturate);
  if (b.ok())
    b.bind(0, y);
}

static void dequantizeLinear(Binder &b) {
  Quantized q{0, 1, 2};
  b.arity(2, 3).require(b.imported(0) != nullptr, "input 0 is missing");
  readLayout(b, q);
  std::optional<qrt::ElementType> result = readResult(b);
  b.require(!b.ok() || b.has(1), "input 1 is missing");
  if (!b.ok())
    return;
  // The result is as wide as the scale.
  std::optional<qrt::ElementType> scale = storedType(b, 1);
  qrt::ElementType type = result.value_or(scale.value_or(qrt::ElementType::F32));
  b.support(!b.has("output_dtype") || (result && qrt::isFloat(type)), "with this output_dtype");
  bool narrows = type != qrt::ElementType::F32;
  Value real = realPart(b, narrows ? "real" : "", q);
  if (narrows && b.ok())
    real = b.part<nn::CastOp>("", nn::plainElementType(b.context(), type), real, BoolAttr());
  if (b.ok())
    b.bind(0, real);
}

static Value number(Binder &b, StringRef name, float value) {
  auto scalar = qrt::Tensor::allocate(qrt::ElementType::F32, {});
  scalar.mutableValues<float>()[0] = value;
  return b.constantPart(name, RankedTensorType::get({}, b.f32()), scalar);
}

// The extreme of all elements and 0.
template <typename Reduce, typename Join> static Value reach(Binder &b, StringRef name, Value x) {
  Ints axes = llvm::to_vector(llvm::seq<int64_t>(0, rankOf(x)));
  Value all = axes.empty() ? x : b.part<Reduce>(name, b.f32(), x, axes, /*keep_dims=*/false);
  Value zero = number(b, joined(name, "zero"), 0);
  return b.part<Join>(joined(name, "and_zero"), b.f32(), all, zero);
}

// A scale that is no normal number is 1.
static Value normalScale(Binder &b, StringRef name, Value scale) {
  Type truth = IntegerType::get(b.context(), 1);
  Value least = number(b, joined(name, "least"), std::numeric_limits<float>::min());
  Value most = number(b, joined(name, "most"), std::numeric_limits<float>::max());
  Value above = b.part<nn::LessEqualOp>(joined(name, "is_above"), truth, least, scale);
  Value below = b.part<nn::LessEqualOp>(joined(name, "is_below"), truth, scale, most);
  Value isNormal = b.part<nn::AndOp>(joined(name, "is_normal"), truth, above, below);
  Value one = number(b, joined(name, "one"), 1);
  return b.part<nn::WhereOp>(name, b.f32(), isNormal, scale, one);
}

Steps quantizeDynamically(Binder &b, StringRef name, Value x) {
  if (!b.ok())
    return {};
  Value least = reach<nn::ReduceMinOp, nn::MinOp>(b, joined(name, "min"), x);
  Value most = reach<nn::ReduceMaxOp, nn::MaxOp>(b, joined(name, "max"), x);
  Value range = b.part<nn::SubOp>(joined(name, "range"), b.f32(), most, least);
  Value scale = b.part<nn::DivOp>(joined(name, "share"), b.f32(), range,
                                  number(b, joined(name, "highest"), 255));
  scale = normalScale(b, joined(name, "scale"), scale);
  Value moved = b.part<nn::DivOp>(joined(name, "scaled_min"), b.f32(), least, scale);
  moved =
      b.part<nn::SubOp>(joined(name, "place"), b.f32(), number(b, joined(name, "nil"), 0), moved);
  moved =
      b.part<nn::ClipOp>(joined(name, "inside"), b.f32(), moved, APFloat(0.0f), APFloat(255.0f));
  moved = b.part<nn::RoundOp>(joined(name, "rounded_place"), b.f32(), moved);
  Type u8 = nn::plainElementType(b.context(), qrt::ElementType::U8);
  Value zero = b.part<nn::CastOp>(joined(name, "zero_point"), u8, moved, BoolAttr());
  return {roundedPart(b, name, x, scale, zero, qrt::ElementType::U8), scale, zero};
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
