// Pools of any kind: CPUs take runs of channels, GPUs one an item.
#include "lowering/emit/accumulator.h"
#include "lowering/emit/extents.h"
#include "lowering/emit/rounding.h"
#include "lowering/emit/windows/pool_vector.h"
#include "lowering/kernels/reasons.h"

namespace qopt::kernels::pool2d {
namespace {

using qrt::ElementType;
using qrt::Pool2dCall;

struct Form {
  int64_t run;
  uint32_t workGroup;
};
constexpr Form ofCpus{16, 16}, ofGpus{1, 128};

std::string againstCpu(const CallSite &site, const Pool2dCall &call) {
  return firstReason({whyTypesNot(anchorTypes, {call.inputType.type}), whyNotCpu(site.device)});
}
std::string againstGpu(const CallSite &site, const Pool2dCall &call) {
  return firstReason({whyTypesNot(anchorTypes, {call.inputType.type}), whyNotGpu(site.device)});
}

template <Form form> qrt::Status emit(LaunchDraft &draft, const Pool2dCall &call) {
  const qrt::Pool2dShape &shape = call.shape;
  QRT_RETURN_IF_ERROR(requirePool32(draft, shape));
  const bool isMax = shape.kind == qrt::PoolKind::Max;
  const ElementType acc = accumulatorType(call.epilogue.program, call.inputType);
  defineWindow(draft, shape.in, shape.out, shape.window);
  draft.define("CHANNELS", shape.channels);
  draft.define("RUN", form.run);
  if (isMax)
    draft.define("POOL_MAX", 1);
  if (shape.countIncludePad)
    draft.define("COUNT_INCLUDE_PAD", 1);
  draft.define("ACC_INITIAL",
               initialValue(isMax ? qrt::ReduceKind::Max : qrt::ReduceKind::Sum, acc));
  draft.defineInput(call.inputType);
  draft.argument(call.input);
  draft.output();
  draft.argument(call.samples);
  defineResult(draft, call.epilogue, shape.out[0] * shape.out[1], shape.channels);
  draft.items(
      timesExtent(call.samples, shape.out[0] * shape.out[1] * divideUp(shape.channels, form.run)),
      1, form.workGroup);
  return addEpilogue(draft, call.epilogue, call.inputType, shape.out[1]);
}

constexpr KernelText text{"pool2d", "pool2d.cl"};

constexpr DeviceKernel kernels[] = {
    {.name = "pool2d.cpu",
     .family = Pool2dCall::family,
     .preference = 400,
     .text = text,
     .against = typed<againstCpu>,
     .emit = typed<emit<ofCpus>>},
    {.name = "pool2d.gpu",
     .family = Pool2dCall::family,
     .preference = 410,
     .text = text,
     .against = typed<againstGpu>,
     .emit = typed<emit<ofGpus>>},
};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::pool2d
