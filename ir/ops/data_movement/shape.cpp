// Constants and exact copies: reshape, transpose, concat, slice, split, pad.
#include "ir/ops.h"
#include "ir/values/weights.h"
#include "ir/verify.h"
#include "runtime/numerics/types/first_outside.h"

#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace qopt::nn;

// Checks values against a declared range narrower than storage's (weights): proofs rely on it.
static LogicalResult verifyDeclaredRange(ConstantOp op) {
  auto element = dyn_cast<quant::QuantizedType>(getElementTypeOrSelf(op.getType()));
  if (!element || !element.hasStorageTypeBounds())
    return success();
  std::optional<qrt::Tensor> tensor = tensorOf(op.getValue());
  if (!tensor)
    return success();
  int64_t low = element.getStorageTypeMin(), high = element.getStorageTypeMax();
  std::optional<int64_t> outside = qrt::firstOutside(*tensor, low, high);
  if (outside)
    return violates(op, "C4") << "the value " << *outside << " lies outside the declared range "
                              << low << " to " << high;
  return success();
}

LogicalResult ConstantOp::verify() {
  auto type = cast<RankedTensorType>(getType());
  if (failed(verifyTensor(type, [&] { return emitOpError(); })))
    return failure();
  if (!type.hasStaticShape())
    return violates(*this, "C1") << "the shape of " << type << " is not static";
  // Missing data are an error only where they are read, since IR may be printed without them.
  auto resource = dyn_cast<DenseResourceElementsAttr>(getValue());
  AsmResourceBlob *blob = resource ? resource.getRawHandle().getBlob() : nullptr;
  int64_t bytes = storedBytes(getResult(), 1);
  if (bytes > int64_t(1) << 34)
    return violates(*this, "C3") << type << " holds more than 2^34 bytes";
  if (blob && int64_t(blob->getData().size()) != bytes)
    return violates(*this, "C2") << "the resource holds " << blob->getData().size() << " bytes, "
                                 << type << " needs " << bytes;
  return verifyDeclaredRange(*this);
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

static LogicalResult verifyCopied(Operation *op) {
  Type input = getElementTypeOrSelf(op->getOperand(0));
  for (Type type : op->getResultTypes()) {
    Type result = getElementTypeOrSelf(type);
    if (input != result || isa<quant::UniformQuantizedPerAxisType>(input))
      return violates(op, "C2") << "element types " << input << " and " << result
                                << " must be one, not quantized per axis";
  }
  return success();
}

// Returns whether the operation treats elements alike, and so may be done before they move.
static bool movesPast(Operation *elementwise) {
  auto alike = [](Type type) {
    return !isa<quant::UniformQuantizedPerAxisType>(getElementTypeOrSelf(type));
  };
  return isa<QuantizeOp, DequantizeOp, RequantizeOp, CastOp>(elementwise) &&
         alike(elementwise->getOperand(0).getType()) && alike(elementwise->getResult(0).getType());
}

// ---- reshape ----

LogicalResult ReshapeOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape from = symbolicShape(getInput()), to = symbolicShape(getType());
  std::optional<Dim> before = productOf(from), after = productOf(to);
  if (!before || !after || !mayBeEqual(*before, *after))
    return error() << "(C1): " << toString(from) << " and " << toString(to)
                   << " hold different numbers of elements";
  results.push_back(to);
  return success();
}
LogicalResult ReshapeOp::verify() { return verifyCopied(*this); }
QuantizationRule ReshapeOp::quantizationRule() { return sharesInput(); }
OpCost ReshapeOp::cost(int64_t batch) { return costOf(*this, batch, 0); }
bool ReshapeOp::undoes(Operation *producer) {
  return isa<ReshapeOp>(producer) &&
         symbolicShape(producer->getOperand(0)) == symbolicShape(getType());
}
bool ReshapeOp::mayMoveThrough(Operation *copy) { return movesPast(copy); }

// ---- bit cast ----

LogicalResult BitCastOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError) {
  results.push_back(symbolicShape(getInput()));
  return success();
}
LogicalResult BitCastOp::verify() {
  auto isPlain = [](Type type) {
    return (!isQuantized(type) || quantParams(type)) && !packedType(type);
  };
  qrt::ElementType from = *storageType(getInput().getType()), to = *storageType(getType());
  if (!isPlain(getInput().getType()) || !isPlain(getType()) ||
      qrt::bitWidth(from) != qrt::bitWidth(to) ||
      (to == qrt::ElementType::Bool && from != qrt::ElementType::Bool))
    return violates(*this, "C2") << "from " << getElementTypeOrSelf(getInput()) << " to "
                                 << getElementTypeOrSelf(getType());
  return success();
}
QuantizationRule BitCastOp::quantizationRule() {
  return {ResultRule::StaysFloat, {OperandRole::Float}};
}
OpCost BitCastOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

