// Windows as columns, and regions of images: Col2Im, DeformConv, RoiAlign.
#include "importers/common/ops/convolutions.h"
#include "importers/onnx/graph/op_table.h"
#include "importers/onnx/ops/windows/window.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::onnx {

static void col2Im(Binder &b) {
  constexpr int64_t most = (int64_t(1) << 31) - 1;
  Value x;
  Ints image, kernel;
  b.arity(3, 3).input(0, x).ints(1, image).ints(2, kernel);
  if (!b.ok())
    return;
  size_t rank = image.size();
  Ints strides(rank, 1), dilations(rank, 1), pads(2 * rank, 0);
  b.attr("strides", strides).attr("dilations", dilations).attr("pads", pads);
  b.require(rankOf(x) == 3, "needs columns of rank 3");
  b.require(kernel.size() == rank && strides.size() == rank && dilations.size() == rank &&
                pads.size() == 2 * rank,
            "image_shape, block_shape, strides, dilations and pads do not agree");
  b.bounded(image, 1, most, "image size").bounded(kernel, 1, most, "block size");
  b.bounded(strides, 1, most, "stride").bounded(dilations, 1, most, "dilation");
  b.bounded(pads, 0, most, "pad");
  int64_t positions = 1;
  for (int64_t size : kernel)
    positions = std::min(positions * std::min<int64_t>(size, 1 << 20), int64_t(1) << 20);
  b.support(positions <= 256, "of blocks of more than 256 positions");
  b.emit<nn::FoldColumnsOp>(b.f32(), x, image, kernel, strides, pads, dilations);
}

// A convolution of 1×1 over columns that are sampled where the offsets say.
static void deformConv(Binder &b) {
  Value x, weights, offset, bias, mask;
  int64_t groups = 1, offsetGroups = 1;
  b.arity(3, 5).input(0, x).input(2, offset).optional(3, bias).optional(4, mask);
  b.attr("group", groups).attr("offset_group", offsetGroups);
  b.bounded(groups, 1, int64_t(1) << 31, "group");
  b.bounded(offsetGroups, 1, int64_t(1) << 31, "offset_group");
  if (!b.ok())
    return;
  b.support(rankOf(x) == 4, "of rank " + Twine(rankOf(x)) + ", images of rank 4 are read");
  reshapable(b, 1, weights);
  if (!b.ok())
    return;
  b.require(rankOf(weights) == 4, "weights and input have different ranks");
  if (!b.ok())
    return;
  Window window;
  auto shape = cast<RankedTensorType>(weights.getType()).getShape();
  window.kernel.assign(shape.drop_front(2));
  readWindow(b, x, window);
  Value columns = b.part<nn::DeformColumnsOp>("columns", b.f32(), x, offset, mask, window.kernel,
                                              window.strides, window.pads, window.dilations,
                                              uint64_t(offsetGroups));
  if (!b.ok())
    return;
  weights = b.evaluated(
      b.reshapePart("weights", weights,
                    {nn::staticDim(shape[0]), nn::staticDim(shape[1] * shape[2] * shape[3]),
                     nn::staticDim(1), nn::staticDim(1)}));
  b.emit<nn::Conv2dOp>(b.f32(), columns, weights, bias, Value(), Ints{1, 1}, Ints{0, 0, 0, 0},
                       Ints{1, 1}, uint64_t(groups));
}

static void roiAlign(Binder &b) {
  constexpr int64_t most = (int64_t(1) << 31) - 1;
  Value x, rois, batches;
  // Until opset 16 coordinates were not moved.
  std::string mode = "avg", coordinates = b.opset() < 16 ? "output_half_pixel" : "half_pixel";
  int64_t height = 1, width = 1, samples = 0;
  float scale = 1;
  b.arity(3, 3).input(0, x).input(1, rois).any(2, batches).attr("mode", mode);
  b.attr("output_height", height).attr("output_width", width).attr("sampling_ratio", samples);
  b.attr("spatial_scale", scale).attr("coordinate_transformation_mode", coordinates);
  b.require(mode == "avg" || mode == "max", "mode '" + mode + "' is unknown");
  b.require(coordinates == "half_pixel" || coordinates == "output_half_pixel",
            "coordinate_transformation_mode '" + coordinates + "' is unknown");
  b.bounded({height, width}, 1, most, "output size").bounded(samples, 0, most, "sampling_ratio");
  b.support(samples != 0, "with sampling_ratio 0, as many samples as each region's size says; "
                          "export with a fixed sampling_ratio")
      .support(samples <= 8, "with more than 8 samples");
  b.emit<nn::RoiAlignOp>(b.f32(), x, rois, batches, Ints{height, width}, uint64_t(samples),
                         APFloat(scale), coordinates == "half_pixel", mode == "max");
}

ArrayRef<OpEntry> patchOps() {
  static constexpr OpEntry ops[] = {
      {"Col2Im", col2Im}, {"DeformConv", deformConv}, {"RoiAlign", roiAlign}};
  return ops;
}

} // namespace qopt::onnx
