// Quantization by the range of the values themselves, found at run time: 8 bits, as ONNX defines
// DynamicQuantizeLinear (D3). Importers and passes build it, each with its own names.
#pragma once

#include "ir/ops.h"

#include <limits>

namespace qopt::nn {

/// u8 values with their scale and zero point, which are scalars.
struct DynamicSteps {
  mlir::Value value, scale, zero;
};

/// Builds the operations. `parts` makes them, with inferred shapes and under names of its choice
/// (the quantized values' name is empty): `part<Op>(name, element type, operands and attributes…)`,
/// and `scalar(name, f32)` of rank 0.
template <typename Parts> class DynamicQuantizer {
public:
  explicit DynamicQuantizer(Parts &parts) : parts(parts) {}

  DynamicSteps quantize(mlir::Value x) {
    mlir::Value least = extreme<ReduceMinOp, MinOp>("min", x);
    mlir::Value most = extreme<ReduceMaxOp, MaxOp>("max", x);
    mlir::Value range = f32<SubOp>("range", most, least), highest = parts.scalar("highest", 255);
    mlir::Value scale = normalScale(f32<DivOp>("share", range, highest));
    mlir::Value zero = zeroPoint(least, scale);
    return {rounded(x, scale, zero), scale, zero};
  }

private:
  template <typename Op, typename... Args>
  mlir::Value f32(llvm::StringRef name, const Args &...args) {
    return parts.template part<Op>(name, mlir::Float32Type::get(parts.context()), args...);
  }
  template <typename Op, typename... Args>
  mlir::Value truth(llvm::StringRef name, const Args &...args) {
    return parts.template part<Op>(name, mlir::IntegerType::get(parts.context(), 1), args...);
  }

  mlir::Value u8(llvm::StringRef name, mlir::Value x) {
    mlir::Type type = plainElementType(parts.context(), qrt::ElementType::U8);
    return parts.template part<CastOp>(name, type, x, mlir::BoolAttr());
  }

  // Returns the extreme of all elements and 0.
  template <typename Reduce, typename Join> mlir::Value extreme(std::string name, mlir::Value x) {
    auto axes = llvm::to_vector(
        llvm::seq<int64_t>(0, llvm::cast<mlir::RankedTensorType>(x.getType()).getRank()));
    mlir::Value all = axes.empty() ? x : f32<Reduce>(name, x, llvm::ArrayRef<int64_t>(axes), false);
    mlir::Value zero = parts.scalar(name + "/zero", 0);
    return f32<Join>(name + "/and_zero", all, zero);
  }

  // Replaces a scale that is no normal number by 1.
  mlir::Value normalScale(mlir::Value share) {
    mlir::Value least = parts.scalar("scale/least", std::numeric_limits<float>::min());
    mlir::Value most = parts.scalar("scale/most", std::numeric_limits<float>::max());
    mlir::Value isAbove = truth<LessEqualOp>("scale/is_above", least, share);
    mlir::Value isBelow = truth<LessEqualOp>("scale/is_below", share, most);
    mlir::Value isNormal = truth<AndOp>("scale/is_normal", isAbove, isBelow);
    mlir::Value one = parts.scalar("scale/one", 1);
    return f32<WhereOp>("scale", isNormal, share, one);
  }

  mlir::Value zeroPoint(mlir::Value least, mlir::Value scale) {
    mlir::Value moved = f32<DivOp>("scaled_min", least, scale), nil = parts.scalar("nil", 0);
    mlir::Value place = f32<SubOp>("place", nil, moved);
    place = f32<ClipOp>("inside", place, llvm::APFloat(0.0f), llvm::APFloat(255.0f));
    return u8("zero_point", f32<RoundOp>("rounded_place", place));
  }

  // clamp(rint(x / scale) + zero), where NaN gives zero.
  mlir::Value rounded(mlir::Value x, mlir::Value scale, mlir::Value zero) {
    mlir::Value t = f32<DivOp>("quotient", x, scale);
    mlir::Value isNan = truth<IsNanOp>("is_nan", t), none = parts.scalar("none", 0);
    t = f32<RoundOp>("rounded", f32<WhereOp>("number", isNan, none, t));
    return u8("", f32<AddOp>("moved", t, f32<CastOp>("zero_number", zero, mlir::BoolAttr())));
  }

  Parts &parts;
};

} // namespace qopt::nn
