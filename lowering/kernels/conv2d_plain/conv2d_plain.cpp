// Convolutions whose weights are computed, or stay as they stand: a run of channels an item.
#include "lowering/emit/products/conv2d.h"
#include "lowering/emit/products/reasons.h"

namespace qopt::kernels::conv2d_plain {
namespace {

using qrt::Conv2dCall;

std::string againstCpu(const CallSite &site, const Conv2dCall &call) {
  return firstReason({whyTypesNot(anchorTypes, call), whyNotCpu(site.device)});
}
std::string againstGpu(const CallSite &site, const Conv2dCall &call) {
  return firstReason({whyTypesNot(anchorTypes, call), whyNotGpu(site.device)});
}

template <int run, uint32_t workGroup>
qrt::Status emit(LaunchDraft &draft, const Conv2dCall &call) {
  const int64_t pitch = roundUp(call.shape.outChannels / call.shape.groups, run);
  return emitConv2d(
      draft, call,
      {.pitch = pitch,
       .defineTile = [&] { draft.define("RUN", run); },
       .launch =
           [&] { draft.items(rowTiles(call, 1), call.shape.groups * (pitch / run), workGroup); }});
}

constexpr KernelText text{"conv2d_plain", "conv2d_plain.cl"};

constexpr DeviceKernel kernels[] = {
    {.name = "conv2d.cpu.plain",
     .family = Conv2dCall::family,
     .preference = 400,
     .text = text,
     .against = typed<againstCpu>,
     .emit = typed<emit<8, 4>>,
     .writesAuxiliary = true},
    {.name = "conv2d.gpu.plain",
     .family = Conv2dCall::family,
     .preference = 410,
     .text = text,
     .against = typed<againstGpu>,
     .emit = typed<emit<1, 64>>,
     .writesAuxiliary = true},
};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::conv2d_plain
