// Reductions over axes, places of extremes, softmax.
#include "importers/onnx/export/op_table.h"

using namespace mlir;

namespace qopt::onnx {

// Axes are an input of ReduceSum from opset 13 on, of the others from 18 on.
template <typename Op> static void reduce(Layer &b, Op op) {
  if (op.getAxes().empty())
    return b.refuse("over no axis: ONNX reduces all then");
  bool isInput = b.opset() >= 18 || std::is_same_v<Op, nn::ReduceSumOp>;
  Node node = b.result(b.entry.type, {b.in(0), isInput ? b.ints("axes", op.getAxes()) : ""});
  if (!isInput)
    node.set("axes", op.getAxes());
  node.set("keepdims", int64_t(op.getKeepDims()));
}
template <typename Op> static constexpr ExportEntry reduceRow(llvm::StringLiteral type) {
  return row<Op, reduce<Op>>(type);
}

template <typename Op> static void place(Layer &b, Op op) {
  Node node = b.result(b.entry.type, {b.in(0)});
  node.set("axis", int64_t(op.getAxis())).set("keepdims", int64_t(op.getKeepDims()));
  if (op.getSelectLast())
    node.set("select_last_index", int64_t(1));
}

template <typename Op> static void alongAxis(Layer &b, Op op) {
  b.result(b.entry.type, {b.in(0)}).set("axis", int64_t(op.getAxis()));
}

template <typename Op> static void scan(Layer &b, Op op) {
  Node node = b.result(b.entry.type, {b.in(0), b.integer("axis", int64_t(op.getAxis()))});
  if (op.getExclusive())
    node.set("exclusive", int64_t(1));
  if (op.getReverse())
    node.set("reverse", int64_t(1));
}

static void topK(Layer &b, nn::ArgTopKOp op) {
  Value places = op.getResult();
  const int64_t axis = int64_t(op.getAxis());
  nn::SymbolicShape shape = nn::symbolicShape(places);
  std::vector<std::string> inputs = {b.in(0), b.sizes("k", {shape[axis]})};
  std::string elements = b.graph.draft.uniqueValue(b.partName("elements"));
  const bool narrows = elementOf(places) != qrt::ElementType::I64;
  b.checkElements("TopK", op.getInput());
  std::string out =
      narrows ? b.graph.draft.uniqueValue(b.partName("i64")) : b.graph.defineReal(places);
  b.graph.draft
      .node("TopK", narrows ? b.partName("top") : baseName(places), inputs, {elements, out})
      .set("axis", axis)
      .set("largest", int64_t(!op.getSmallest()));
  if (narrows)
    b.castResult(out);
}

ArrayRef<ExportEntry> reductionExports() {
  static constexpr ExportEntry table[] = {
      reduceRow<nn::ReduceMeanOp>("ReduceMean"),
      reduceRow<nn::ReduceSumOp>("ReduceSum"),
      reduceRow<nn::ReduceProdOp>("ReduceProd"),
      reduceRow<nn::ReduceL1Op>("ReduceL1"),
      reduceRow<nn::ReduceL2Op>("ReduceL2"),
      reduceRow<nn::ReduceSumSquareOp>("ReduceSumSquare"),
      reduceRow<nn::ReduceMaxOp>("ReduceMax"),
      reduceRow<nn::ReduceMinOp>("ReduceMin"),
      reduceRow<nn::ReduceLogSumOp>("ReduceLogSum"),
      reduceRow<nn::ReduceLogSumExpOp>("ReduceLogSumExp"),
      row<nn::ArgMaxOp, place<nn::ArgMaxOp>>("ArgMax"),
      row<nn::ArgMinOp, place<nn::ArgMinOp>>("ArgMin"),
      row<nn::SoftmaxOp, alongAxis<nn::SoftmaxOp>>("Softmax"),
      row<nn::LogSoftmaxOp, alongAxis<nn::LogSoftmaxOp>>("LogSoftmax"),
      row<nn::CumSumOp, scan<nn::CumSumOp>>("CumSum"),
      row<nn::CumProdOp, scan<nn::CumProdOp>>("CumProd"),
      row<nn::ArgTopKOp, topK>(),
  };
  return table;
}

} // namespace qopt::onnx
