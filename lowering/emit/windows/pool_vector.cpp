#include "lowering/emit/windows/pool_vector.h"

#include "lowering/emit/extents.h"
#include "lowering/kernels/reasons.h"

namespace qopt {

static constexpr uint32_t group = 128;

std::string whyVectorsNot(const qrt::DeviceDescription &device) {
  return firstReason({whyNotGpu(device), whyCapabilityNot(device, 90)});
}

qrt::Status requirePool32(const LaunchDraft &draft, const qrt::Pool2dShape &shape) {
  return requireIndex32(draft, {shape.in[0] * shape.in[1] * shape.channels,
                                shape.out[0] * shape.out[1] * shape.channels});
}

qrt::Status emitPoolVectors(LaunchDraft &draft, const qrt::Pool2dCall &call, int64_t channels,
                            const std::function<void()> &define) {
  const qrt::Pool2dShape &shape = call.shape;
  QRT_RETURN_IF_ERROR(requirePool32(draft, shape));
  defineWindow(draft, shape.in, shape.out, shape.window);
  draft.define("IN_PITCH", shape.channels * int64_t(qrt::byteWidth(call.inputType.type)));
  draft.define("ITEMS", group);
  draft.define("INPUT_TYPE", qrt::elementTypeName(call.inputType.type));
  draft.define("OUTPUT_TYPE", qrt::elementTypeName(call.epilogue.program.resultType));
  define();
  draft.argument(call.input);
  draft.output();
  draft.argument(call.samples);
  draft.beginEarly();
  const int64_t items = shape.out[0] * shape.out[1] * shape.channels / channels;
  draft.groups(divideExtent(timesExtent(call.samples, items), group), 1, group);
  return {};
}

} // namespace qopt
