// Places that data choose. ONNX's results are as long as there are such places: how many is their
// size there, and a result of its own here.
#include "importers/onnx/export/op_table.h"

using namespace mlir;

namespace qopt::onnx {

// The first result; the second, where a layer reads it, is the first one's size.
static Node finish(Layer &b, StringRef type, Names inputs) {
  auto counted = cast<nn::CountedOpInterface>(b.op);
  Value count = b.op->getResult(1);
  Node node = b.result(type, inputs);
  b.graph.setOpenDim(b.op->getResult(0), counted.countedDim());
  if (!b.graph.isRead(count))
    return node;
  std::string shape = b.indexPart("Shape", "shape", {node});
  std::string place = b.ints("counted_dim", {counted.countedDim()});
  b.graph.draft.node("Gather", baseName(count), {shape, place}, {b.graph.defineReal(count)});
  return node;
}

static void nonMaxSuppression(Layer &b, nn::NonMaxSuppressionOp op) {
  std::vector<std::string> inputs = {
      b.in(0), b.in(1), b.ints("max", {int64_t(op.getMaxBoxes())}),
      b.scalar("iou", op.getIouThreshold().convertToFloat(), op.getBoxes())};
  if (op.getScoreThreshold())
    inputs.push_back(b.scalar("score", op.getScoreThreshold()->convertToFloat(), op.getBoxes()));
  Node node = finish(b, "NonMaxSuppression", inputs);
  node.set("center_point_box", int64_t(op.getCenterPointBox()));
}

static void nonZero(Layer &b, nn::NonZeroOp) { finish(b, "NonZero", {b.in(0)}); }

ArrayRef<ExportEntry> selectExports() {
  static constexpr ExportEntry table[] = {
      row<nn::NonMaxSuppressionOp, nonMaxSuppression>(),
      row<nn::NonZeroOp, nonZero>(),
  };
  return table;
}

} // namespace qopt::onnx
