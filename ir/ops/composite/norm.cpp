// Normalizations: their shapes, checks and parts.
#include "ir/ops.h"
#include "ir/ops/composite/variance.h"
#include "ir/verify.h"

#include <limits>

using namespace mlir;
using namespace qopt::nn;

// The same of x, or of its deviation, over its dimensions from `axis` on.
static Value standardized(CompositeBuilder &b, Value x, int64_t axis, const APFloat &epsilon,
                          bool centered) {
  Axes axes = axesFrom(x, axis);
  if (staticCount(x, axes))
    return b.part<StandardizeOp>("standardized", x, uint64_t(axis), epsilon, centered);
  return scaledToVariance(b, centered ? deviation(b, x, axes) : x, axes, epsilon.convertToFloat());
}

static Value affine(CompositeBuilder &b, Value x, Value scale, Value bias) {
  if (scale)
    x = b.part<MulOp>("scaled", x, scale);
  return bias ? b.part<AddOp>("shifted_by_bias", x, bias) : x;
}

// ---- over trailing dimensions ----

static LogicalResult inferTrailing(Operation *op, int64_t axis,
                                   SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape shape = symbolicShape(op->getOperand(0));
  if (axis < 0 || axis >= int64_t(shape.size()) ||
      llvm::is_contained(ArrayRef(shape).drop_front(axis), staticDim(0)))
    return error() << "(C1): axis " << axis << " begins no dimensions with elements of "
                   << toString(shape);
  for (Value parameter : op->getOperands().drop_front()) {
    std::optional<SymbolicShape> both = broadcastShapes(shape, symbolicShape(parameter));
    if (!both || both->size() != shape.size() || !mayBeEqual(*both, shape))
      return error() << "(C2): " << toString(symbolicShape(parameter)) << " does not broadcast to "
                     << toString(shape);
  }
  results.push_back(shape);
  return success();
}

LogicalResult LayerNormOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  return inferTrailing(*this, getAxis(), results, error);
}
LogicalResult LayerNormOp::verify() { return verifyAllF32(*this, "C3"); }
QuantizationRule LayerNormOp::quantizationRule() { return staysFloat(*this); }
SmallVector<Value> LayerNormOp::expand(CompositeBuilder &b) {
  Value y = standardized(b, getInput(), getAxis(), getEpsilon(), /*centered=*/true);
  return {affine(b, y, getScale(), getBias())};
}

LogicalResult RmsNormOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  return inferTrailing(*this, getAxis(), results, error);
}
LogicalResult RmsNormOp::verify() { return verifyAllF32(*this, "C3"); }
QuantizationRule RmsNormOp::quantizationRule() { return staysFloat(*this); }
SmallVector<Value> RmsNormOp::expand(CompositeBuilder &b) {
  Value y = standardized(b, getInput(), getAxis(), getEpsilon(), /*centered=*/false);
  return {affine(b, y, getScale(), getBias())};
}

// ---- over groups of channels ----

LogicalResult GroupNormOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape shape = symbolicShape(getInput());
  int64_t groups = int64_t(getGroups());
  bool fits = shape.size() >= 3 && shape[1].isStatic() && groups >= 1 &&
              shape[1].value() % groups == 0 &&
              !llvm::is_contained(ArrayRef(shape).drop_front(), staticDim(0));
  if (!fits)
    return error() << "(C1): " << groups << " groups do not divide the channels of "
                   << toString(shape);
  for (Value parameter : getOperands().drop_front()) {
    SymbolicShape own = symbolicShape(parameter);
    if (own != SymbolicShape{shape[1]} && own != SymbolicShape{staticDim(groups)})
      return error() << "(C2): " << toString(own) << " has no element for each channel or group of "
                     << toString(shape);
  }
  results.push_back(shape);
  return success();
}
LogicalResult GroupNormOp::verify() { return verifyAllF32(*this, "C3"); }
QuantizationRule GroupNormOp::quantizationRule() { return staysFloat(*this); }

// A parameter along channels or groups, of one shape with the image split into groups.
static Value besideGroups(CompositeBuilder &b, StringRef name, Value parameter,
                          const SymbolicShape &split, bool isSplit) {
  if (!parameter)
    return parameter;
  Dim own = symbolicShape(parameter).front(), one = staticDim(1);
  SymbolicShape shape(split.size() - 1, one);
  shape[0] = own;
  if (isSplit && own == split[1])
    shape.insert(shape.begin() + 1, one), shape.pop_back();
  else if (isSplit)
    shape[0] = split[1], shape[1] = split[2];
  return b.reshape(name, parameter, shape);
}

SmallVector<Value> GroupNormOp::expand(CompositeBuilder &b) {
  SymbolicShape shape = symbolicShape(getInput()), split = shape;
  int64_t groups = int64_t(getGroups());
  bool isSplit = shape[1] != staticDim(groups);
  Value x = getInput();
  if (isSplit) {
    split[1] = staticDim(groups);
    split.insert(split.begin() + 2, staticDim(shape[1].value() / groups));
    x = b.reshape("groups", x, split);
  }
  // Alone in its group and image, a channel is its own mean.
  Value y = standardized(b, x, 2, getEpsilon(), /*centered=*/true);
  y = affine(b, y, besideGroups(b, "scale", getScale(), split, isSplit),
             besideGroups(b, "bias", getBias(), split, isSplit));
  return {isSplit ? b.reshape("channels", y, shape) : y};
}

// ---- over any axes ----

