// Normalizations that ONNX has whole by opset 21; others are expanded.
#include "importers/onnx/export/op_table.h"

using namespace mlir;

namespace qopt::onnx {

template <typename Op> static void setEpsilon(Node node, Op op) {
  node.set("epsilon", op.getEpsilon().convertToFloat());
}

// ONNX's scale is there, and both have the shape that is normalized.
static bool takesLayerNorm(Operation *op) {
  auto norm = cast<nn::LayerNormOp>(op);
  auto behind = ArrayRef(nn::symbolicShape(norm.getInput())).drop_front(norm.getAxis()).vec();
  auto fits = [&](Value value) { return ArrayRef(nn::symbolicShape(value)).equals(behind); };
  return norm.getScale() && fits(norm.getScale()) && (!norm.getBias() || fits(norm.getBias()));
}

static void layerNorm(Layer &b, nn::LayerNormOp op) {
  Node node = b.result("LayerNormalization",
                       {b.in(op.getInput()), b.in(op.getScale()), b.in(op.getBias())});
  setEpsilon(node.set("axis", int64_t(op.getAxis())), op);
}

// ONNX has a scale and a bias for each channel.
static bool takesGroupNorm(Operation *op) {
  auto norm = cast<nn::GroupNormOp>(op);
  nn::Dim channels = nn::symbolicShape(norm.getInput())[1];
  auto fits = [&](Value value) { return value && nn::symbolicShape(value)[0] == channels; };
  return fits(norm.getScale()) && fits(norm.getBias());
}

static void groupNorm(Layer &b, nn::GroupNormOp op) {
  bool isInstance = nn::symbolicShape(op.getInput())[1] == nn::staticDim(int64_t(op.getGroups()));
  Node node = b.result(isInstance ? "InstanceNormalization" : "GroupNormalization",
                       {b.in(op.getInput()), b.in(op.getScale()), b.in(op.getBias())});
  setEpsilon(node, op);
  if (!isInstance)
    node.set("num_groups", int64_t(op.getGroups()));
}

// ONNX's epsilon is no attribute.
static bool takesMeanVariance(Operation *op) {
  return cast<nn::MeanVarianceNormOp>(op).getEpsilon().convertToFloat() == 1e-9f;
}

static void meanVariance(Layer &b, nn::MeanVarianceNormOp op) {
  b.result("MeanVarianceNormalization", {b.in(0)}).set("axes", op.getAxes());
}

static void lpNorm(Layer &b, nn::LpNormOp op) {
  b.result("LpNormalization", {b.in(0)})
      .set("axis", int64_t(op.getAxis()))
      .set("p", int64_t(op.getP()));
}

static bool takesLrn(Operation *op) { return !cast<nn::LrnOp>(op).getWithinChannels(); }

static void lrn(Layer &b, nn::LrnOp op) {
  b.result("LRN", {b.in(0)})
      .set("size", int64_t(op.getSize()))
      .set("alpha", op.getAlpha().convertToFloat())
      .set("beta", op.getBeta().convertToFloat())
      .set("bias", op.getBias().convertToFloat());
}

ArrayRef<ExportEntry> normExports() {
  static constexpr ExportEntry table[] = {
      row<nn::LayerNormOp, layerNorm>("", takesLayerNorm),
      row<nn::GroupNormOp, groupNorm>("", takesGroupNorm),
      row<nn::MeanVarianceNormOp, meanVariance>("", takesMeanVariance),
      row<nn::LpNormOp, lpNorm>(),
      row<nn::LrnOp, lrn>("", takesLrn),
  };
  return table;
}

} // namespace qopt::onnx
