#include "passes/repair/seed_layer.h"

#include "ir/ops.h"
#include "ir/types/quant_type.h"
#include "ir/values/stored_values.h"
#include "ir/values/weights.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static int64_t rankOf(Value value) { return cast<RankedTensorType>(value.getType()).getRank(); }

static Value biasOf(Operation *op) {
  if (auto conv = dyn_cast<Conv2dOp>(op))
    return conv.getBias();
  return cast<MatmulOp>(op).getBias();
}

qrt::Tensor SeedLayer::weights() const { return *constantTensor(op->getOperand(1)); }

std::optional<qrt::Tensor> SeedLayer::bias() const {
  Value value = biasOf(op);
  return value ? constantTensor(value) : std::nullopt;
}

bool SeedLayer::hasComputedBias() const {
  Value value = biasOf(op);
  return value && !isConstant(value);
}

bool SeedLayer::hasResidual() const {
  auto conv = dyn_cast<Conv2dOp>(op);
  return conv && conv.getResidual();
}

int64_t SeedLayer::inputAxis() const { return isa<Conv2dOp>(op) ? 1 : rankOf(input()) - 1; }
int64_t SeedLayer::resultAxis() const {
  return isa<Conv2dOp>(op) ? 1 : rankOf(op->getResult(0)) - 1;
}

void eraseUnused(Operation *constant) {
  if (constant && constant->use_empty())
    constant->erase();
}

void SeedLayer::setWeights(const qrt::Tensor &weights, FreshNames &names) const {
  OpBuilder builder(op);
  Operation *old = op->getOperand(1).getDefiningOp();
  Value made = createConstant(builder, old->getLoc(), names.forCopy(old), weights);
  op->setOperand(1, made);
  eraseUnused(old);
}

void SeedLayer::setBias(const qrt::Tensor &bias, FreshNames &names) const {
  OpBuilder builder(op);
  Value old = biasOf(op);
  std::string name =
      old ? names.forCopy(old.getDefiningOp()) : names.unique(op, layerName(op) + "_bias");
  Value made = createConstant(builder, op->getLoc(), name, bias);
  if (auto conv = dyn_cast<Conv2dOp>(op))
    conv.getBiasMutable().assign(made);
  else
    cast<MatmulOp>(op).getBiasMutable().assign(made);
  eraseUnused(old ? old.getDefiningOp() : nullptr);
}

static std::optional<SeedLayer> shapeOf(Operation *op) {
  if (auto conv = dyn_cast_or_null<Conv2dOp>(op)) {
    ArrayRef<int64_t> shape = cast<RankedTensorType>(conv.getWeights().getType()).getShape();
    int64_t window = 1;
    for (int64_t size : shape.drop_front(2))
      window *= size;
    return SeedLayer{op, shape[0], shape[1] * window, int64_t(conv.getGroups()), false, window};
  }
  if (auto matmul = dyn_cast_or_null<MatmulOp>(op)) {
    ArrayRef<int64_t> shape = cast<RankedTensorType>(matmul.getB().getType()).getShape();
    if (shape.size() != 2)
      return std::nullopt;
    bool termsFirst = !matmul.getTransposeB();
    return SeedLayer{op, shape[termsFirst], shape[!termsFirst], 1, termsFirst, 1};
  }
  return std::nullopt;
}

std::optional<SeedLayer> seedLayerOf(Operation *op) {
  std::optional<SeedLayer> layer = shapeOf(op);
  if (!layer || layer->outputs * layer->terms == 0 || isConstant(layer->input()))
    return std::nullopt;
  auto isFloat = [](Value value) { return isF32(value.getType()); };
  if (!isFloat(layer->input()) || !isFloat(op->getOperand(1)) || !isFloat(op->getResult(0)))
    return std::nullopt;
  std::optional<qrt::Tensor> weights = constantTensor(op->getOperand(1));
  if (!weights || !allFinite(*weights))
    return std::nullopt;
  return layer;
}

std::vector<SeedLayer> seedLayersOf(func::FuncOp function) {
  std::vector<SeedLayer> layers;
  for (Operation &op : function.front())
    if (std::optional<SeedLayer> layer = seedLayerOf(&op))
      layers.push_back(*layer);
  return layers;
}

bool readsAlike(const SeedLayer &a, const SeedLayer &b) {
  if (a.input() != b.input() || a.terms != b.terms || a.groups != b.groups ||
      a.op->getName() != b.op->getName())
    return false;
  auto first = dyn_cast<Conv2dOp>(a.op);
  if (!first)
    return true;
  auto second = cast<Conv2dOp>(b.op);
  auto kernel = [](Conv2dOp conv) {
    return cast<RankedTensorType>(conv.getWeights().getType()).getShape().drop_front(2);
  };
  return kernel(first) == kernel(second) && first.getStrides() == second.getStrides() &&
         first.getPads() == second.getPads() && first.getDilations() == second.getDilations();
}

} // namespace qopt
