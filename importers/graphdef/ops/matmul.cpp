// MatMul, and BatchMatMul in its versions.
#include "importers/graphdef/graph/op_table.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::graphdef {

static Value swapped(Binder &b, StringRef name, Value x) {
  if (!b.ok())
    return {};
  Ints order = llvm::to_vector(llvm::seq<int64_t>(0, rankOf(x)));
  std::swap(order[order.size() - 1], order[order.size() - 2]);
  return b.part<nn::TransposeOp>(name, b.f32(), x, order);
}

static void matMul(Binder &b) {
  Value left, right;
  bool swapsLeft = false, swapsRight = false;
  b.arity(2, 2).input(0, left).input(1, right);
  b.attr("transpose_a", swapsLeft).attr("transpose_b", swapsRight);
  b.ignore("grad_a", "of training").ignore("grad_b", "of training");
  if (!b.ok())
    return;
  b.require(rankOf(left) == 2 && rankOf(right) == 2, "its factors need rank 2");
  if (swapsLeft)
    left = swapped(b, "a", left);
  b.emit<nn::MatmulOp>(b.f32(), left, right, Value(), swapsRight);
}

// Repeats matrices along leading dimensions.
static Value repeated(Binder &b, StringRef name, Value x, ArrayRef<nn::Dim> leading) {
  SmallVector<nn::Dim> own = dimsOf(x), aligned = own, shape(leading);
  aligned.insert(aligned.begin(), leading.size() + 2 - own.size(), nn::staticDim(1));
  if (aligned.size() != own.size())
    x = b.reshapePart((name + "_aligned").str(), x, aligned);
  if (!b.ok() || nn::mayBeEqual(ArrayRef(aligned).drop_back(2), leading))
    return x;
  shape.append(own.end() - 2, own.end());
  return b.partAs<nn::ExpandOp>(name, shape, elementOf(x), x);
}

static void batchMatMul(Binder &b) {
  Value left, right;
  bool swapsLeft = false, swapsRight = false;
  b.arity(2, 2).input(0, left).input(1, right);
  b.attr("adj_x", swapsLeft).attr("adj_y", swapsRight);
  b.ignore("grad_x", "of training").ignore("grad_y", "of training");
  if (!b.ok())
    return;
  b.require(rankOf(left) >= 2 && rankOf(right) >= 2, "its factors need rank 2 or more");
  if (swapsLeft)
    left = swapped(b, "a", left);
  if (!b.ok())
    return;
  SmallVector<nn::Dim> a = dimsOf(left), c = dimsOf(right);
  auto isOne = [](const nn::Dim &dim) { return dim == nn::staticDim(1); };
  if (llvm::all_of(ArrayRef(c).drop_back(2), isOne) && a.size() >= c.size()) {
    if (c.size() > 2)
      right = b.reshapePart("b", right, ArrayRef(c).take_back(2));
    return b.emit<nn::MatmulOp>(b.f32(), left, right, Value(), swapsRight);
  }
  auto joint = nn::broadcastShapes(ArrayRef(a).drop_back(2), ArrayRef(c).drop_back(2));
  b.require(joint.has_value(), "leading dimensions of " + nn::toString(a) + " and " +
                                   nn::toString(c) + " do not broadcast");
  if (!b.ok())
    return;
  left = repeated(b, "a_repeated", left, *joint);
  right = repeated(b, "b_repeated", right, *joint);
  b.emit<nn::MatmulOp>(b.f32(), left, right, Value(), swapsRight);
}

ArrayRef<OpEntry> matmulOps() {
  static constexpr OpEntry ops[] = {{"MatMul", matMul},
                                    {"BatchMatMul", batchMatMul},
                                    {"BatchMatMulV2", batchMatMul},
                                    {"BatchMatMulV3", batchMatMul}};
  return ops;
}

} // namespace qopt::graphdef
