// Softmax of short rows, on devices of any make: up to 32 neighbouring items a row, each of which
// holds its elements, so that an exponential is computed once.
#include "lowering/emit/extents.h"
#include "lowering/emit/lanes.h"
#include "lowering/kernels/reasons.h"

#include <algorithm>
#include <bit>

namespace qopt::kernels::softmax_short {
namespace {

using qrt::SoftmaxCall;

/// Elements of a row, each of which is a partial sum of its own.
constexpr int64_t fewest = 2, most = 64;

/// Elements that an item holds.
constexpr KernelParameters space[] = {{.channels = 1}, {.channels = 2},  {.channels = 4},
                                      {.channels = 8}, {.channels = 16}, {.channels = 32},
                                      {.channels = 64}};

int64_t widthOf(const SoftmaxCall &call) { return int64_t(std::bit_ceil(uint64_t(call.axis))); }

std::string against(const CallSite &site, const SoftmaxCall &call) {
  return firstReason({whyFewer("a reduction", fewest, call.axis),
                      whyMore("a reduction", most, call.axis),
                      whyGroupNot(site.device, 32, 4 * laneItems)});
}

std::string againstParameters(const CallSite &, const SoftmaxCall &call,
                              const KernelParameters &p) {
  constexpr int64_t mostLanes = 32;
  if (p.channels < 1 || p.channels > widthOf(call))
    return "parameters out of range";
  return whyMore("lanes", mostLanes, widthOf(call) / p.channels);
}

int64_t lanesOf(const SoftmaxCall &call, const KernelParameters &p) {
  return widthOf(call) / p.channels;
}

// An instruction of each item for each element and each step between lanes. A step is a barrier on
// CPUs, which do best with a row an item; on GPUs fewer than eight neighbours that load side by
// side leave memory's transactions half empty.
double cost(const CallSite &site, const SoftmaxCall &call, const KernelParameters &p,
            int64_t batch) {
  const int64_t lanes = lanesOf(call, p), neighbours = std::min<int64_t>(lanes, 8);
  const double step = site.device.isGpu ? 10 : 60,
               load = site.device.isGpu ? 128.0 / double(neighbours) : 1;
  const double item =
      (30 + load) * p.channels + 2 * step * double(std::bit_width(uint64_t(lanes)) - 1);
  return double(call.outer.at(batch) * lanes) * item;
}

/// Rows of a CPU's group are few, so that its cores share them.
int64_t itemsOf(const qrt::DeviceDescription &device, int64_t lanes) {
  constexpr int64_t rows = 16;
  const int64_t wanted = device.isGpu ? laneItems : std::min<int64_t>(laneItems, rows * lanes);
  return std::min(wanted, int64_t(std::bit_floor(uint64_t(device.maxWorkGroup))));
}

qrt::Status emit(LaunchDraft &draft, const SoftmaxCall &call) {
  const KernelParameters &p = draft.choice.parameters;
  const int64_t lanes = lanesOf(call, p), items = itemsOf(draft.device, lanes);
  draft.define("AXIS", call.axis);
  draft.define("HELD", p.channels);
  draft.define("LANES", lanes);
  draft.define("ITEMS", items);
  draft.argument(call.input);
  draft.output();
  draft.argument(call.outer);
  draft.beginEarly();
  draft.items(timesExtent(call.outer, lanes), 1, uint32_t(items));
  return addEpilogue(draft, call.epilogue, {}, 1);
}

constexpr DeviceKernel kernels[] = {
    {.name = "softmax.short",
     .family = SoftmaxCall::family,
     .preference = 215, // behind softmax.lanes
     .text = {"softmax_short", "softmax_short.cl", "ordered_sum.h", "lanes.h"},
     .against = typed<against>,
     .emit = typed<emit>,
     .space = space,
     .againstParameters = typed<againstParameters>,
     .cost = typed<cost>}};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::softmax_short
