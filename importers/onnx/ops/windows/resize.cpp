// Resize and Upsample: a step of nn.resample for each dimension, the last one first.
#include "importers/onnx/graph/op_table.h"
#include "importers/onnx/ops/windows/resize_table.h"
#include "ir/ops.h"
#include "ir/values/weights.h"

#include <cmath>

using namespace mlir;

namespace qopt::onnx {

namespace {
struct Resize {
  Value x;
  ResizeRule rule;
  float extrapolation = 0;
  std::string policy = "stretch";
  std::optional<double> aspect; // the one scale of all axes that keeps it
  Ints axes;                    // what scales, sizes and roi speak of, in their order
  std::vector<float> scales;
  std::optional<IntTensor> sizes;
  std::vector<float> region; // starts, then ends
  bool isOld = false;        // before opset 11 there was one rule
};

/// One dimension that changes. Where symbols decide, to = from·up/down.
struct Step {
  int64_t axis = 0, up = 0, down = 0;
  nn::Dim to;
  ResizedAxis along;
};
} // namespace

// ---- what is asked for ----

static std::vector<float> realsOf(Binder &b, unsigned index) {
  qrt::Tensor tensor;
  if (!b.has(index) || !b.reals(index, tensor).ok())
    return {};
  llvm::ArrayRef<float> values = tensor.values<float>();
  return std::vector<float>(values.begin(), values.end());
}

static void readCoordinates(Binder &b, Resize &r) {
  constexpr llvm::StringLiteral coordinates[] = {
      "half_pixel", "half_pixel_symmetric", "pytorch_half_pixel",  "align_corners",
      "asymmetric", "tf_crop_and_resize",   "tf_half_pixel_for_nn"};
  constexpr llvm::StringLiteral nearest[] = {"round_prefer_floor", "round_prefer_ceil", "floor",
                                             "ceil"};
  float cubic = -0.75f;
  b.attr("coordinate_transformation_mode", r.rule.coordinates);
  b.attr("nearest_mode", r.rule.nearest).attr("cubic_coeff_a", cubic);
  b.attr("exclude_outside", r.rule.excludeOutside).attr("antialias", r.rule.antialias);
  b.attr("extrapolation_value", r.extrapolation).attr("keep_aspect_ratio_policy", r.policy);
  b.require(llvm::is_contained(coordinates, r.rule.coordinates),
            "coordinate_transformation_mode '" + r.rule.coordinates + "' is unknown");
  b.require(llvm::is_contained(nearest, r.rule.nearest),
            "nearest_mode '" + r.rule.nearest + "' is unknown");
  b.require(r.policy == "stretch" || r.policy == "not_larger" || r.policy == "not_smaller",
            "keep_aspect_ratio_policy '" + r.policy + "' is unknown");
  r.rule.cubic = cubic;
}

// One element for each axis, or none at all.
static void checkCounts(Binder &b, Resize &r) {
  size_t count = r.axes.size();
  b.require(r.scales.empty() != !r.sizes.has_value(), "needs scales or sizes, and not both");
  b.require(r.scales.empty() || r.scales.size() == count,
            "scales needs " + Twine(count) + " entries");
  b.require(!r.sizes || r.sizes->values.size() == count,
            "sizes needs " + Twine(count) + " entries");
  b.require(r.rule.coordinates != "tf_crop_and_resize" || r.region.size() == 2 * count,
            "roi needs " + Twine(2 * count) + " entries");
  for (float scale : r.scales)
    b.require(scale > 0 && std::isfinite(scale), "a scale is not positive");
  for (float edge : r.region)
    b.require(std::isfinite(edge), "roi is not finite");
}

static void readResize(Binder &b, Resize &r) {
  b.arity(1, 4).attr("mode", r.rule.mode);
  b.require(r.rule.mode == "nearest" || r.rule.mode == "linear" || r.rule.mode == "cubic",
            "mode '" + r.rule.mode + "' is unknown");
  r.rule.mode == "nearest" ? b.movable(0, r.x) : b.input(0, r.x);
  readCoordinates(b, r);
  Ints named;
  b.attr("axes", named);
  if (!b.ok())
    return;
  if (b.has("axes"))
    for (int64_t axis : named) {
      b.axis(axis, rankOf(r.x));
      b.require(!llvm::is_contained(r.axes, axis), "axes names a dimension twice");
      r.axes.push_back(axis);
    }
  else
    for (int64_t i = 0; i < rankOf(r.x); ++i)
      r.axes.push_back(i);
  r.scales = realsOf(b, 2);
  IntTensor sizes;
  if (b.ok() && b.has(3) && b.ints(3, sizes).ok() && !sizes.values.empty())
    r.sizes = sizes;
  if (r.rule.coordinates == "tf_crop_and_resize")
    r.region = realsOf(b, 1);
  checkCounts(b, r);
}

// ---- sizes ----

// up/down where that is the ratio: sizes up to 64 times larger or smaller.
template <typename IsRatio> static void findRatio(Step &step, IsRatio isRatio) {
  for (int64_t down = 1; down <= 64 && !step.up; ++down)
    for (int64_t up = 1; up <= 64 && !step.up; ++up)
      if (isRatio(up, down))
        step.up = up, step.down = down;
  if (step.up)
    step.along.up = double(step.up), step.along.down = double(step.down);
}

// A size that symbols decide needs tables that repeat.
static bool repeats(const ResizeRule &rule, const Step &step) {
  bool byScale = rule.coordinates == "half_pixel" || rule.coordinates == "asymmetric" ||
                 rule.coordinates == "tf_half_pixel_for_nn";
  bool byWhole = step.down == 1 && (rule.coordinates == "half_pixel_symmetric" ||
                                    rule.coordinates == "pytorch_half_pixel");
  return step.up && (byScale || byWhole) && (rule.mode == "nearest" || !rule.excludeOutside);
}

static bool isIdentity(const Resize &r, const Step &step) {
  const bool isWhole =
      r.rule.coordinates != "tf_crop_and_resize" || (step.along.start == 0 && step.along.end == 1);
  return isWhole && step.along.up == step.along.down;
}

// ONNX Runtime rounds so, too.
static int64_t scaledSize(int64_t from, float scale) {
  return int64_t(std::min(std::floor(float(from) * scale), 0x1p31f));
}
// Tells whether from·up/down, rounded down, is the scaled size for every `from`: f32's product of a
// multiple of `down` may lie just below a whole number.
static bool isQuotient(float scale, const Step &step) {
  constexpr int64_t most = 1 << 16;
  for (int64_t from = 1; step.up && from <= most; ++from)
    if (scaledSize(from, scale) != from * step.up / step.down)
      return false;
  return step.up != 0;
}

// `to` and the scale, 0 where it is not known.
static void findSize(Binder &b, const Resize &r, size_t i, const nn::Dim &from, Step &step) {
  step.to = from;
  if (r.sizes) {
    step.to = r.sizes->values[i];
    if (r.aspect) { // rounded, the sizes have others
      step.along.up = *r.aspect;
    } else if (from.isStatic() && step.to.isStatic()) {
      step.along.up = double(step.to.value()), step.along.down = double(from.value());
    } else {
      step.along.up = 0;
      findRatio(step, [&](int64_t up, int64_t down) {
        auto a = nn::multiply(from, nn::staticDim(up)),
             c = nn::multiply(step.to, nn::staticDim(down));
        return a && c && *a == *c;
      });
    }
    return;
  }
  // 0.6 is meant to be 3/5, whatever f32 has for it: places say so, with and without symbols. The
  // size is the f32's.
  step.along.up = r.scales[i];
  findRatio(step, [&](int64_t up, int64_t down) { return float(up) / float(down) == r.scales[i]; });
  if (from.isStatic()) {
    step.to = nn::staticDim(scaledSize(from.value(), r.scales[i]));
  } else if (isQuotient(r.scales[i], step)) {
    auto whole = nn::multiply(from, nn::staticDim(step.up));
    auto to = whole ? nn::quotient(*whole, nn::staticDim(step.down)) : std::nullopt;
    b.support(to.has_value(), "to a size that is too large");
    step.to = to.value_or(from);
  } else {
    step.up = 0; // no tables for sizes that are not known
  }
}

static void decide(Binder &b, const Resize &r, size_t i, Step &step) {
  const nn::Dim from = nn::symbolicShape(r.x)[step.axis];
  findSize(b, r, i, from, step);
  if (!b.ok() || isIdentity(r, step))
    return;
  bool isStatic = from.isStatic() && step.to.isStatic();
  b.require(!step.to.isStatic() || step.to.value() >= 0, "to a negative size");
  b.support(step.to != nn::staticDim(0) && from != nn::staticDim(0), "with an empty result");
  b.support(isStatic || repeats(r.rule, step),
            "of a size that varies with the input's shape, in this mode; give --shape");
  b.support(!b.ok() || tapsOf(r.rule, step.along) <= 128,
            "with antialias that joins more than 128 elements");
  b.support(!b.ok() || !isStatic || double(step.to.value()) * tapsOf(r.rule, step.along) <= 0x1p24,
            "to a size whose tables have more than 2^24 entries");
  if (isStatic) {
    step.along.from = from.value();
    step.along.to = step.to.value();
  }
}

// One scale for all axes: the smallest, or the largest.
static void keepAspect(Binder &b, Resize &r) {
  if (r.policy == "stretch" || !r.sizes || !b.ok())
    return;
  nn::SymbolicShape shape = nn::symbolicShape(r.x);
  std::optional<double> scale;
  for (auto [axis, size] : llvm::zip_equal(r.axes, r.sizes->values)) {
    b.support(shape[axis].isStatic() && size.isStatic(),
              "with keep_aspect_ratio_policy on a dynamic size; give --shape");
    b.support(shape[axis] != nn::staticDim(0), "with an empty result");
    if (!b.ok())
      return;
    double one = double(size.value()) / double(shape[axis].value());
    scale = !scale ? one : r.policy == "not_larger" ? std::min(*scale, one) : std::max(*scale, one);
  }
  for (auto [axis, size] : llvm::zip_equal(r.axes, r.sizes->values))
    size = nn::staticDim(
        int64_t(std::clamp(*scale * double(shape[axis].value()) + 0.5, -0x1p40, 0x1p40)));
  r.aspect = scale;
}

// ---- what becomes of it ----

static Value constantOf(Binder &b, StringRef name, const Step &step, const qrt::Tensor &tensor) {
  Type element = nn::plainElementType(b.context(), tensor.type());
  llvm::ArrayRef<int64_t> shape(tensor.shape().data(), tensor.shape().size());
  return b.constantPart((name + std::to_string(step.axis)).str(),
                        RankedTensorType::get(shape, element), tensor);
}

// The extrapolated value where the place along this dimension left the image.
static Value maskOf(Binder &b, const Step &step, const ResizeTable &table, int64_t rank) {
  std::vector<int64_t> shape(rank - step.axis, 1);
  shape[0] = int64_t(table.outside.size());
  qrt::Tensor mask = qrt::Tensor::allocate(qrt::ElementType::Bool, shape);
  for (size_t i = 0; i < table.outside.size(); ++i)
    reinterpret_cast<uint8_t *>(mask.mutableData())[i] = table.outside[i];
  return constantOf(b, "outside", step, mask);
}

// Before opset 11 nearest goes down where a size grows, and up where it shrinks: its data say so.
static ResizeRule ruleOf(const Resize &r, const Step &step) {
  ResizeRule rule = r.rule;
  if (r.isOld && step.along.up < step.along.down)
    rule.nearest = "ceil";
  return rule;
}

static void emitSteps(Binder &b, const Resize &r, ArrayRef<Step> steps) {
  Value y = r.x;
  nn::SymbolicShape shape = nn::symbolicShape(r.x);
  for (size_t i = 0; i < steps.size() && b.ok(); ++i) {
    const Step &step = steps[i];
    const bool isLast = i + 1 == steps.size(), isStatic = step.along.from != 0;
    const ResizeTable table =
        tableOf(ruleOf(r, step), step.along, isStatic ? step.along.to : step.up);
    const int64_t count = int64_t(table.places.size());
    Value places =
        constantOf(b, "places", step, qrt::Tensor::fromValues<int32_t>({count}, table.places));
    Value weights;
    if (!table.weights.empty())
      weights = constantOf(b, "weights", step,
                           qrt::Tensor::fromValues<float>({count, table.taps}, table.weights));
    shape[step.axis] = step.to;
    const bool leaves = llvm::is_contained(table.outside, true);
    const uint64_t axis = uint64_t(step.axis), stride = uint64_t(isStatic ? 0 : step.down);
    std::string name = "axis" + std::to_string(step.axis);
    if (isLast && !leaves)
      return b.emitAs<nn::ResampleOp>(shape, elementOf(y), y, places, weights, axis, stride);
    y = b.partAs<nn::ResampleOp>(name, shape, elementOf(y), y, places, weights, axis, stride);
    if (!leaves)
      continue;
    Value mask = maskOf(b, step, table, int64_t(shape.size()));
    Value value = b.scalarPart("extrapolated" + std::to_string(step.axis), r.extrapolation);
    if (isLast)
      return b.emit<nn::WhereOp>(elementOf(y), mask, value, y);
    y = b.part<nn::WhereOp>("inside" + std::to_string(step.axis), elementOf(y), mask, value, y);
  }
}

static void convert(Binder &b, Resize &r) {
  keepAspect(b, r);
  SmallVector<Step> steps;
  for (size_t i = 0; i < r.axes.size() && b.ok(); ++i) {
    Step step;
    step.axis = r.axes[i];
    if (!r.region.empty()) {
      step.along.start = r.region[i];
      step.along.end = r.region[r.axes.size() + i];
    }
    decide(b, r, i, step);
    if (!isIdentity(r, step))
      steps.push_back(step);
  }
  b.support(r.rule.coordinates != "tf_crop_and_resize" || !b.ok() || elementOf(r.x).isF32(),
            "with tf_crop_and_resize of other elements than f32");
  if (!b.ok())
    return;
  if (steps.empty())
    return b.alias(0, 0);
  llvm::sort(steps, [](const Step &a, const Step &c) { return a.axis > c.axis; });
  emitSteps(b, r, steps);
}

static void setOldRule(Resize &r) {
  r.isOld = true;
  r.rule.coordinates = "asymmetric";
  r.rule.nearest = "floor";
}

static void readScales(Binder &b, Resize &r) {
  setOldRule(r);
  b.attr("mode", r.rule.mode);
  b.require(r.rule.mode == "nearest" || r.rule.mode == "linear" || r.rule.mode == "bilinear",
            "mode '" + r.rule.mode + "' is unknown");
  if (r.rule.mode == "bilinear")
    r.rule.mode = "linear";
  r.rule.mode == "nearest" ? b.movable(0, r.x) : b.input(0, r.x);
  for (int64_t i = 0; b.ok() && i < rankOf(r.x); ++i)
    r.axes.push_back(i);
}

static void resize(Binder &b) {
  Resize r;
  if (b.opset() < 11) {
    b.arity(2, 2);
    readScales(b, r);
    r.scales = realsOf(b, 1);
    checkCounts(b, r);
  } else {
    readResize(b, r);
  }
  if (b.ok())
    convert(b, r);
}

static void upsample(Binder &b) {
  Resize r;
  b.arity(b.opset() < 9 ? 1 : 2, b.opset() < 9 ? 1 : 2);
  readScales(b, r);
  if (b.opset() < 9)
    b.attr("scales", r.scales);
  else
    r.scales = realsOf(b, 1);
  checkCounts(b, r);
  if (b.ok())
    convert(b, r);
}

ArrayRef<OpEntry> resizeOps() {
  static constexpr OpEntry ops[] = {{"Resize", resize, 10}, {"Upsample", upsample, 7}};
  return ops;
}

} // namespace qopt::onnx
