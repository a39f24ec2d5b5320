// Attention that exporters spell out: two products around a softmax.
#include "passes/recognize/attention_scores.h"

#include "ir/types/quant_type.h"
#include "ir/values/keys.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

using Parts = SmallVectorImpl<Operation *>;

// Matrices joined along their first two dimensions, transposed and parted again: PyTorch's exporter
// writes the keys of its attention so. The value before it; null where it is something else.
static Value beforeJoinedSwap(Value value, Parts &parts) {
  auto part = value.getDefiningOp<ReshapeOp>();
  auto transpose = part ? part.getInput().getDefiningOp<TransposeOp>() : TransposeOp();
  auto join = transpose ? transpose.getInput().getDefiningOp<ReshapeOp>() : ReshapeOp();
  if (!join || transpose.getPermutation() != ArrayRef<int64_t>{0, 2, 1})
    return nullptr;
  SymbolicShape from = symbolicShape(join.getInput()), to = symbolicShape(value);
  if (from.size() != 4 || to.size() != 4)
    return nullptr;
  std::swap(to[2], to[3]);
  SymbolicShape joined = symbolicShape(join.getType());
  if (from != to || joined[1] != from[2] || joined[2] != from[3])
    return nullptr;
  parts.append({part, transpose, join});
  return join.getInput();
}

// Returns `value` with its last two dimensions changed: another order of what it transposes, or a
// transpose of its own.
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

static bool isZero(Value value) {
  std::optional<float> number = scalarOf(value);
  return number == 0.0f && !std::signbit(*number);
}

// Returns the softmax that gives `value`, with 0 in the place of NaN where `guarded` comes back
// true; null where there is none.
static SoftmaxOp softmaxBehind(Value value, bool &guarded, Parts &parts) {
  auto where = value.getDefiningOp<WhereOp>();
  auto isNan = where ? where->getOperand(0).getDefiningOp<IsNanOp>() : IsNanOp();
  guarded = isNan && isNan->getOperand(0) == where->getOperand(2) && isZero(where->getOperand(1)) &&
            where->hasOneUse();
  if (!guarded)
    return value.hasOneUse() ? value.getDefiningOp<SoftmaxOp>() : SoftmaxOp();
  parts.append({where, isNan});
  auto softmax = where->getOperand(2).getDefiningOp<SoftmaxOp>();
  auto isRead = [&](Operation *user) { return user == where || user == isNan; };
  return softmax && isNan->hasOneUse() && llvm::all_of(softmax->getUsers(), isRead) ? softmax
                                                                                    : SoftmaxOp();
}

static Operation *attention(Operation *root, OpBuilder &b, Parts &parts, FreshNames &names) {
  MatmulOp output = isa<MatmulOp>(root) ? plainProduct(root->getResult(0)) : MatmulOp();
  if (!output || output.getTransposeB())
    return nullptr;
  bool guarded = false;
  SmallVector<Operation *> found;
  SoftmaxOp softmax = softmaxBehind(output.getA(), guarded, found);
  if (!softmax || int64_t(softmax.getAxis()) != 3)
    return nullptr;
  std::optional<Scores> scores = scoresOf(softmax.getInput(), root, b, names);
  if (!scores)
    return nullptr;
  found.push_back(softmax);
  found.append(scores->parts);
  found.push_back(scores->product);
  Value q = unscaled(scores->product.getA(), scores->scale, found);
  Value k = unscaled(scores->product.getB(), scores->scale, found);
  if (Value before = scores->product.getTransposeB() ? Value() : beforeJoinedSwap(k, found))
    k = unscaled(before, scores->scale, found);
  else if (!scores->product.getTransposeB())
    k = lastTwoSwapped(k, b, names.unique(root, layerName(root) + "/key"), found);
  parts.append(found.begin(), found.end());
  const FloatAttr fill = scores->fill ? b.getF32FloatAttr(*scores->fill) : FloatAttr();
  return AttentionOp::create(b, root->getLoc(), root->getResult(0).getType(), q, k, output.getB(),
                             scores->masks, APFloat(float(scores->scale)), APFloat(0.0f), fill,
                             guarded);
}

void addAttention(Rewrites &rewrites) {
  rewrites.add<Spelled>(
      {"recognize-composites/attention", Promise::F32Rounding},
      [&names = rewrites.names](Operation *root, OpBuilder &builder, Parts &parts) {
        return attention(root, builder, parts, names);
      });
}

} // namespace qopt
