#include "lowering/emit/products/conv2d.h"

#include "lowering/emit/extents.h"

#include <algorithm>

namespace qopt {

int64_t productsOf(const qrt::Conv2dShape &shape) {
  return shape.inChannels / shape.groups * shape.window.kernel[0] * shape.window.kernel[1];
}

qrt::Status emitConv2d(LaunchDraft &draft, const qrt::Conv2dCall &call, const ConvParts &parts) {
  const qrt::Conv2dShape &shape = call.shape;
  const int64_t resultPitch = call.epilogue.result ? call.epilogue.result->pixel : 0;
  qrt::Status fits =
      requireIndex32(draft, {shape.in[0] * shape.in[1] * shape.pixelPitch(),
                             shape.out[0] * shape.out[1] * std::max(shape.outChannels, resultPitch),
                             productsOf(shape) * parts.pitch});
  if (!fits.ok())
    return fits;
  defineWindow(draft, shape.in, shape.out, shape.window);
  draft.define("GROUPS", shape.groups);
  draft.define("GROUP_IN", shape.inChannels / shape.groups);
  draft.define("IN_PITCH", shape.pixelPitch());
  draft.define("GROUP_OUT", shape.outChannels / shape.groups);
  draft.define("WEIGHT_PITCH", parts.pitch);
  draft.defineFactor("INPUT", call.input);
  const qrt::Factor weights = draft.packed(call.weights);
  draft.defineFactor("WEIGHT", weights);
  parts.defineTile();
  draft.argument(call.input.operand);
  draft.argument(weights.operand);
  draft.output();
  draft.argument(call.samples);
  parts.launch();
  defineResult(draft, call.epilogue, shape.out[0] * shape.out[1], shape.outChannels);
  return addEpilogue(draft, call.epilogue, call.input.type, shape.out[1]);
}

qrt::Extent rowTiles(const qrt::Conv2dCall &call, int pixels) {
  return timesExtent(call.samples, call.shape.out[0] * divideUp(call.shape.out[1], pixels));
}

void defineSharedTile(LaunchDraft &draft, const qrt::Conv2dCall &call, const Tile &tile,
                      uint32_t group) {
  draft.define("GROUP", group);
  draft.define("PIXEL_TILE", tile.rows);
  draft.define("CHANNEL_TILE", tile.channels());
  draft.define("DEPTH", tile.depth);
  draft.define("K", productsOf(call.shape));
  defineMultiplyAdd(draft, call.input.type.type);
}

void launchSharedTiles(LaunchDraft &draft, const qrt::Conv2dCall &call, const Tile &tile,
                       uint32_t group) {
  const qrt::Conv2dShape &shape = call.shape;
  const int64_t tiles = divideUp(shape.outChannels / shape.groups, tile.channels());
  const qrt::Extent pixels = timesExtent(call.samples, shape.out[0] * shape.out[1]);
  if (int64_t(group) < tile.rows)
    draft.counts(pixels);
  draft.groups(divideExtent(pixels, tile.rows), shape.groups * tiles, group);
}

bool storesVectors(const qrt::Conv2dCall &call, int64_t channels) {
  const std::optional<qrt::EpilogueStrides> &result = call.epilogue.result;
  return call.shape.outChannels % channels == 0 &&
         (!result || (result->sample % channels == 0 && result->pixel % channels == 0 &&
                      call.epilogue.offset % channels == 0));
}

} // namespace qopt
