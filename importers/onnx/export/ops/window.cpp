// Pools, and windows whose elements are loaded at computed places.
#include "importers/onnx/export/op_table.h"

using namespace mlir;

namespace qopt::onnx {

template <typename Op> static Node &setWindow(Node &node, Op op) {
  return node.set("kernel_shape", op.getKernel())
      .set("strides", op.getStrides())
      .set("pads", op.getPads());
}

static bool isDilated(ArrayRef<int64_t> dilations) {
  return llvm::any_of(dilations, [](int64_t d) { return d != 1; });
}

static void maxPool(Layer &b, nn::MaxPool2dOp op) {
  Node node = b.result("MaxPool", {b.in(0)});
  setWindow(node, op).set("dilations", op.getDilations());
}

static void averagePool(Layer &b, nn::AvgPool2dOp op) {
  Node node = b.result("AveragePool", {b.in(0)});
  setWindow(node, op).set("count_include_pad", int64_t(op.getCountIncludePad()));
  if (!isDilated(op.getDilations()))
    return;
  b.graph.draft.needs(19);
  node.set("dilations", op.getDilations());
}

// MaxPool's second output.
static void maxPlace(Layer &b, nn::MaxPlaceOp op) {
  b.checkElements("MaxPool", op.getInput());
  std::string largest = b.graph.draft.uniqueValue(b.partName("largest"));
  Value places = op.getResult();
  std::string x = b.in(0);
  Node node =
      b.graph.draft.node("MaxPool", baseName(places), {x}, {largest, b.graph.defineReal(places)});
  setWindow(node, op)
      .set("dilations", op.getDilations())
      .set("storage_order", int64_t(op.getColumnMajor()));
}

static void foldColumns(Layer &b, nn::FoldColumnsOp op) {
  b.result("Col2Im", {b.in(0), b.ints("image", op.getImage()), b.ints("kernel", op.getKernel())})
      .set("strides", op.getStrides())
      .set("pads", op.getPads())
      .set("dilations", op.getDilations());
}

// DeformConv with weights that take each position of each channel as it is.
static void deformColumns(Layer &b, nn::DeformColumnsOp op) {
  nn::Dim channels = nn::symbolicShape(op.getInput())[1];
  if (!channels.isStatic())
    return b.refuse("of an open number of channels");
  int64_t c = channels.value(), h = op.getKernel()[0], w = op.getKernel()[1], k = h * w;
  qrt::Tensor weights = qrt::Tensor::allocate(qrt::ElementType::F32, {c * k, 1, h, w});
  for (int64_t i = 0; i < c * k; ++i)
    weights.mutableValues<float>()[i * k + i % k] = 1;
  std::string offset = b.in(op.getOffset()), mask = b.in(op.getMask());
  b.result("DeformConv", {b.in(0), b.constant("weights", weights), offset, "", mask})
      .set("kernel_shape", op.getKernel())
      .set("strides", op.getStrides())
      .set("pads", op.getPads())
      .set("dilations", op.getDilations())
      .set("group", c)
      .set("offset_group", int64_t(op.getGroups()));
}

// Before opset 16 coordinates were not moved.
static void roiAlign(Layer &b, nn::RoiAlignOp op) {
  std::string batches = b.index(op.getBatches());
  if (op.getHalfPixel())
    b.graph.draft.needs(16);
  Node node = b.result("RoiAlign", {b.in(op.getInput()), b.in(op.getRois()), batches});
  node.set("output_height", op.getSize()[0])
      .set("output_width", op.getSize()[1])
      .set("sampling_ratio", int64_t(op.getSamples()))
      .set("spatial_scale", op.getScale().convertToFloat())
      .set("mode", op.getMaximum() ? "max" : "avg");
  if (b.opset() >= 16)
    node.set("coordinate_transformation_mode",
             op.getHalfPixel() ? "half_pixel" : "output_half_pixel");
}

ArrayRef<ExportEntry> windowExports() {
  static constexpr ExportEntry table[] = {
      row<nn::MaxPool2dOp, maxPool>(),           row<nn::AvgPool2dOp, averagePool>(),
      row<nn::MaxPlaceOp, maxPlace>(),           row<nn::FoldColumnsOp, foldColumns>(),
      row<nn::DeformColumnsOp, deformColumns>(), row<nn::RoiAlignOp, roiAlign>(),
  };
  return table;
}

} // namespace qopt::onnx
