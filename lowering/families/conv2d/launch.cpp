#include "lowering/families/conv2d/launch.h"

#include "lowering/emit/extents.h"
#include "lowering/emit/register_tile.h"
#include "lowering/emit/tensor_conv.h"
#include "lowering/families/conv2d/depthwise.h"

namespace qopt {

using qrt::ElementType;
using qrt::Extent;
using qrt::QuantizedInput;

void padInput(qrt::Conv2dCall &call, int64_t multiple) {
  const int64_t pitch = roundUp(call.shape.inChannels, multiple);
  call.shape.inPitch = pitch == call.shape.inChannels ? 0 : pitch;
}

// Values of a pixel that stands for its sample and becomes few channels; 1 where many results are
// tiles of what they read.
static int64_t summedAlone(const qrt::Conv2dShape &shape) {
  constexpr std::array<int64_t, 2> single{1, 1};
  constexpr int64_t few = 64;
  const bool isLine = shape.in == single && shape.out == single && shape.groups == 1 &&
                      shape.window.kernel == single && shape.outChannels <= few;
  return isLine ? shape.inChannels : 1;
}

Facts factsOf(const CallSite &, const qrt::Conv2dCall &call) {
  const qrt::Factor &weights = call.weights;
  return {.types = {call.input.type.type, weights.type.type},
          .channels = call.shape.outChannels / call.shape.groups,
          .reduced = summedAlone(call.shape),
          .constantWeights = weights.operand.space == qrt::Operand::Space::Constant,
          .symmetricWeights =
              weights.type == QuantizedInput{ElementType::I8, 0} && !weights.zeroPoint,
          .groups = call.shape.groups,
          .inputPitch = call.shape.pixelPitch(),
          .depthwise = call.shape.groups > 1 && call.shape.groups == call.shape.inChannels &&
                       call.shape.groups == call.shape.outChannels,
          .filterRows = call.shape.window.kernel[0]};
}

namespace {

/// OIHW → [group][ky][kx][in][out, padded to `pitch`].
uint32_t packGrouped(qrt::Program &program, const qrt::Conv2dShape &shape, uint32_t weights,
                     ElementType type, int64_t pitch) {
  const int64_t in = shape.inChannels / shape.groups, out = shape.outChannels / shape.groups;
  const int64_t h = shape.window.kernel[0], w = shape.window.kernel[1];
  qrt::LoadCopy copy;
  copy.source = weights;
  copy.type = type;
  copy.targetShape = {shape.groups, h, w, in, pitch};
  copy.walk.sizes = {shape.groups, out, in, h, w};
  copy.from.strides = {out * in * h * w, in * h * w, h * w, w, 1};
  copy.to.strides = {h * w * in * pitch, 1, pitch, w * in * pitch, in * pitch};
  return packedConstant(program, std::move(copy));
}

/// OIHW → [out, padded to `tile`][ky][kx][in, padded as the input].
qrt::LoadCopy words(const qrt::Conv2dShape &shape, uint32_t weights, ElementType type,
                    int64_t tile) {
  const int64_t in = shape.inChannels, pitch = shape.pixelPitch();
  const int64_t h = shape.window.kernel[0], w = shape.window.kernel[1];
  qrt::LoadCopy copy;
  copy.source = weights;
  copy.type = type;
  copy.targetShape = {roundUp(shape.outChannels, tile), h, w, pitch};
  copy.walk.sizes = {shape.outChannels, in, h, w};
  copy.from.strides = {in * h * w, h * w, w, 1};
  copy.to.strides = {h * w * pitch, 1, w * pitch, pitch};
  return copy;
}

/// OIHW → [out][ky][8 pixels][4 channels], the window behind as many pixels as
/// conv2d_mma_first.cl's SHIFT says.
qrt::LoadCopy pixels(const qrt::Conv2dShape &shape, uint32_t weights, ElementType type) {
  const int64_t in = shape.inChannels, h = shape.window.kernel[0], w = shape.window.kernel[1];
  qrt::LoadCopy copy;
  copy.source = weights;
  copy.type = type;
  copy.targetShape = {shape.outChannels, h, 8, 4};
  copy.walk.sizes = {shape.outChannels, in, h, w};
  copy.from.strides = {in * h * w, h * w, w, 1};
  copy.to.strides = {h * 32, 1, 32, 4};
  const int64_t pad = shape.window.padBegin[1];
  if (type == ElementType::F16 && shape.window.stride[1] % 2 == 0 && w < 8)
    copy.to.offset = (roundUp(pad, 4) - pad) % 2 * 4;
  return copy;
}

/// OIHW → [part of 3×3][in, padded to a step][16][out, padded to `tile`].
qrt::LoadCopy factors(const qrt::Conv2dShape &shape, uint32_t weights, int64_t tile) {
  const int64_t in = shape.inChannels, h = shape.window.kernel[0], w = shape.window.kernel[1];
  const int64_t padded = roundUp(in, 8), pitch = roundUp(shape.outChannels, tile);
  qrt::LoadCopy copy;
  copy.source = weights;
  copy.type = ElementType::F32;
  copy.winograd = true;
  copy.targetShape = {qrt::winogradParts({h, w}), padded, qrt::winogradFactors, pitch};
  copy.walk.sizes = {shape.outChannels, in, h, w};
  copy.from.strides = {in * h * w, h * w, w, 1};
  copy.to.strides = {1, qrt::winogradFactors * pitch, padded * qrt::winogradFactors * pitch, pitch};
  return copy;
}

qrt::LoadCopy packing(const LaunchDraft &draft, const qrt::Conv2dCall &call) {
  const uint32_t source = call.weights.operand.index;
  const ElementType type = call.weights.type.type;
  if (draft.row.tensor == TensorKernel::Winograd)
    return factors(call.shape, source, draft.choice.parameters.channels);
  return draft.row.tensor == TensorKernel::First ? pixels(call.shape, source, type)
                                                 : words(call.shape, source, type, 1);
}

qrt::Status emitTensorCores(LaunchDraft &draft, const qrt::Conv2dCall &call) {
  return emitTensorConv(draft, *tensorConvOf({draft.program, draft.node}, call),
                        {call.input.operand, packing(draft, call), call.epilogue});
}

/// OIHW → [group][ky][kx][in / held][out, padded to `pitch`][4], of `held` inputs a word.
uint32_t packQuads(qrt::Program &program, const qrt::Conv2dShape &shape, uint32_t weights,
                   ElementType type, int64_t pitch) {
  const int64_t in = shape.inChannels / shape.groups, out = shape.outChannels / shape.groups;
  const int64_t h = shape.window.kernel[0], w = shape.window.kernel[1];
  const int64_t held = heldInputs(in), words = in / held, row = pitch * 4;
  qrt::LoadCopy copy;
  copy.source = weights;
  copy.type = type;
  copy.targetShape = {shape.groups, h, w, words, pitch, 4};
  copy.walk.sizes = {shape.groups, out, words, held, h, w};
  copy.from.strides = {out * in * h * w, in * h * w, held * h * w, h * w, w, 1};
  copy.to.strides = {h * w * words * row, 4, row, 1, w * words * row, words * row};
  return packedConstant(program, std::move(copy));
}

/// OIHW of one input channel → [kx][out, padded to `pitch`][ky, padded to words].
uint32_t packFilters(qrt::Program &program, const qrt::Conv2dShape &shape, uint32_t weights,
                     ElementType type, int64_t pitch) {
  const int64_t h = shape.window.kernel[0], w = shape.window.kernel[1], rows = roundUp(h, 4);
  qrt::LoadCopy copy;
  copy.source = weights;
  copy.type = type;
  copy.targetShape = {w, pitch, rows};
  copy.walk.sizes = {shape.outChannels, h, w};
  copy.from.strides = {h * w, w, 1};
  copy.to.strides = {rows, 1, pitch * rows};
  return packedConstant(program, std::move(copy));
}

/// The constant in the form that the row reads; `pitch`: of output channels.
uint32_t packed(LaunchDraft &draft, const qrt::Conv2dCall &call, int64_t pitch) {
  const uint32_t source = call.weights.operand.index;
  const ElementType type = packedFactor(call.weights).type.type;
  switch (draft.row.weights) {
  case WeightLayout::Grouped: return packGrouped(draft.program, call.shape, source, type, pitch);
  case WeightLayout::Words:
    return packedConstant(draft.program,
                          words(call.shape, source, type, draft.row.tile.channels()));
  case WeightLayout::Quads: return packQuads(draft.program, call.shape, source, type, pitch);
  case WeightLayout::Filters: return packFilters(draft.program, call.shape, source, type, pitch);
  case WeightLayout::Taps: return packTaps(draft.program, call, pitch);
  case WeightLayout::Pixels:
  case WeightLayout::Factors:
  case WeightLayout::None:
  case WeightLayout::Columns: break;
  }
  return source;
}

/// conv2d_tiled.cl and conv2d_dot.cl: items of a group share tiles of pixels and channels.
void defineSharedTile(LaunchDraft &draft, const QuantizedInput &input, int64_t products) {
  const Tile &tile = draft.row.tile;
  draft.defineGroup();
  draft.define("PIXEL_TILE", tile.rows);
  draft.define("CHANNEL_TILE", tile.channels());
  draft.define("DEPTH", tile.depth);
  draft.define("K", products);
  defineMultiplyAdd(draft, input.type);
}

bool isLanes(const KernelRow &row) { return row.entry == "conv2d_lanes"; }

/// What one item or group holds, and how it sums.
void defineTileOf(LaunchDraft &draft, const qrt::Conv2dCall &call, int64_t in) {
  const int64_t products = in * call.shape.window.kernel[0] * call.shape.window.kernel[1];
  if (isLanes(draft.row))
    defineMultiplyAdd(draft, call.input.type.type);
  else if (draft.row.weights == WeightLayout::None)
    draft.define("RUN", draft.row.tile.channels());
  else if (draft.row.weights == WeightLayout::Taps)
    defineDepthwise(draft, call);
  else if (draft.row.launch == LaunchRule::GroupPerResult)
    defineSharedTile(draft, call.input.type, products);
  else if (draft.row.needs.byteDots)
    defineByteTile(draft, call.input, products, in);
  else
    defineTile(draft, call.input, call.weights, products, in);
}

/// Sizes of dimensions 0 and 1: rows of pixels, or groups of pixel tiles.
void defineConvItems(LaunchDraft &draft, const qrt::Conv2dCall &call, int64_t pitch) {
  if (draft.row.weights == WeightLayout::Taps)
    return launchDepthwise(draft, call);
  if (isLanes(draft.row)) // 8 products of an item at a time
    return emitLanes(draft, call.shape.inChannels,
                     timesExtent(call.samples, call.shape.outChannels), 8);
  const Tile &tile = draft.row.tile;
  const qrt::Conv2dShape &shape = call.shape;
  const int64_t xTiles = (shape.out[1] + tile.rows - 1) / tile.rows;
  draft.items(draft.row.launch == LaunchRule::GroupPerResult
                  ? divideExtent(timesExtent(call.samples, shape.out[0] * shape.out[1]), tile.rows)
                  : timesExtent(call.samples, shape.out[0] * xTiles),
              (draft.row.needs.depthwise ? 1 : shape.groups) * (pitch / tile.channels()));
}

} // namespace

qrt::Status emit(LaunchDraft &draft, const qrt::Conv2dCall &call) {
  if (draft.row.tensor != TensorKernel::None)
    return emitTensorCores(draft, call);
  const qrt::Conv2dShape &shape = call.shape;
  const int64_t in = shape.inChannels / shape.groups, out = shape.outChannels / shape.groups;
  const int64_t pitch =
      roundUp(draft.row.needs.depthwise ? shape.outChannels : out, draft.row.tile.channels());
  qrt::Status fits =
      requireIndex32(draft, {shape.in[0] * shape.in[1] * shape.pixelPitch(),
                             shape.out[0] * shape.out[1] * shape.outChannels,
                             in * shape.window.kernel[0] * shape.window.kernel[1] * pitch});
  if (!fits.ok())
    return fits;
  defineWindow(draft, shape.in, shape.out, shape.window);
  draft.define("GROUPS", shape.groups);
  draft.define("GROUP_IN", in);
  draft.define("IN_PITCH", shape.pixelPitch());
  draft.define("GROUP_OUT", out);
  draft.define("WEIGHT_PITCH", pitch);
  draft.defineFactor("INPUT", call.input);
  const WeightLayout weights = draft.row.weights;
  draft.defineFactor("WEIGHT", weights == WeightLayout::None   ? call.weights
                               : weights == WeightLayout::Taps ? tapsOf(call)
                                                               : packedFactor(call.weights));
  defineTileOf(draft, call, in);
  draft.argument(call.input.operand);
  draft.argument(qrt::Operand{call.weights.operand.space, packed(draft, call, pitch)});
  draft.output();
  draft.argument(call.samples);
  defineConvItems(draft, call, pitch);
  defineResult(draft, call.epilogue, shape.out[0] * shape.out[1], shape.outChannels);
  return addEpilogue(draft, call.epilogue, call.input.type, shape.out[1]);
}

} // namespace qopt
