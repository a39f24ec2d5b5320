// Operations that move elements: their adjoints move them back, and add up what was repeated.
#include "ir/values/weights.h"
#include "passes/adjoint/rules.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static bool throughReshape(Operation *op, ArrayRef<Value> gradients, Adjoint &adjoint) {
  Value input = op->getOperand(0);
  adjoint.add(input, adjoint.maker.reshape(gradients[0], symbolicShape(input)));
  return true;
}

static bool throughTranspose(Operation *op, ArrayRef<Value> gradients, Adjoint &adjoint) {
  ArrayRef<int64_t> order = cast<TransposeOp>(op).getPermutation();
  SmallVector<int64_t> back(order.size());
  for (auto [to, from] : llvm::enumerate(order))
    back[size_t(from)] = int64_t(to);
  adjoint.add(op->getOperand(0), adjoint.maker.make<TransposeOp>("adjoint/transpose", gradients[0],
                                                                 ArrayRef<int64_t>(back)));
  return true;
}

// Zeros stand for what a part leaves out along an axis.
static Value placed(GraphMaker &m, Value part, Value whole, size_t axis, int64_t start) {
  const SymbolicShape shape = symbolicShape(whole);
  SmallVector<int64_t> low(shape.size(), 0), high(shape.size(), 0);
  low[axis] = start;
  high[axis] = shape[axis].value() - start - symbolicShape(part)[axis].value();
  return m.pad(part, low, high);
}

static bool throughConcat(Operation *op, ArrayRef<Value> gradients, Adjoint &adjoint) {
  const auto axis = size_t(cast<ConcatOp>(op).getAxis());
  SmallVector<int64_t> starts(symbolicShape(op->getResult(0)).size(), 0);
  for (Value operand : op->getOperands()) {
    const SymbolicShape shape = symbolicShape(operand);
    if (!shape[axis].isStatic())
      return false;
    adjoint.add(operand, adjoint.maker.slice(gradients[0], starts, shape));
    starts[axis] += shape[axis].value();
  }
  return true;
}

static bool throughSplit(Operation *op, ArrayRef<Value> gradients, Adjoint &adjoint) {
  const auto axis = size_t(cast<SplitOp>(op).getAxis());
  Value input = op->getOperand(0);
  if (!symbolicShape(input)[axis].isStatic())
    return false;
  int64_t start = 0;
  for (auto [gradient, size] : llvm::zip_equal(gradients, cast<SplitOp>(op).getSizes())) {
    if (gradient)
      adjoint.add(input, placed(adjoint.maker, gradient, input, axis, start));
    start += size;
  }
  return true;
}

static bool throughPad(Operation *op, ArrayRef<Value> gradients, Adjoint &adjoint) {
  Value input = op->getOperand(0);
  adjoint.add(input,
              adjoint.maker.slice(gradients[0], cast<PadOp>(op).getLow(), symbolicShape(input)));
  return true;
}

static bool throughExpand(Operation *op, ArrayRef<Value> gradients, Adjoint &adjoint) {
  Value input = op->getOperand(0);
  adjoint.add(input, unbroadcast(adjoint.maker, gradients[0], input));
  return true;
}

// [.., n, ..] under a matrix [m, n] along an axis becomes [.., m, ..].
static Value multipliedAlong(GraphMaker &m, Value value, size_t axis, const qrt::Tensor &matrix) {
  const size_t rank = symbolicShape(value).size();
  SmallVector<int64_t> order;
  for (size_t i = 0; i < rank; ++i)
    order.push_back(int64_t(i == axis ? rank - 1 : i == rank - 1 ? axis : i));
  const bool moves = axis != rank - 1;
  if (rank == 1)
    return nullptr;
  if (moves)
    value = m.make<TransposeOp>("adjoint/transpose", value, ArrayRef<int64_t>(order));
  value =
      m.make<MatmulOp>("adjoint/along", value, m.constant("adjoint/matrix", matrix), Value(), true);
  return moves ? m.make<TransposeOp>("adjoint/transpose", value, ArrayRef<int64_t>(order)) : value;
}

// Returns a matrix [from, to] of zeros, for what each element of the input gets of those of the
// result.
static qrt::Tensor zeros(int64_t from, int64_t to) {
  qrt::Tensor matrix = qrt::Tensor::allocate(qrt::ElementType::F32, {from, to});
  llvm::fill(matrix.mutableValues<float>(), 0.0f);
  return matrix;
}

constexpr int64_t mostInMatrix = 1 << 22;

static bool throughMatrix(Operation *op, Value gradient, Adjoint &adjoint, size_t axis,
                          function_ref<void(llvm::MutableArrayRef<float>, int64_t)> fill) {
  const Dim from = symbolicShape(op->getOperand(0))[axis], to = symbolicShape(gradient)[axis];
  if (!from.isStatic() || !to.isStatic() || from.value() * to.value() > mostInMatrix)
    return false;
  qrt::Tensor matrix = zeros(from.value(), to.value());
  auto values = matrix.mutableValues<float>();
  fill({values.data(), values.size()}, to.value());
  Value back = multipliedAlong(adjoint.maker, gradient, axis, matrix);
  if (back)
    adjoint.add(op->getOperand(0), back);
  return back != nullptr;
}

