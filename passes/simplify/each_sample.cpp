#include "passes/simplify/each_sample.h"

#include "ir/ops.h"
#include "ir/reference/evaluator.h"
#include "ir/values/weights.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

namespace {

bool isStaticShape(Value value) { return cast<RankedTensorType>(value.getType()).hasStaticShape(); }

// Each element is of those at its own place.
bool isElementByElement(Operation *op) {
  auto body = dyn_cast<ScalarBodyOpInterface>(op);
  if (!body || isa<AnchorOpInterface, CompositeOpInterface>(op) || body.readsCoordinates())
    return false;
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (body.operandAxis(i) >= 0)
      return false;
  return true;
}

// Returns the dimension of the result along which an operand's samples lie, where each of its
// samples is made of the same one of each operand that grows; none: it is not so, or nobody has
// said it here.
std::optional<int64_t> placeOfSamples(Operation *op, unsigned operand, SampleDim of) {
  SymbolicShape from = symbolicShape(op->getOperand(operand));
  if (auto sum = dyn_cast<CumSumOp>(op))
    return int64_t(sum.getAxis()) != of.dim ? std::optional(of.dim) : std::nullopt;
  if (auto gather = dyn_cast<GatherNdOp>(op)) {
    const bool names = operand == 1 && gather.getBatchDims() == 0;
    return names && of.dim + 1 < int64_t(from.size()) ? std::optional(of.dim) : std::nullopt;
  }
  if (isElementByElement(op))
    return of.dim + int64_t(symbolicShape(op->getResult(0)).size()) - int64_t(from.size());
  return movedSamples(op, operand, of);
}

// An operand that does not grow is the same for each sample of the result: it has one row there, or
// is what others choose from, or chooses.
bool servesEachSample(Operation *op, unsigned operand, std::optional<SampleDim> result) {
  if (!result || isa<GatherOp, GatherNdOp>(op))
    return true;
  if (!isElementByElement(op))
    return false;
  SymbolicShape from = symbolicShape(op->getOperand(operand));
  const int64_t rank = int64_t(symbolicShape(op->getResult(0)).size());
  const int64_t place = result->dim - (rank - int64_t(from.size()));
  return place < 0 || from[place] == staticDim(1);
}

// Each sum, difference and copy of what gains steadily gains so, too: by what it makes of the
// steps.
bool isLinear(Operation *op) {
  return isa<ReshapeOp, TransposeOp, SliceOp, ConcatOp, ExpandOp, AddOp, SubOp>(op);
}

std::optional<qrt::Tensor> computed(Operation *op, ArrayRef<qrt::Tensor> operands) {
  FailureOr<std::vector<qrt::Tensor>> results = evaluateOperation(op, operands, /*batch=*/1);
  return succeeded(results) ? std::optional(results->front()) : std::nullopt;
}

qrt::Tensor zerosLike(const qrt::Tensor &tensor) {
  qrt::Tensor zeros = qrt::Tensor::allocate(tensor.type(), tensor.shape());
  std::memset(zeros.mutableData(), 0, zeros.bytes());
  return zeros;
}

// Indices of samples of `scale` rows each name the same rows of each: sample n's own, or any
// sample's where one has a single row, in place `component` of a tuple of `length`.
bool namesOwnRows(const EachSample &indices, int64_t scale, int64_t component, int64_t length) {
  for (int64_t i = component; i < indices.first.size(); i += length) {
    const int64_t row = integerAt(indices.first, i);
    const int64_t step = indices.step ? integerAt(*indices.step, i) : 0;
    if (row < 0 || row >= scale || (step != 0 && step != scale))
      return false;
  }
  return true;
}

// Along its other dimensions a tuple names the same place for each sample.
bool standsStill(const EachSample &indices, int64_t component, int64_t length) {
  for (int64_t i = 0; indices.step && i < indices.step->size(); ++i)
    if (i % length != component && integerAt(*indices.step, i) != 0)
      return false;
  return true;
}

/// A Follower tells whether an operation's result follows from what is known of its operands.
class Follower {
public:
  Follower(Operation *op, ArrayRef<EachSample> operands)
      : op(op), operands(operands), result(sampleDimOf(op->getResult(0))) {}

