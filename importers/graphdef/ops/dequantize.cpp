// Dequantize of ranges that are constants, as quantize_weights of the Graph Transform Tool left
// weights, and QuantizeAndDequantize in its versions.
#include "importers/common/ops/fake_quantize.h"
#include "importers/graphdef/graph/op_table.h"
#include "ir/ops.h"
#include "ir/values/weights.h"

#include <cmath>

using namespace mlir;

namespace qopt::graphdef {

namespace {
/// `min` and `max` are the reals for which the lowest and the highest step stand.
struct RealRange {
  float min = 0, max = 0;
};
} // namespace

static RealRange readRange(Binder &b) {
  qrt::Tensor min, max;
  b.reals(1, min).reals(2, max);
  if (!b.ok())
    return {};
  b.support(min.size() == 1 && max.size() == 1, "with a range for each channel");
  RealRange range;
  if (b.ok())
    range = {min.values<float>()[0], max.values<float>()[0]};
  b.require(std::isfinite(range.min) && std::isfinite(range.max) && range.min <= range.max,
            "its range " + Twine(std::to_string(range.min)) + " to " +
                Twine(std::to_string(range.max)) + " is none");
  return range;
}

// steps · scale + offset, each step rounded to f32.
static void emitLinear(Binder &b, float scale, float offset) {
  Value x;
  if (!b.any(0, x).ok())
    return;
  Value real = b.part<nn::CastOp>("real", b.f32(), x, BoolAttr());
  Value scaled =
      b.part<nn::MulOp>(offset == 0 ? "" : "scaled", b.f32(), real, b.scalarPart("scale", scale));
  b.bindReal(0, offset == 0
                    ? scaled
                    : b.part<nn::AddOp>("", b.f32(), scaled, b.scalarPart("offset", offset)));
}

// The lowest step stands for the multiple of the scale that is nearest to min: zero points are
// whole.
static void emitMinFirst(Binder &b, const RealRange &range, int64_t least, int64_t most) {
  const float scale = (range.max - range.min) / float(most - least);
  FakeQuant q{{double(scale)}, {}, -1, least, most};
  const float zero = float(least) - std::round(range.min / scale);
  b.support(std::isnormal(scale) && zero >= float(least) && zero <= float(most),
            "of a range that does not hold 0");
  if (!b.ok())
    return;
  q.zeroPoints.push_back(int64_t(zero));
  if (!b.isConstant(0))
    return emitLinear(b, scale, -scale * zero);
  qrt::Tensor steps;
  if (b.constant(0, steps).ok())
    b.bindReal(0, dequantizedConstant(b, steps, q));
}

static void dequantize(Binder &b) {
  Value x;
  std::string mode = "MIN_COMBINED";
  int64_t axis = -1;
  bool narrow = false;
  b.arity(3, 3).any(0, x).attr("mode", mode).attr("axis", axis).attr("narrow_range", narrow);
  const RealRange range = readRange(b);
  b.support(axis == -1 && !narrow, "with axis or narrow_range");
  std::optional<qrt::ElementType> type = b.ok() ? nn::storageType(x.getType()) : std::nullopt;
  b.support(type && qrt::isInteger(*type) && qrt::bitWidth(*type) <= 16, "of such elements");
  if (!b.ok())
    return;
  const int64_t least = qrt::lowestOf(*type), most = qrt::highestOf(*type);
  const float scale = (range.max - range.min) / float(most - least);
  if (mode == "MIN_FIRST")
    return emitMinFirst(b, range, least, most);
  if (mode == "MIN_COMBINED")
    return emitLinear(b, scale, range.min - float(least) * scale);
  b.support(mode == "SCALED", "with mode " + mode);
  const float fromMax = range.max / float(most);
  emitLinear(b, least == 0 ? fromMax : std::max(fromMax, range.min / float(least)), 0);
}

// round(clamp(x) · factor) / factor, the larger of the steps that min and max ask for.
static void quantizeAndDequantize(Binder &b) {
  Value x;
  int64_t bits = 8, axis = -1;
  bool isSigned = true, isGiven = true, narrow = false;
  std::string rounding = "HALF_TO_EVEN";
  b.arity(3, 4)
      .input(0, x)
      .attr("num_bits", bits)
      .attr("axis", axis)
      .attr("signed_input", isSigned);
  b.attr("range_given", isGiven).attr("narrow_range", narrow).attr("round_mode", rounding);
  b.support(isGiven, "of a range that is measured as it runs").support(axis == -1, "with axis");
  b.support(rounding == "HALF_TO_EVEN", "with round_mode " + rounding)
      .bounded(bits, 2, 16, "num_bits");
  if (b.inputCount() == 4) { // of V3
    Ints width;
    b.ints(3, width).require(width.size() == 1, "num_bits is no single number");
    bits = b.ok() ? width[0] : bits;
    b.bounded(bits, 2, 16, "num_bits");
  }
  const RealRange range = readRange(b);
  if (!b.ok())
    return;
  const int64_t most = (int64_t(1) << (isSigned ? bits - 1 : bits)) - 1;
  const int64_t least = !isSigned ? 0 : narrow ? -most : -most - 1;
  const double fromMax = double(range.max) / double(most),
               fromMin = least ? double(range.min) / double(least) : 0.0;
  FakeQuant q{{double(float(std::max(fromMax, fromMin)))}, {0}, -1, least, most};
  b.bindReal(0, fakeQuantized(b, x, q));
}

ArrayRef<OpEntry> dequantizeOps() {
  static constexpr OpEntry ops[] = {{"Dequantize", dequantize},
                                    {"QuantizeAndDequantizeV2", quantizeAndDequantize},
                                    {"QuantizeAndDequantizeV3", quantizeAndDequantize},
                                    {"QuantizeAndDequantizeV4", quantizeAndDequantize}};
  return ops;
}

} // namespace qopt::graphdef