LogicalResult MeanVarianceNormOp::inferShapes(SmallVectorImpl<SymbolicShape> &results,
                                              EmitError error) {
  SmallVector<SymbolicShape> reduced;
  if (failed(inferReduced(getInput(), getAxes(), /*keepDims=*/true, reduced, error)))
    return failure();
  results.push_back(symbolicShape(getInput()));
  return success();
}
LogicalResult MeanVarianceNormOp::verify() { return verifyAllF32(*this, "C2"); }
QuantizationRule MeanVarianceNormOp::quantizationRule() { return staysFloat(*this); }
SmallVector<Value> MeanVarianceNormOp::expand(CompositeBuilder &b) {
  Value d = deviation(b, getInput(), getAxes());
  Value root = b.part<SqrtOp>("root", meanOfSquares(b, d, getAxes()));
  Value epsilon = b.scalar("epsilon", getEpsilon().convertToFloat());
  return {b.part<DivOp>("normalized", d, b.part<AddOp>("shifted", root, epsilon))};
}

LogicalResult LpNormOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SmallVector<SymbolicShape> reduced;
  const int64_t axis[] = {int64_t(getAxis())};
  if (failed(inferReduced(getInput(), axis, /*keepDims=*/true, reduced, error)))
    return failure();
  results.push_back(symbolicShape(getInput()));
  return success();
}
LogicalResult LpNormOp::verify() {
  if (getP() != 1 && getP() != 2)
    return violates(*this, "C3") << "p is " << int64_t(getP());
  return verifyAllF32(*this, "C2");
}
QuantizationRule LpNormOp::quantizationRule() { return staysFloat(*this); }
// The floor lies below every norm but 0: below the smallest f32, and below its root.
SmallVector<Value> LpNormOp::expand(CompositeBuilder &b) {
  const int64_t axis[] = {int64_t(getAxis())};
  float floor = getP() == 1 ? std::numeric_limits<float>::denorm_min() : 0x1p-75f;
  Value norm = getP() == 1 ? b.part<ReduceL1Op>("norm", getInput(), axis, /*keep_dims=*/true)
                           : b.part<ReduceL2Op>("norm", getInput(), axis, /*keep_dims=*/true);
  Value divisor = b.part<MaxOp>("divisor", norm, b.scalar("floor", floor));
  return {b.part<DivOp>("normalized", getInput(), divisor)};
}

// ---- local response ----

// The dimensions that a window spans.
static Axes spanOf(LrnOp op) {
  return op.getWithinChannels() ? axesFrom(op.getInput(), 2) : Axes{1};
}

static int64_t windowOf(LrnOp op) {
  int64_t count = 1;
  for (size_t i = 0; i < spanOf(op).size() && count <= 64; ++i)
    count = std::min<int64_t>(op.getSize(), 65) * count;
  return count;
}

LogicalResult LrnOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape shape = symbolicShape(getInput());
  if (shape.size() < (getWithinChannels() ? 3u : 2u))
    return error() << "(C1): the rank of " << toString(shape) << " is too small";
  results.push_back(shape);
  return success();
}
LogicalResult LrnOp::verify() {
  if (int64_t(getSize()) < 1 || windowOf(*this) > 64)
    return violates(*this, "C3") << "a window of size " << int64_t(getSize()) << " along each of "
                                 << spanOf(*this).size()
                                 << " dimensions has no, or more than 64, elements";
  return verifyAllF32(*this, "C2");
}
QuantizationRule LrnOp::quantizationRule() { return staysFloat(*this); }

// Element i is partial i; p and p + 32 are joined first, then p and p + 16, … 1.
static Value joinedAsTree(CompositeBuilder &b, SmallVector<Value> partials) {
  for (size_t half = 32; half > 0; half /= 2)
    for (size_t p = 0; p < half && p + half < partials.size(); ++p)
      partials[p] = b.part<AddOp>("sum", partials[p], partials[p + half]);
  return partials.front();
}

static Value sumOfWindow(CompositeBuilder &b, LrnOp op, Value square) {
  SymbolicShape shape = symbolicShape(square);
  int64_t size = int64_t(op.getSize()), low = (size - 1) / 2;
  Axes lows(shape.size(), 0), highs = lows, steps(shape.size(), 1), span = spanOf(op);
  for (int64_t axis : span)
    lows[axis] = low, highs[axis] = size - 1 - low;
  Value padded = b.part<PadOp>("padded", square, lows, highs, APFloat(0.0f));
  SmallVector<Value> partials;
  for (int64_t i = 0, count = windowOf(op); i < count; ++i) {
    Axes starts(shape.size(), 0);
    int64_t rest = i;
    for (int64_t axis : llvm::reverse(span))
      starts[axis] = rest % size, rest /= size;
    partials.push_back(b.partOf<SliceOp>("neighbour", shape, padded, starts, steps));
  }
  return joinedAsTree(b, std::move(partials));
}

SmallVector<Value> LrnOp::expand(CompositeBuilder &b) {
  float share = getAlpha().convertToFloat() / float(windowOf(*this));
  Value sum = sumOfWindow(b, *this, b.part<MulOp>("square", getInput(), getInput()));
  Value scaled = b.part<MulOp>("scaled", sum, b.scalar("alpha", share));
  Value base = b.part<AddOp>("base", b.scalar("bias", getBias().convertToFloat()), scaled);
  Value exponent = b.part<MulOp>("exponent", b.part<LogOp>("log", base),
                                 b.scalar("beta", getBeta().convertToFloat()));
  return {b.part<DivOp>("quotient", getInput(), b.part<ExpOp>("power", exponent))};
}
