// One pixel a sample, of which few channels are made: rows to be summed by lanes.
#include "lowering/emit/extents.h"
#include "lowering/emit/lanes.h"
#include "lowering/emit/products/conv2d.h"
#include "lowering/emit/products/reasons.h"

namespace qopt::kernels::conv2d_lanes {
namespace {

using qrt::Conv2dCall;

// Values of a pixel that stands for its sample and becomes few channels; 1 where many results are
// tiles of what they read.
int64_t summedAlone(const qrt::Conv2dShape &shape) {
  constexpr std::array<int64_t, 2> single{1, 1};
  constexpr int64_t few = 256;
  const bool isLine = shape.in == single && shape.out == single && shape.groups == 1 &&
                      shape.window.kernel == single && shape.outChannels <= few;
  return isLine ? shape.inChannels : 1;
}

// Any order of a product's sum will do, so that any GPU takes it.
std::string against(const CallSite &site, const Conv2dCall &call) {
  return firstReason({whyTypesNot(anchorTypes, call), whyNotGpu(site.device),
                      whyLocalMemoryNot(site.device, 4 * laneItems),
                      whyFewer("a reduction", 2, summedAlone(call.shape)), whyGroupsNot(call)});
}

qrt::Status emit(LaunchDraft &draft, const Conv2dCall &call) {
  constexpr int64_t together = 8; // products of an item
  const qrt::Conv2dShape &shape = call.shape;
  return emitConv2d(draft, call,
                    {.pitch = shape.outChannels,
                     .defineTile = [&] { defineMultiplyAdd(draft, call.input.type.type); },
                     .launch =
                         [&] {
                           emitLanes(draft, shape.inChannels,
                                     timesExtent(call.samples, shape.outChannels), together);
                         }});
}

constexpr DeviceKernel kernels[] = {{.name = "conv2d.gpu.lanes",
                                     .family = Conv2dCall::family,
                                     .preference = 210,
                                     .text = {"conv2d_lanes", "conv2d_lanes.cl", {}, "lanes.h"},
                                     .against = typed<against>,
                                     .emit = typed<emit>}};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::conv2d_lanes
