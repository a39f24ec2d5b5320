// A filter for each channel, of bytes on CPUs: rows of a window, four products at once.
#include "lowering/emit/products/conv2d.h"
#include "lowering/emit/products/reasons.h"
#include "lowering/emit/products/register_tile.h"

namespace qopt::kernels::conv2d_depthwise {
namespace {

using qrt::Conv2dCall;

constexpr Tile tile{.rows = 8, .vectors = 1, .width = 16, .depth = 64};

std::string whyRowsNot(const Conv2dCall &call) {
  constexpr int64_t most = 8;
  const int64_t rows = call.shape.window.kernel[0];
  return unless(rows <= most, "needs windows of " + std::to_string(most) + " rows at most, here " +
                                  std::to_string(rows));
}

std::string against(const CallSite &site, const Conv2dCall &call) {
  return firstReason({whyTypesNot(byteTypes, call), whyNotCpu(site.device),
                      whyNoByteProducts(site.device), whyNotConstant(call.weights),
                      whyNotSymmetric(call.weights), whyNotDepthwise(call), whyRowsNot(call)});
}

/// OIHW of one input channel → [kx][out, padded to the tile][ky, padded to words].
std::optional<qrt::LoadStep> packing(const CallSite &, const Conv2dCall &call,
                                     const KernelParameters &) {
  const qrt::Conv2dShape &shape = call.shape;
  const int64_t h = shape.window.kernel[0], w = shape.window.kernel[1], rows = roundUp(h, 4);
  const int64_t pitch = roundUp(shape.outChannels, tile.channels());
  qrt::LoadCopy copy;
  copy.source = call.weights.operand.index;
  copy.type = call.weights.type.type;
  copy.targetShape = {w, pitch, rows};
  copy.walk.sizes = {shape.outChannels, h, w};
  copy.from.strides = {h * w, w, 1};
  copy.to.strides = {rows, 1, pitch * rows};
  return copy;
}

qrt::Status emit(LaunchDraft &draft, const Conv2dCall &call) {
  constexpr uint32_t workGroup = 4;
  const int64_t pitch = roundUp(call.shape.outChannels, tile.channels());
  return emitConv2d(
      draft, call,
      {.pitch = pitch,
       .defineTile =
           [&] {
             defineByteTile(draft, tile, call.input, productsOf(call.shape),
                            call.shape.inChannels / call.shape.groups);
           },
       .launch =
           [&] { draft.items(rowTiles(call, tile.rows), pitch / tile.channels(), workGroup); }});
}

constexpr DeviceKernel kernels[] = {
    {.name = "conv2d.cpu.bytes.depthwise",
     .family = Conv2dCall::family,
     .preference = 30,
     .text = {"conv2d_depthwise", "conv2d_depthwise.cl", "byte_tile.h"},
     .against = typed<against>,
     .emit = typed<emit>,
     .packing = typed<packing>}};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::conv2d_depthwise