  std::optional<EachSample> follow() const {
    if (!isStaticShape(op->getResult(0)) && !result)
      return std::nullopt;
    if (auto iota = dyn_cast<IotaOp>(op))
      return countedBy(iota);
    const int chosen = choosesSamples();
    for (unsigned i = 0; i < operands.size(); ++i)
      if (!(chosen >= 0 && i == 0) && !goesAlong(i))
        return std::nullopt;
    std::vector<qrt::Tensor> firsts;
    for (const EachSample &operand : operands)
      firsts.push_back(operand.first);
    std::optional<qrt::Tensor> first = computed(op, firsts);
    if (!first)
      return std::nullopt;
    if (chosen >= 0 || llvm::none_of(operands, [](auto &of) { return of.step.has_value(); }))
      return EachSample{*first, std::nullopt};
    std::optional<qrt::Tensor> step = stepOf(firsts);
    return step ? std::optional(EachSample{*first, step}) : std::nullopt;
  }

private:
  // Its samples become those of the result.
  bool goesAlong(unsigned i) const {
    Value operand = op->getOperand(i);
    if (isStaticShape(operand))
      return servesEachSample(op, i, result);
    const std::optional<SampleDim> from = sampleDimOf(operand);
    return from && result && placeOfSamples(op, i, *from) == result->dim &&
           (isa<ReshapeOp>(op) || from->scale == result->scale);
  }

  // Returns the component of the operation's indices that names the dimension along which its
  // table's samples lie, where each sample is given the same; −1: none.
  int choosesSamples() const {
    if (!isa<GatherOp, GatherNdOp>(op))
      return -1;
    const std::optional<SampleDim> table = sampleDimOf(op->getOperand(0));
    if (!table || operands[0].step)
      return -1;
    if (auto gather = dyn_cast<GatherOp>(op))
      return int64_t(gather.getAxis()) == table->dim &&
                     namesOwnRows(operands[1], table->scale, 0, 1)
                 ? 0
                 : -1;
    const int64_t length = operands[1].first.shape().back();
    return cast<GatherNdOp>(op).getBatchDims() == 0 && table->dim < length &&
                   namesOwnRows(operands[1], table->scale, table->dim, length) &&
                   standsStill(operands[1], table->dim, length)
               ? int(table->dim)
               : -1;
  }

  std::optional<EachSample> countedBy(IotaOp iota) const {
    std::optional<qrt::Tensor> first = computed(op, {});
    if (!first)
      return std::nullopt;
    if (!result || int64_t(iota.getAxis()) != result->dim)
      return EachSample{*first, std::nullopt};
    if (first->type() != qrt::ElementType::I64)
      return std::nullopt;
    qrt::Tensor step = zerosLike(*first);
    const uint64_t each = uint64_t(cast<IntegerAttr>(iota.getStep()).getInt());
    llvm::fill(step.mutableValues<int64_t>(), int64_t(each * uint64_t(result->scale)));
    return EachSample{*first, step};
  }

  std::optional<qrt::Tensor> stepOf(ArrayRef<qrt::Tensor> firsts) const {
    if (!llvm::all_of(firsts, [](auto &t) { return t.type() == qrt::ElementType::I64; }))
      return std::nullopt;
    const auto steady = llvm::count_if(operands, [](auto &of) { return of.step.has_value(); });
    const bool isMultiple = isa<MulOp>(op) && steady == 1;
    if (!isLinear(op) && !isMultiple)
      return std::nullopt;
    std::vector<qrt::Tensor> steps;
    for (const EachSample &operand : operands)
      steps.push_back(operand.step ? *operand.step
                      : isMultiple ? operand.first
                                   : zerosLike(operand.first));
    return computed(op, steps);
  }

  Operation *op;
  ArrayRef<EachSample> operands;
  std::optional<SampleDim> result;
};

} // namespace

const EachSample *EachSamples::find(Value value) const {
  auto found = known.find(value);
  return found == known.end() ? nullptr : &found->second;
}

std::optional<EachSample> EachSamples::learn(Operation *op, int64_t mostBytes) {
  if (op->getNumResults() != 1)
    return std::nullopt;
  SmallVector<EachSample> operands;
  for (Value operand : op->getOperands()) {
    if (const EachSample *of = find(operand))
      operands.push_back(*of);
    else if (std::optional<qrt::Tensor> constant = constantTensor(operand))
      operands.push_back({*constant, std::nullopt});
    else
      return std::nullopt;
  }
  Value result = op->getResult(0);
  const std::optional<qrt::ElementType> type = storageType(result.getType());
  if (!type || isQuantized(result.getType()) || (!isStaticShape(result) && !sampleDimOf(result)))
    return std::nullopt;
  const int64_t bytes =
      qrt::elementCount(shapeAt(result.getType(), 1)) * int64_t(qrt::byteWidth(*type));
  if (bytes > mostBytes)
    return std::nullopt;
  std::optional<EachSample> found = Follower(op, operands).follow();
  if (found && !isStaticShape(result))
    known[result] = *found;
  return found;
}

} // namespace qopt