static bool throughSlice(Operation *op, ArrayRef<Value> gradients, Adjoint &adjoint) {
  auto slice = cast<SliceOp>(op);
  const SymbolicShape in = symbolicShape(op->getOperand(0)), out = symbolicShape(op->getResult(0));
  GraphMaker &m = adjoint.maker;
  Value gradient = gradients[0];
  for (size_t axis = 0; axis < in.size(); ++axis) {
    const int64_t step = slice.getSteps()[axis];
    if (in[axis] == out[axis] && step == 1)
      continue;
    if (!in[axis].isStatic() || !out[axis].isStatic())
      return false;
    int64_t start = slice.getStarts()[axis];
    if (start < 0)
      start = std::max<int64_t>(start + in[axis].value(), 0);
    if (step == 1) {
      SmallVector<int64_t> low(in.size(), 0), high(in.size(), 0);
      low[axis] = start;
      high[axis] = in[axis].value() - start - out[axis].value();
      gradient = m.pad(gradient, low, high);
      continue;
    }
    if (in[axis].value() * out[axis].value() > mostInMatrix || in.size() == 1)
      return false;
    qrt::Tensor matrix = zeros(in[axis].value(), out[axis].value());
    for (int64_t i = 0; i < out[axis].value(); ++i)
      matrix.mutableValues<float>()[size_t((start + i * step) * out[axis].value() + i)] = 1;
    gradient = multipliedAlong(m, gradient, axis, matrix);
  }
  adjoint.add(op->getOperand(0), gradient);
  return true;
}

// This rule takes constant places along one axis.
static bool throughGather(Operation *op, ArrayRef<Value> gradients, Adjoint &adjoint) {
  auto gather = cast<GatherOp>(op);
  std::optional<qrt::Tensor> indices = constantTensor(gather.getIndices());
  const auto axis = size_t(gather.getAxis());
  SymbolicShape shape = symbolicShape(gather.getInput());
  if (!indices || !shape[axis].isStatic() || adjoint.isActive(gather.getIndices()))
    return false;
  SmallVector<int64_t> places;
  const int64_t count = qrt::elementCount(indices->shape());
  for (int64_t i = 0; i < count; ++i)
    places.push_back(indices->type() == qrt::ElementType::I64
                         ? indices->values<int64_t>()[size_t(i)]
                         : indices->values<int32_t>()[size_t(i)]);
  const int64_t size = shape[axis].value();
  shape[axis] = staticDim(count);
  Value flat = adjoint.maker.reshape(gradients[0], shape);
  return throughMatrix(op, flat, adjoint, axis,
                       [&](llvm::MutableArrayRef<float> matrix, int64_t columns) {
                         for (auto [i, place] : llvm::enumerate(places))
                           matrix[size_t((place < 0 ? place + size : place) * columns) + i] += 1;
                       });
}

static bool throughResample(Operation *op, ArrayRef<Value> gradients, Adjoint &adjoint) {
  auto resample = cast<ResampleOp>(op);
  std::optional<qrt::Tensor> places = constantTensor(resample.getPlaces()), weights;
  if (resample.getWeights())
    weights = constantTensor(resample.getWeights());
  if (!places || (resample.getWeights() && !weights))
    return false;
  const auto axis = size_t(resample.getAxis());
  const Dim size = symbolicShape(resample.getInput())[axis];
  if (!size.isStatic())
    return false;
  const int64_t period = places->shape()[0], terms = weights ? weights->shape()[1] : 1;
  return throughMatrix(
      op, gradients[0], adjoint, axis, [&](llvm::MutableArrayRef<float> matrix, int64_t columns) {
        for (int64_t o = 0; o < columns; ++o)
          for (int64_t k = 0; k < terms; ++k) {
            const int64_t place = places->values<int32_t>()[size_t(o % period)] +
                                  int64_t(resample.getStep()) * (o / period) + k;
            const int64_t i = std::clamp<int64_t>(place, 0, size.value() - 1);
            matrix[size_t(i * columns + o)] +=
                weights ? weights->values<float>()[size_t((o % period) * terms + k)] : 1;
          }
      });
}

ArrayRef<NamedRule> moveRules() {
  static constexpr NamedRule rules[] = {
      {ReshapeOp::getOperationName(), throughReshape},
      {TransposeOp::getOperationName(), throughTranspose},
      {ConcatOp::getOperationName(), throughConcat},
      {SplitOp::getOperationName(), throughSplit},
      {PadOp::getOperationName(), throughPad},
      {ExpandOp::getOperationName(), throughExpand},
      {SliceOp::getOperationName(), throughSlice},
      {GatherOp::getOperationName(), throughGather},
      {ResampleOp::getOperationName(), throughResample},
  };
  return rules;
}

} // namespace qopt
