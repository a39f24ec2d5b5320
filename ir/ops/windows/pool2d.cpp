// Pools over windows: shapes, constraints, quantization, bodies.
#include "ir/ops.h"
#include "ir/ops/accumulate.h"
#include "ir/ops/rescale.h"
#include "ir/ops/windows/window_body.h"

using namespace mlir;
using namespace qopt::nn;
using qrt::ScalarOp;

template <typename Pool>
static LogicalResult inferPool(Pool op, SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape input = symbolicShape(op.getInput());
  if (input.size() != 3 && input.size() != 4)
    return error() << "(C1): input must be rank 3 or 4";
  auto result = slideChannels(error, "C2", input, op.getKernel(), op.getStrides(), op.getPads(),
                              op.getDilations());
  if (succeeded(result))
    results.push_back(*result);
  return result;
}

template <typename Pool> static WindowAttributes windowOf(Pool op) {
  return {op.getKernel(), op.getStrides(), op.getPads(), op.getDilations()};
}

template <typename Pool> static OpCost poolCost(Pool op, int64_t batch) {
  OpCost cost = costOf(op, batch, 0);
  cost.elements *= llvm::product_of(op.getKernel());
  return cost;
}

LogicalResult MaxPool2dOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  return inferPool(*this, results, error);
}
bool MaxPool2dOp::mayGrow(unsigned, int64_t dim) { return dim == 0; }
LogicalResult MaxPool2dOp::verify() {
  return failed(verifyCoverage(*this, "C2", windowOf(*this))) ? failure()
                                                              : verifySameElement(*this, "C3");
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
  if (failed(verifyCoverage(*this, "C2", windowOf(*this))) ||
      failed(verifyElements(*this, "C3", {})))
    return failure();
  return verifyStepSum(*this, "C4", llvm::product_of(getKernel()), /*mean=*/true);
}
QuantizationRule AvgPool2dOp::quantizationRule() {
  return {ResultRule::OwnRange, {OperandRole::Activation}};
}
OpCost AvgPool2dOp::cost(int64_t batch) { return poolCost(*this, batch); }

// Returns the number of positions that every window averages; none if uncounted padding makes it
// differ between windows.
static std::optional<int64_t> positionsOfAll(AvgPool2dOp op) {
  if (op.getCountIncludePad() || llvm::all_of(op.getPads(), [](int64_t pad) { return pad == 0; }))
    return llvm::product_of(op.getKernel());
  return std::nullopt;
}

// Builds Σ q over its count, rounded half away from zero (L7); input and result have one type.
static BodyValue liteAverage(BodyBuilder &body, BodyValue count, const QuantParams &params) {
  qrt::ScalarBuilder &b = body.scalar;
  auto wide = [&](BodyValue x) {
    return x.type == qrt::ScalarType::I32 ? b.apply(ScalarOp::I32ToI64, x) : x;
  };
  count = wide(count);
  BodyValue zero = b.constant64(0), z = b.constant64(params.zeroPoint);
  BodyValue sum = wide(body.accumulator());
  sum = b.apply(ScalarOp::AddI, sum, b.apply(ScalarOp::MulI, count, z));
  BodyValue half = b.apply(ScalarOp::ShrI, count, b.constant64(1));
  BodyValue isAbove = b.apply(ScalarOp::Less, zero, sum);
  half = b.apply(ScalarOp::Select, isAbove, half, b.apply(ScalarOp::SubI, zero, half));
  BodyValue mean = b.apply(ScalarOp::DivI, b.apply(ScalarOp::AddI, sum, half), count);
  QuantParams whole = params;
  whole.zeroPoint = 0; // the mean is of stored values
  return clampToStorage(b, mean, whole);
}

BodyValue AvgPool2dOp::buildBody(BodyBuilder &body) {
  qrt::ScalarBuilder &b = body.scalar;
  std::optional<int64_t> positions = positionsOfAll(*this);
  std::optional<QuantParams> input = quantParams(getInput().getType());
  if (!input) {
    BodyValue count =
        positions ? b.constant(float(*positions)) : b.apply(ScalarOp::IntToF32, body.count());
    return b.apply(ScalarOp::DivF, body.accumulator(), count);
  }
  QuantParams result = *quantParams(getType());
  if (isLite(*this) && result == *input)
    return liteAverage(body, positions ? b.constant(int32_t(*positions)) : body.count(), result);
  if (positions)
    return rescaled(b, rescalingOf(*this), body.accumulator(),
                    input->scale / (double(*positions) * result.scale), result);
  // One multiplier for each number of positions that a border may cover (E7).
  SmallVector<double> ratios{0};
  for (int64_t n = 1; n <= llvm::product_of(getKernel()); ++n)
    ratios.push_back(input->scale / (double(n) * result.scale));
  // The bounds say what the count's type does not: the index stays in the table.
  BodyValue count = b.apply(ScalarOp::MaxI, body.count(), b.constant(int32_t(0)));
  count = b.apply(ScalarOp::MinI, count, b.constant(int32_t(ratios.size() - 1)));
  return rescaled(b, rescalingOf(*this), body.accumulator(), ratios, result,
                  [&](auto values) { return b.lookup(values.vec(), count); });
}

qrt::ElementType MaxPool2dOp::accumulator() {
  return pooledType(getInput().getType(), /*sums=*/false);
}
int64_t MaxPool2dOp::channelDim() { return 1; }

qrt::ElementType AvgPool2dOp::accumulator() {
  return pooledType(getInput().getType(), /*sums=*/true);
}
int64_t AvgPool2dOp::channelDim() { return 1; }
