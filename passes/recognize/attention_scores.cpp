#include "passes/recognize/attention_scores.h"

#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

MatmulOp plainProduct(Value value) {
  auto matmul = value.getDefiningOp<MatmulOp>();
  bool isPlain = matmul && matmul->getNumOperands() == 2 && isF32(matmul.getType()) &&
                 cast<RankedTensorType>(matmul.getType()).getRank() == 4 &&
                 cast<RankedTensorType>(matmul.getB().getType()).getRank() == 4;
  return isPlain ? matmul : MatmulOp();
}

Value unscaled(Value value, double &scale, SmallVectorImpl<Operation *> &parts) {
  std::optional<Product> product = productOf(value);
  if (!product || product->factors.size() != 1)
    return value;
  scale *= product->number;
  parts.append(product->parts.begin(), product->parts.end());
  return product->factors[0];
}

namespace {

/// A mask as it stands, and the scores' shape where it does.
struct Mask {
  Value value;
  SymbolicShape scores;
  bool takesWhereTrue = false; // of i1: where it is true, not where it is false
};

class ScoresFinder {
public:
  /// Returns whether `value` is scores; their parts are listed from the last one on.
  bool find(Value value, int left = 8) {
    const Known known = whatIsKnown();
    double scale = 1;
    if (MatmulOp product = plainProduct(unscaled(value, scale, found.parts))) {
      found.product = product;
      found.scale = scale;
      return true;
    }
    forgetSince(known);
    Operation *op = value.getDefiningOp();
    if (left == 0 || !op)
      return false;
    found.parts.push_back(op);
    if (isa<ReshapeOp>(op) ? findBelowReshape(cast<ReshapeOp>(op), left) : findBelowMask(op, left))
      return true;
    forgetSince(known);
    return false;
  }

  Scores found;
  SmallVector<Mask> masks; // in order

private:
  /// Before a branch is tried that may be given up.
  struct Known {
    size_t parts, masks;
    std::optional<float> fill;
  };
  Known whatIsKnown() const { return {found.parts.size(), masks.size(), found.fill}; }
  void forgetSince(const Known &known) {
    found.parts.truncate(known.parts);
    masks.truncate(known.masks);
    found.fill = known.fill;
  }

  // Matrices stay as they are, and heads beside each other.
  bool findBelowReshape(ReshapeOp op, int left) {
    SymbolicShape from = symbolicShape(op.getInput()), to = symbolicShape(op.getType());
    return from.size() >= 4 && to.size() >= 4 &&
           ArrayRef(from).take_back(3) == ArrayRef(to).take_back(3) &&
           find(op.getInput(), left - 1);
  }

  bool findBelowMask(Operation *op, int left) {
    const SymbolicShape shape = symbolicShape(op->getResult(0));
    auto isScores = [&](Value value) {
      return value.getType() == op->getResult(0).getType() && find(value, left - 1);
    };
    if (isa<AddOp>(op))
      for (unsigned i = 0; i < 2; ++i)
        if (isScores(op->getOperand(i))) {
          masks.push_back({op->getOperand(1 - i), shape});
          return true;
        }
    if (auto where = dyn_cast<WhereOp>(op))
      for (unsigned i = 0; i < 2; ++i) {
        const Value scores = where->getOperand(1 + i);
        const std::optional<float> fill = scalarOf(where->getOperand(2 - i));
        const Known known = whatIsKnown();
        if (!fill || std::isnan(*fill) || !isScores(scores) || (found.fill && found.fill != fill)) {
          forgetSince(known);
          continue;
        }
        found.fill = fill;
        masks.push_back({where->getOperand(0), shape, i == 1});
        return true;
      }
    return false;
  }
};

/// Makes masks that nn.attention reads of those that a file has.
class MaskReader {
public:
  MaskReader(Operation *root, OpBuilder &builder, FreshNames &names)
      : root(root), builder(builder), names(names) {}

  /// Returns whether a mask has at most four dimensions, or five of which the two in front of
  /// heads, [repeats, matrices, …], are the scores', or the first is 1.
  static bool isReadable(const Mask &mask) {
    SymbolicShape shape = symbolicShape(unexpanded(mask.value));
    return shape.size() <= 4 ||
           (shape.size() == 5 && mask.scores.size() == 5 && multiply(shape[0], shape[1]) &&
            (shape[0] == staticDim(1) || shape[1] == mask.scores[1]));
  }

  Value read(const Mask &mask) {
    Value value = unexpanded(mask.value);
    if (mask.takesWhereTrue)
      value = negated(value);
    SymbolicShape shape = symbolicShape(value);
    return shape.size() <= 4
               ? value
               : reshaped(value, {*multiply(shape[0], shape[1]), shape[2], shape[3], shape[4]});
  }

private:
  // It broadcasts all the same.
  static Value unexpanded(Value value) {
    while (auto expand = value.getDefiningOp<ExpandOp>())
      value = expand.getInput();
    return value;
  }

  std::string name(StringRef part) { return names.unique(root, (layerName(root) + part).str()); }

  Value negated(Value truths) {
    if (auto negation = truths.getDefiningOp<NotOp>())
      return negation->getOperand(0);
    for (Operation *user : truths.getUsers())
      if (isa<NotOp>(user) && user->getBlock() == root->getBlock() && user->isBeforeInBlock(root))
        return user->getResult(0);
    if (std::optional<qrt::Tensor> constant = constantTensor(truths)) {
      qrt::Tensor kept = qrt::Tensor::allocate(constant->type(), constant->shape());
      llvm::transform(constant->values<bool>(), kept.mutableValues<bool>().begin(),
                      std::logical_not<bool>());
      return createConstant(builder, truths.getLoc(), name("/kept"),
                            cast<RankedTensorType>(truths.getType()), kept);
    }
    // Beside what it negates, where every attention that reads that finds it.
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfterValue(truths);
    auto negation = NotOp::create(builder, truths.getLoc(), truths.getType(), truths);
    setName(negation, name("/kept"));
    return negation;
  }

  Value reshaped(Value value, ArrayRef<Dim> shape) {
    RankedTensorType type = tensorType(shape, getElementTypeOrSelf(value));
    if (std::optional<qrt::Tensor> constant = constantTensor(value))
      return createConstant(builder, value.getLoc(), name("/mask"), type,
                            constant->reshaped(shapeAt(type, 1)));
    auto reshape = ReshapeOp::create(builder, value.getLoc(), type, value);
    setName(reshape, name("/mask"));
    return reshape;
  }

  Operation *root;
  OpBuilder &builder;
  FreshNames &names;
};

} // namespace

std::optional<Scores> scoresOf(Value value, Operation *root, OpBuilder &builder,
                               FreshNames &names) {
  ScoresFinder finder;
  if (!finder.find(value) || !llvm::all_of(finder.masks, MaskReader::isReadable))
    return std::nullopt;
  MaskReader reader(root, builder, names);
  for (const Mask &mask : finder.masks)
    finder.found.masks.push_back(reader.read(mask));
  return std::move(finder.found);
}

} // namespace qopt
