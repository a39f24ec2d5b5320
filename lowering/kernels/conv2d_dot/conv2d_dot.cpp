// Bytes on GPUs: items of a group share tiles of pixels and channels, four products at a time.
#include "lowering/emit/products/conv2d.h"
#include "lowering/emit/products/reasons.h"

namespace qopt::kernels::conv2d_dot {
namespace {

using qrt::Conv2dCall;

constexpr Tile tile{.rows = 64, .vectors = 1, .width = 64, .depth = 16};
constexpr uint32_t group = 256;
constexpr int64_t word = 4; // inputs of which are multiplied at a time

std::string whyGroupsNotWords(const qrt::Conv2dShape &shape) {
  return unless(shape.groups == 1 || shape.inChannels / shape.groups % word == 0,
                "needs groups of whole words");
}

std::string against(const CallSite &site, const Conv2dCall &call) {
  constexpr int64_t localBytes = 2 * 16 * 65 * 4, fewest = 17;
  return firstReason({whyTypesNot(byteTypes, call), whyNotGpu(site.device),
                      whyGroupNot(site.device, group, localBytes),
                      whyFewer("channels", fewest, call.shape.outChannels / call.shape.groups),
                      whyNotConstant(call.weights), whyNotSymmetric(call.weights),
                      whyGroupsNotWords(call.shape), whyPixelsNot(call, word)});
}

std::optional<qrt::LoadStep> packing(const CallSite &, const Conv2dCall &call,
                                     const KernelParameters &) {
  return call.shape.groups == 1 ? conv_weights::words(call, tile.channels())
                                : conv_weights::groupedWords(call, tile.channels());
}

qrt::Status emit(LaunchDraft &draft, const Conv2dCall &call) {
  return emitConv2d(draft, call,
                    {.pitch = call.shape.groups *
                              roundUp(call.shape.outChannels / call.shape.groups, tile.channels()),
                     .defineTile = [&] { defineSharedTile(draft, call, tile, group); },
                     .launch = [&] { launchSharedTiles(draft, call, tile, group); }});
}

constexpr DeviceKernel kernels[] = {{.name = "conv2d.gpu.dot",
                                     .family = Conv2dCall::family,
                                     .preference = 220,
                                     .text = {"conv2d_dot", "conv2d_dot.cl", "dot4.h"},
                                     .against = typed<against>,
                                     .emit = typed<emit>,
                                     .packing = typed<packing>,
                                     .padded = typed<paddedPixels<word>>}};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::conv2d_dot
