#include "ir/verify.h"

#include "ir/ops/rescale.h"
#include "ir/ops/sum_text.h"

#include <cmath>
#include <limits>

using namespace mlir;

namespace qopt::nn {

InFlightDiagnostic violates(Operation *op, StringRef label) {
  return op->emitOpError() << "(" << label << "): ";
}

bool isComputedFloat(Type type) { return isFloat(type) && qrt::bitWidth(*storageType(type)) >= 16; }

static bool isKind(Type element, ElementRule rule, Type like) {
  if (auto params = quantParams(element))
    return rule.quantized && isQuantized(like) && hasComputedStorage(element) &&
           (!rule.bits8 || qrt::byteWidth(params->storage) == 1);
  if (isF32(element) || (rule.narrow && isComputedFloat(element)))
    return rule.floats && element == like;
  if (element.isInteger(1))
    return rule.booleans && element == like;
  bool isSummed = element.isSignlessInteger(32) || element.isSignlessInteger(64);
  bool isTaken = rule.integers == Integers::All    ? isPlainInteger(element) && !packedType(element)
                 : rule.integers == Integers::Wide ? isSummed
                                                   : false;
  return isTaken && element == like;
}

bool fitsRule(Type type, ElementRule rule) {
  Type element = getElementTypeOrSelf(type);
  return isKind(element, rule, element);
}

bool isComputedElement(Type type) {
  return fitsRule(
      type, {.quantized = false, .integers = Integers::All, .narrow = true, .booleans = true});
}

LogicalResult verifySameElement(Operation *op, StringRef label) {
  Type input = getElementTypeOrSelf(op->getOperand(0));
  Type result = getElementTypeOrSelf(op->getResult(0));
  if (input != result)
    return violates(op, label) << "input elements " << input << " differ from the result's "
                               << result;
  if (!isKind(input, {}, input))
    return violates(op, label) << "elements must be f32 or quantized per tensor, got " << input;
  return success();
}

LogicalResult verifyMoved(Operation *op, StringRef label, unsigned index) {
  Type from = getElementTypeOrSelf(op->getOperand(index));
  Type to = getElementTypeOrSelf(op->getResult(0));
  bool isPerAxis = isQuantized(to) && weightScales(to).axis >= 0;
  std::optional<qrt::ElementType> storage = storageType(to);
  if (from != to || isPerAxis || !storage || !qrt::loadedType(qrt::unpackedType(*storage)))
    return violates(op, label) << "from " << from << " to " << to;
  return success();
}

LogicalResult verifyIndices(Operation *op, StringRef label, Value indices) {
  Type index = getElementTypeOrSelf(indices);
  if (!index.isInteger(32) && !index.isInteger(64))
    return violates(op, label) << "indices are " << index;
  return success();
}

LogicalResult verifyElements(Operation *op, StringRef label, ElementRule rule) {
  Type like = getElementTypeOrSelf(op->getResult(0));
  for (Type type : llvm::concat<Type>(llvm::to_vector(op->getOperandTypes()),
                                      llvm::to_vector(op->getResultTypes()))) {
    Type element = getElementTypeOrSelf(type);
    if (!isKind(element, rule, like))
      return violates(op, label) << "element type " << element << " does not go with " << like;
  }
  return success();
}

LogicalResult verifyAllF32(Operation *op, StringRef label) {
  return verifyElements(op, label, {/*quantized=*/false});
}

LogicalResult verifyMultiplier(Operation *op, StringRef label, double numerator,
                               double denominator) {
  float m = multiplier(numerator, denominator);
  if (!std::isnormal(m))
    return violates(op, label) << "the multiplier " << numerator << " / " << denominator
                               << " is no normal f32";
  return success();
}

LogicalResult verifyRescale(Operation *op, StringRef label, unsigned operand) {
  auto from = quantParams(op->getOperand(operand).getType());
  auto to = quantParams(op->getResult(0).getType());
  return from && to ? verifyMultiplier(op, label, from->scale, to->scale) : success();
}

LogicalResult verifyStepSum(Operation *op, StringRef label, int64_t terms, bool mean) {
  auto from = quantParams(op->getOperand(0).getType());
  auto to = quantParams(op->getResult(0).getType());
  if (!from || !to)
    return success();
  int64_t sum = 0;
  if (qrt::byteWidth(from->storage) == 1 &&
      (llvm::MulOverflow(from->reach(), terms, sum) || sum > std::numeric_limits<int32_t>::max()))
    return violates(op, label) << sumOf(terms, "steps") << " may exceed 32 bits"
                               << remedyForOpen(terms);
  if (failed(verifyMultiplier(op, label, from->scale, to->scale)))
    return failure();
  return mean ? verifyMultiplier(op, label, from->scale, double(terms) * to->scale) : success();
}

int64_t termsAlong(const Dim &dim) { return dim.isStatic() ? dim.value() : qrt::extentLimit; }

LogicalResult verifyBias(Operation *op, StringRef label, Value bias, Type input,
                         const Dim &channels) {
  if (!bias)
    return success();
  auto type = cast<RankedTensorType>(bias.getType());
  if (type.getRank() != 1 || symbolicShape(type)[0] != channels)
    return violates(op, label) << "bias " << type << " must be rank 1 of size " << channels.text();
  Type element = type.getElementType();
  bool wide = storageType(input) == qrt::ElementType::I16;
  bool integer = !isF32(input) && element.isInteger(wide ? 64 : 32);
  if (!element.isF32() && !integer)
    return violates(op, label) << "bias elements " << element << " do not go with input " << input;
  return success();
}

std::optional<Dim> slide(const Dim &size, WindowDim window) {
  int64_t reach = 0, pads = 0, room = 0;
  if (window.kernel <= 0 || window.stride <= 0 || window.dilation <= 0 || window.padLow < 0 ||
      window.padHigh < 0 || llvm::MulOverflow(window.kernel - 1, window.dilation, reach) ||
      llvm::AddOverflow(window.padLow, window.padHigh, pads) ||
      llvm::SubOverflow(pads, reach, room) || llvm::SubOverflow(room, int64_t(1), room))
    return std::nullopt;
  std::optional<Dim> last = add(size, staticDim(room));
  if (!last || isLess(*last, staticDim(0)) == true)
    return std::nullopt;
  std::optional<Dim> steps = quotient(*last, staticDim(window.stride));
  return steps ? add(*steps, staticDim(1)) : std::nullopt;
}

FailureOr<SmallVector<Dim>> slideImage(EmitError error, StringRef label, ArrayRef<Dim> image,
                                       ArrayRef<int64_t> kernel, ArrayRef<int64_t> strides,
                                       ArrayRef<int64_t> pads, ArrayRef<int64_t> dilations) {
  size_t rank = image.size();
  if (kernel.size() != rank || strides.size() != rank || pads.size() != 2 * rank ||
      dilations.size() != rank) {
    error() << "(" << label << "): kernel, strides, dilations need " << rank << " entries, pads "
            << 2 * rank;
    return failure();
  }
  SmallVector<Dim> out;
  for (size_t i = 0; i < rank; ++i) {
    std::optional<Dim> size =
        slide(image[i], {kernel[i], strides[i], dilations[i], pads[i], pads[i + rank]});
    if (!size) {
      error() << "(" << label << "): a window of " << kernel[i] << " (dilation " << dilations[i]
              << ", stride " << strides[i] << ", pads " << pads[i] << ", " << pads[i + rank]
              << ") does not fit size " << image[i].text();
      return failure();
    }
    out.push_back(*size);
  }
  return out;
}

FailureOr<SymbolicShape> slideChannels(EmitError error, StringRef label, const SymbolicShape &input,
                                       ArrayRef<int64_t> kernel, ArrayRef<int64_t> strides,
                                       ArrayRef<int64_t> pads, ArrayRef<int64_t> dilations) {
  auto image =
      slideImage(error, label, ArrayRef(input).drop_front(2), kernel, strides, pads, dilations);
  if (failed(image))
    return failure();
  SymbolicShape result{input[0], input[1]};
  result.append(*image);
  return result;
}

FailureOr<SymbolicShape> padShape(EmitError error, StringRef what, SymbolicShape shape,
                                  ArrayRef<int64_t> low, ArrayRef<int64_t> high) {
  if (low.size() != shape.size() || high.size() != shape.size())
    return error() << "(C1): one entry per dimension";
  for (auto [i, dim] : llvm::enumerate(shape)) {
    std::optional<Dim> above = add(dim, staticDim(low[i]));
    std::optional<Dim> whole = above ? add(*above, staticDim(high[i])) : std::nullopt;
    if (low[i] < 0 || high[i] < 0 || !whole)
      return error() << "(C1): " << what << " " << low[i] << ", " << high[i] << " of dimension "
                     << i;
    dim = *whole;
  }
  return shape;
}

} // namespace qopt::nn