// ---- transpose ----

LogicalResult TransposeOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape from = symbolicShape(getInput()), to;
  llvm::SmallBitVector seen(from.size());
  for (int64_t axis : getPermutation()) {
    if (axis < 0 || axis >= int64_t(from.size()) || seen.test(axis))
      return error() << "(C1): not a permutation of " << from.size() << " dimensions";
    seen.set(axis);
    to.push_back(from[axis]);
  }
  if (to.size() != from.size())
    return error() << "(C1): not a permutation of " << from.size() << " dimensions";
  results.push_back(to);
  return success();
}
LogicalResult TransposeOp::verify() {
  auto from = dyn_cast<quant::UniformQuantizedPerAxisType>(getElementTypeOrSelf(getInput()));
  auto to = dyn_cast<quant::UniformQuantizedPerAxisType>(getElementTypeOrSelf(getType()));
  if (!from && !to)
    return verifyCopied(*this);
  bool follows = from && to && from.getScales() == to.getScales() &&
                 from.getStorageType() == to.getStorageType() && from.getFlags() == to.getFlags() &&
                 getPermutation()[to.getQuantizedDimension()] == from.getQuantizedDimension();
  if (!follows)
    return violates(*this, "C2") << "the quantized axis must follow its dimension";
  return success();
}
QuantizationRule TransposeOp::quantizationRule() { return sharesInput(); }
OpCost TransposeOp::cost(int64_t batch) { return costOf(*this, batch, 0); }
bool TransposeOp::undoes(Operation *producer) {
  auto first = dyn_cast<TransposeOp>(producer);
  if (!first)
    return false;
  for (auto [i, axis] : llvm::enumerate(getPermutation()))
    if (first.getPermutation()[axis] != int64_t(i))
      return false;
  return true;
}
bool TransposeOp::mayMoveThrough(Operation *copy) { return movesPast(copy); }
bool TransposeOp::isIdentity() {
  return llvm::equal(getPermutation(), llvm::seq<int64_t>(0, getPermutation().size()));
}

// ---- concat ----

LogicalResult ConcatOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  if (getInputs().empty())
    return error() << "(C1): needs an operand";
  SymbolicShape shape = symbolicShape(getInputs().front());
  int64_t axis = getAxis();
  if (axis < 0 || axis >= int64_t(shape.size()))
    return error() << "(C1): axis " << axis << " is out of range";
  for (Value input : getInputs().drop_front()) {
    SymbolicShape next = symbolicShape(input);
    bool fits = next.size() == shape.size();
    for (size_t i = 0; fits && i < next.size(); ++i)
      fits = int64_t(i) == axis || mayBeEqual(next[i], shape[i]);
    if (!fits)
      return error() << "(C2): " << toString(next) << " does not fit " << toString(shape);
    for (size_t i = 0; i < next.size(); ++i)
      if (next[i].isStatic() && int64_t(i) != axis)
        shape[i] = next[i];
    shape[axis] = sum(shape[axis], next[axis]);
  }
  results.push_back(shape);
  return success();
}
bool ConcatOp::mayGrow(unsigned, int64_t dim) { return dim != int64_t(getAxis()); }
LogicalResult ConcatOp::verify() {
  Type result = getElementTypeOrSelf(getType());
  if (result.isF64())
    return violates(*this, "C3") << "f64 is only held, not computed with";
  for (auto [i, input] : llvm::enumerate(getInputs())) {
    Type element = getElementTypeOrSelf(input);
    if (element == result)
      continue;
    // 32-bit steps are no f32, in which they are rescaled and clamped.
    auto isRescaled = [](Type type) {
      std::optional<QuantParams> params = quantParams(type);
      return params && qrt::byteWidth(params->storage) <= 2;
    };
    if (!isRescaled(element) || !isRescaled(result))
      return violates(*this, "C3") << "element type " << element << " does not go with " << result;
    if (failed(verifyRescale(*this, "C3", i)))
      return failure();
  }
  return success();
}
QuantizationRule ConcatOp::quantizationRule() {
  return {ResultRule::Unifies,
          SmallVector<OperandRule, 5>(getInputs().size(), OperandRole::Activation)};
}
OpCost ConcatOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

// ---- slice ----

static bool isOutside(const Dim &index, const Dim &size) {
  return isLess(index, staticDim(0)) == true || isLess(index, size) == false;
}

