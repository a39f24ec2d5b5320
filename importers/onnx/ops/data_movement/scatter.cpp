// Scatters, and what runs along lines: CumSum, CumProd, TopK.
#include "importers/onnx/graph/op_table.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::onnx {

static void readScatter(Binder &b, Value &x, Value &indices, Value &updates,
                        std::string &reduction) {
  b.arity(3, 3).movable(0, x).any(1, indices).movable(2, updates).attr("reduction", reduction);
  bool known = reduction == "none" || reduction == "add" || reduction == "mul" ||
               reduction == "max" || reduction == "min";
  b.require(known, "reduction is '" + reduction + "'");
}

static void scatterElements(Binder &b) {
  Value x, indices, updates;
  std::string reduction = "none";
  int64_t axis = 0;
  readScatter(b, x, indices, updates, reduction);
  b.attr("axis", axis);
  if (b.ok() && b.axis(axis, rankOf(x)).ok())
    b.emit<nn::ScatterElementsOp>(elementOf(x), x, indices, updates, uint64_t(axis), reduction);
}

static void scatterNd(Binder &b) {
  Value x, indices, updates;
  std::string reduction = "none";
  readScatter(b, x, indices, updates, reduction);
  if (b.ok())
    b.emit<nn::ScatterNdOp>(elementOf(x), x, indices, updates, reduction);
}

static void tensorScatter(Binder &b) {
  Value x, updates, writes;
  std::string mode = "linear";
  int64_t axis = -2;
  b.arity(2, 3).movable(0, x).movable(1, updates).attr("axis", axis).attr("mode", mode);
  b.require(mode == "linear" || mode == "circular", "mode is '" + mode + "'");
  if (b.has(2))
    b.any(2, writes);
  if (b.ok() && b.axis(axis, rankOf(x)).ok())
    b.emit<nn::TensorScatterOp>(elementOf(x), x, updates, writes, uint64_t(axis),
                                mode == "circular");
}

template <typename Op> static void scan(Binder &b) {
  Value x;
  Ints axis;
  bool exclusive = false, reverse = false;
  b.arity(2, 2).any(0, x).ints(1, axis).attr("exclusive", exclusive).attr("reverse", reverse);
  b.require(!b.ok() || axis.size() == 1, "the axis is no scalar");
  if (b.ok() && b.axis(axis[0], rankOf(x)).ok())
    b.emit<Op>(elementOf(x), x, uint64_t(axis[0]), exclusive, reverse);
}

static nn::Dim readCount(Binder &b) {
  int64_t count = 0;
  if (b.opset() < 10) {
    b.arity(1, 1).attr("k", count).require(b.has("k"), "names no k");
    return nn::staticDim(count);
  }
  IntTensor given;
  b.arity(2, 2).ints(1, given);
  b.require(!b.ok() || given.values.size() == 1, "k is no scalar");
  return b.ok() ? given.values[0] : nn::staticDim(1);
}

// Sorted whether or not that is asked for.
static void topK(Binder &b) {
  Value x;
  int64_t axis = -1;
  bool largest = true, sorted = true;
  nn::Dim count = readCount(b);
  b.movable(0, x).attr("axis", axis).attr("largest", largest).attr("sorted", sorted);
  b.require(!count.isStatic() || count.value() >= 0, "k is negative");
  if (!b.ok() || !b.axis(axis, rankOf(x)).ok())
    return;
  nn::SymbolicShape shape = nn::symbolicShape(x);
  b.require(nn::isLess(shape[axis], count) != true,
            "k " + count.text() + " is more than dimension " + shape[axis].text());
  shape[axis] = count;
  Value places = b.partAs<nn::ArgTopKOp>("indices", shape, b.i64(), x, uint64_t(axis), !largest);
  b.emit<nn::GatherElementsOp>(elementOf(x), x, places, uint64_t(axis));
  b.bind(1, places);
}

ArrayRef<OpEntry> scatterOps() {
  static constexpr OpEntry ops[] = {{"Scatter", scatterElements},
                                    {"ScatterElements", scatterElements},
                                    {"ScatterND", scatterNd},
                                    {"TensorScatter", tensorScatter},
                                    {"CumSum", scan<nn::CumSumOp>},
                                    {"CumProd", scan<nn::CumProdOp>},
                                    {"TopK", topK}};
  return ops;
}

} // namespace qopt::onnx
