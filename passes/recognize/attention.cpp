// Attention that exporters spell out: two products around a softmax.
#include "passes/recognize/spelled.h"

#include "ir/types/quant_type.h"
#include "ir/values/keys.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

using Parts = SmallVectorImpl<Operation *>;

// A value times a number, which goes into `scale`.
static Value unscaled(Value value, double &scale, Parts &parts) {
  std::optional<Product> product = productOf(value);
  if (!product || product->factors.size() != 1)
    return value;
  scale *= product->number;
  parts.append(product->parts.begin(), product->parts.end());
  return product->factors[0];
}

// With the last two dimensions changed: another order of what `value` transposes, or a transpose
// of its own.
static Value lastTwoSwapped(Value value, OpBuilder &b, StringRef name, Parts &parts) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(type.getRank()));
  auto transpose = value.getDefiningOp<TransposeOp>();
  if (transpose)
    order = llvm::to_vector(transpose.getPermutation());
  std::swap(order[order.size() - 1], order[order.size() - 2]);
  Value source = transpose ? transpose.getInput() : value;
  if (transpose)
    parts.push_back(transpose);
  if (llvm::is_sorted(order))
    return source;
  SymbolicShape from = symbolicShape(source), to;
  for (int64_t dim : order)
    to.push_back(from[dim]);
  auto swapped =
      TransposeOp::create(b, value.getLoc(), tensorType(to, type.getElementType()), source, order);
  setName(swapped, name);
  return swapped;
}

static MatmulOp plainProduct(Value value) {
  auto matmul = value.getDefiningOp<MatmulOp>();
  bool isPlain = matmul && matmul->getNumOperands() == 2 && isF32(matmul.getType()) &&
                 cast<RankedTensorType>(matmul.getType()).getRank() == 4 &&
                 cast<RankedTensorType>(matmul.getB().getType()).getRank() == 4;
  return isPlain ? matmul : MatmulOp();
}

namespace {
struct Scores {
  MatmulOp product;
  Value mask;
  double scale = 1;
};
} // namespace

// (q·kᵀ)·scale, and + mask around it.
static std::optional<Scores> scoresOf(Value value, Parts &parts) {
  Scores scores;
  auto direct = [&](Value candidate) {
    scores.scale = 1;
    scores.product = plainProduct(unscaled(candidate, scores.scale, parts));
    return bool(scores.product);
  };
  if (direct(value))
    return scores;
  auto sum = value.getDefiningOp<AddOp>();
  for (unsigned i = 0; sum && i < 2; ++i) {
    parts.clear();
    if (sum->getOperand(i).getType() != value.getType() || !direct(sum->getOperand(i)))
      continue;
    scores.mask = sum->getOperand(1 - i);
    parts.push_back(sum);
    return scores;
  }
  return std::nullopt;
}

static Operation *attention(Operation *root, OpBuilder &b, Parts &parts, FreshNames &names) {
  MatmulOp output = isa<MatmulOp>(root) ? plainProduct(root->getResult(0)) : MatmulOp();
  auto softmax =
      output && !output.getTransposeB() ? output.getA().getDefiningOp<SoftmaxOp>() : SoftmaxOp();
  if (!softmax || int64_t(softmax.getAxis()) != 3 || !softmax->hasOneUse())
    return nullptr;
  SmallVector<Operation *> found;
  std::optional<Scores> scores = scoresOf(softmax.getInput(), found);
  if (!scores)
    return nullptr;
  Value q = unscaled(scores->product.getA(), scores->scale, found);
  Value k = unscaled(scores->product.getB(), scores->scale, found);
  if (!scores->product.getTransposeB())
    k = lastTwoSwapped(k, b, names.unique(root, layerName(root) + "/key"), found);
  parts.append({softmax, scores->product});
  parts.append(found.begin(), found.end());
  return AttentionOp::create(b, root->getLoc(), root->getResult(0).getType(), q, k, output.getB(),
                             scores->mask, APFloat(float(scores->scale)), APFloat(0.0f));
}

void addAttention(Rewrites &rewrites) {
  rewrites.add<Spelled>(
      {"recognize-composites/attention", Promise::F32Rounding},
      [&names = rewrites.names](Operation *root, OpBuilder &builder, Parts &parts) {
        return attention(root, builder, parts, names);
      });
}

} // namespace qopt