LogicalResult SliceOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape shape = symbolicShape(getInput()), box = symbolicShape(getType());
  if (getStarts().size() != shape.size() || getSteps().size() != shape.size() ||
      box.size() != shape.size())
    return error() << "(C1): one start, size and step per dimension";
  for (auto [i, dim] : llvm::enumerate(shape)) {
    int64_t start = getStarts()[i], step = getSteps()[i];
    if (box[i] == staticDim(0))
      continue;
    std::optional<Dim> first = staticDim(start);
    if (start < 0)
      if (first = add(dim, *first); first && step > 0)
        first = greatest(*first, staticDim(0));
    std::optional<Dim> span = multiply(sum(box[i], staticDim(-1)), staticDim(step));
    std::optional<Dim> last = first && span ? add(*first, *span) : std::nullopt;
    if (step == 0 || !last || isLess(box[i], staticDim(1)) == true || isOutside(*first, dim) ||
        isOutside(*last, dim))
      return error() << "(C1): start " << start << ", size " << box[i].text() << ", step " << step
                     << " do not lie in dimension " << i << " of " << toString(shape);
  }
  results.push_back(box);
  return success();
}
// Whole, or a part of a size that stays.
bool SliceOp::mayGrow(unsigned, int64_t dim) {
  return getStarts()[dim] == 0 && getSteps()[dim] == 1 &&
         symbolicShape(getInput())[dim] == symbolicShape(getType())[dim];
}
int64_t SliceOp::startAt(int64_t dim, int64_t batch) {
  int64_t start = getStarts()[dim];
  if (start >= 0)
    return start;
  start += symbolicShape(getInput())[dim].at(batch);
  return getSteps()[dim] > 0 ? std::max<int64_t>(0, start) : start;
}
LogicalResult SliceOp::verify() { return verifyCopied(*this); }
QuantizationRule SliceOp::quantizationRule() { return sharesInput(); }
OpCost SliceOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

// ---- split ----

LogicalResult SplitOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape shape = symbolicShape(getInput());
  int64_t axis = getAxis(), sum = 0;
  if (axis < 0 || axis >= int64_t(shape.size()))
    return error() << "(C1): axis " << axis << " is out of range";
  Dim whole = shape[axis];
  bool fits = !getSizes().empty();
  for (int64_t size : getSizes()) {
    fits = fits && size >= 0 && !llvm::AddOverflow(sum, size, sum);
    results.push_back(shape);
    results.back()[axis] = staticDim(size);
  }
  if (!fits || !mayBeEqual(staticDim(sum), whole))
    return error() << "(C1): the sizes do not make up dimension " << axis << " of "
                   << toString(shape);
  return success();
}
bool SplitOp::mayGrow(unsigned, int64_t dim) { return dim != int64_t(getAxis()); }
LogicalResult SplitOp::verify() { return verifyCopied(*this); }
QuantizationRule SplitOp::quantizationRule() { return sharesInput(); }
OpCost SplitOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

// ---- pad ----

LogicalResult PadOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  auto padded = padShape(error, "pads", symbolicShape(getInput()), getLow(), getHigh());
  if (succeeded(padded))
    results.push_back(*padded);
  return padded;
}
bool PadOp::mayGrow(unsigned, int64_t dim) { return getLow()[dim] == 0 && getHigh()[dim] == 0; }
static bool holdsInteger(Type type, int64_t value) {
  std::optional<qrt::ElementType> storage = storageType(type);
  if (isQuantized(type) || !storage || qrt::isFloat(*storage))
    return false;
  return value >= qrt::lowestOf(*storage) && value <= qrt::highestOf(*storage);
}
LogicalResult PadOp::verify() {
  if (failed(verifyCopied(*this)))
    return failure();
  auto real = dyn_cast<FloatAttr>(getValue());
  bool isReal =
      isFloat(getType()) || (quantParams(getType()) && !(real && real.getValue().isNaN()));
  bool fits = real ? isReal || real.getValue().isPosZero()
                   : holdsInteger(getType(), cast<IntegerAttr>(getValue()).getInt());
  if (!fits)
    return violates(*this, "C3") << getElementTypeOrSelf(getType())
                                 << " has no border of this value";
  return success();
}
// Only real 0 is a stored step whatever the parameters: another border might saturate.
QuantizationRule PadOp::quantizationRule() {
  auto real = dyn_cast<FloatAttr>(getValue());
  return real && real.getValue().isZero()
             ? sharesInput()
             : QuantizationRule{ResultRule::StaysFloat, {OperandRole::Float}};
}
OpCost PadOp::cost(int64_t batch) { return costOf(*this, batch, 0); }
