// Pools over windows: shapes, constraints, quantization, bodies.
#include "ir/ops.h"
#include "ir/ops/accumulate.h"
#include "ir/verify.h"

using namespace mlir;
using namespace qopt::nn;
using qrt::ScalarOp;

template <typename Pool>
static LogicalResult inferPool(Pool op, SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape input = symbolicShape(op.getInput());
  if (input.size() != 4)
    return error() << "(C1): input must be rank 4";
  auto image = slideImage(error, "C2", ArrayRef(input).drop_front(2), op.getKernel(),
                          op.getStrides(), op.getPads(), op.getDilations());
  if (failed(image))
    return failure();
  results.push_back({input[0], input[1], (*image)[0], (*image)[1]});
  return success();
}

// A window that lies in the padding alone would have nothing to pool.
template <typename Pool> static LogicalResult verifyPads(Pool op) {
  for (unsigned i = 0; i < 4; ++i) {
    int64_t kernel = op.getKernel()[i % 2], dilation = op.getDilations()[i % 2];
    int64_t reach = (kernel - 1) * dilation + 1;
    Dim size = symbolicShape(op.getInput())[2 + i % 2];
    if (kernel > 1 && isLess(size, staticDim(dilation)) == true)
      return violates(op, "C2") << "dilation " << dilation << " exceeds the image's "
                                << size.text();
    if (op.getPads()[i] >= reach)
      return violates(op, "C2") << "pad " << op.getPads()[i]
                                << " is not smaller than the window's reach " << reach;
  }
  return success();
}

template <typename Pool> static OpCost poolCost(Pool op, int64_t batch) {
  OpCost cost = costOf(op, batch, 0);
  cost.elements *= op.getKernel()[0] * op.getKernel()[1];
  return cost;
}

LogicalResult MaxPool2dOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  return inferPool(*this, results, error);
}
bool MaxPool2dOp::mayGrow(unsigned, int64_t dim) { return dim == 0; }
LogicalResult MaxPool2dOp::verify() {
  return failed(verifyPads(*this)) ? failure() : verifySameElement(*this, "C3");
}
QuantizationRule MaxPool2dOp::quantizationRule() {
  return {ResultRule::SharesInput, {OperandRole::Activation}};
}
OpCost MaxPool2dOp::cost(int64_t batch) { return poolCost(*this, batch); }
BodyValue MaxPool2dOp::buildBody(BodyBuilder &body) { return body.accumulator(); }

LogicalResult AvgPool2dOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  return inferPool(*this, results, error);
}
bool AvgPool2dOp::mayGrow(unsigned, int64_t dim) { return dim == 0; }
LogicalResult AvgPool2dOp::verify() {
  if (failed(verifyPads(*this)) || failed(verifyElements(*this, "C3", {})))
    return failure();
  return verifyStepSum(*this, "C4", getKernel()[0] * getKernel()[1], /*mean=*/true);
}
QuantizationRule AvgPool2dOp::quantizationRule() {
  return {ResultRule::OwnRange, {OperandRole::Activation}};
}
OpCost AvgPool2dOp::cost(int64_t batch) { return poolCost(*this, batch); }

BodyValue AvgPool2dOp::buildBody(BodyBuilder &body) {
  qrt::ScalarBuilder &b = body.scalar;
  std::optional<QuantParams> input = quantParams(getInput().getType());
  if (!input)
    return b.apply(ScalarOp::DivF, body.accumulator(), b.apply(ScalarOp::IntToF32, body.count()));
  QuantParams result = *quantParams(getType());
  // One multiplier for each number of positions that a border may cover.
  std::vector<float> multipliers{0};
  for (int64_t n = 1; n <= getKernel()[0] * getKernel()[1]; ++n)
    multipliers.push_back(multiplier(input->scale, double(n) * result.scale));
  // The bounds say what the count's type does not: the index stays in the table.
  BodyValue count = b.apply(ScalarOp::MaxI, body.count(), b.constant(int32_t(0)));
  count = b.apply(ScalarOp::MinI, count, b.constant(int32_t(multipliers.size() - 1)));
  BodyValue m = b.lookup(multipliers, count);
  BodyValue sum = b.apply(ScalarOp::IntToF32, body.accumulator());
  return roundToStorage(b, b.apply(ScalarOp::MulF, sum, m), result);
}

qrt::ElementType MaxPool2dOp::accumulator() {
  return pooledType(getInput().getType(), /*sums=*/false);
}
int64_t MaxPool2dOp::channelDim() { return 1; }

qrt::ElementType AvgPool2dOp::accumulator() {
  return pooledType(getInput().getType(), /*sums=*/true);
}
int64_t AvgPool2dOp::channelDim() { return 1; }
