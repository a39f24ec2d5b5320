// Elements read or written where other elements say.
#include "importers/onnx/export/op_table.h"

using namespace mlir;

namespace qopt::onnx {

template <typename Op> static void alongAxis(Layer &b, Op op) {
  b.result(b.entry.type, {b.in(0), b.in(1)}).set("axis", int64_t(op.getAxis()));
}

static void gatherNd(Layer &b, nn::GatherNdOp op) {
  b.result("GatherND", {b.in(0), b.index(op.getIndices())})
      .set("batch_dims", int64_t(op.getBatchDims()));
}

// Sums and products came with opset 16, extremes with 18.
static void setReduction(Layer &b, Node node, StringRef reduction) {
  if (reduction == "none")
    return;
  b.graph.draft.needs(reduction == "add" || reduction == "mul" ? 16 : 18);
  node.set("reduction", reduction);
}

static void scatterElements(Layer &b, nn::ScatterElementsOp op) {
  Node node = b.result("ScatterElements", b.inputs());
  setReduction(b, node.set("axis", int64_t(op.getAxis())), op.getReduction());
}

static void scatterNd(Layer &b, nn::ScatterNdOp op) {
  std::string indices = b.index(op.getIndices());
  setReduction(b, b.result("ScatterND", {b.in(0), indices, b.in(op.getUpdates())}),
               op.getReduction());
}

static void tensorScatter(Layer &b, nn::TensorScatterOp op) {
  std::string writes = b.index(op.getWrites());
  b.result("TensorScatter", {b.in(0), b.in(op.getUpdates()), writes})
      .set("axis", int64_t(op.getAxis()))
      .set("mode", op.getCircular() ? "circular" : "linear");
}

ArrayRef<ExportEntry> indexedExports() {
  static constexpr ExportEntry table[] = {
      row<nn::GatherOp, alongAxis<nn::GatherOp>>("Gather"),
      row<nn::GatherElementsOp, alongAxis<nn::GatherElementsOp>>("GatherElements"),
      row<nn::GatherNdOp, gatherNd>(),
      row<nn::ScatterElementsOp, scatterElements>(),
      row<nn::ScatterNdOp, scatterNd>(),
      row<nn::TensorScatterOp, tensorScatter>(),
  };
  return table;
}

} // namespace qopt::onnx
