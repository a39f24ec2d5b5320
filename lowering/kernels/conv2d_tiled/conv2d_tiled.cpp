// Any types on GPUs: items of a group share tiles of pixels and channels.
#include "lowering/emit/products/conv2d.h"
#include "lowering/emit/products/reasons.h"

namespace qopt::kernels::conv2d_tiled {
namespace {

using qrt::Conv2dCall;
using qrt::ElementType;

constexpr TypeSet types{ElementType::F32, ElementType::F16, ElementType::BF16, ElementType::I8,
                        ElementType::U8};
constexpr Tile tile{.rows = 64, .vectors = 1, .width = 64, .depth = 16};
constexpr uint32_t group = 256;

std::string against(const CallSite &site, const Conv2dCall &call) {
  constexpr int64_t localBytes = 2 * 16 * 64 * 4, fewest = 33;
  return firstReason({whyTypesNot(types, call), whyNotGpu(site.device),
                      whyGroupNot(site.device, group, localBytes),
                      whyFewer("channels", fewest, call.shape.outChannels / call.shape.groups),
                      whyNotConstant(call.weights)});
}

std::optional<qrt::LoadStep> packing(const CallSite &, const Conv2dCall &call,
                                     const KernelParameters &) {
  return conv_weights::grouped(call, tile.channels());
}

qrt::Status emit(LaunchDraft &draft, const Conv2dCall &call) {
  const int64_t channels = call.shape.outChannels / call.shape.groups;
  return emitConv2d(draft, call,
                    {.pitch = roundUp(channels, tile.channels()),
                     .defineTile = [&] { defineSharedTile(draft, call, tile, group); },
                     .launch = [&] { launchSharedTiles(draft, call, tile, group); }});
}

constexpr DeviceKernel kernels[] = {{.name = "conv2d.gpu.tiled",
                                     .family = Conv2dCall::family,
                                     .preference = 230,
                                     .text = {"conv2d_tiled", "conv2d_tiled.cl"},
                                     .against = typed<against>,
                                     .emit = typed<emit>,
                                     .packing = typed<packing>}};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::conv2d_tiled
