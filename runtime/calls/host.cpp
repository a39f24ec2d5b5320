#include "runtime/calls/host.h"

namespace qrt {

QuantizedInput HostRun::typeOf(const Factor &factor) const {
  QuantizedInput type = factor.type;
  if (factor.zeroPoint)
    visitElementType(type.type, [&](auto tag) {
      using Stored = typename decltype(tag)::Storage;
      type.zeroPoint = int32_t(*static_cast<const Stored *>(data(*factor.zeroPoint)));
    });
  return type;
}

BoundEpilogue::BoundEpilogue(const HostRun &run, const CallEpilogue &call, int64_t innerSamples) {
  for (const EpilogueOperand &tensor : call.tensors)
    tensors.push_back({run.data(tensor.operand), tensor.strides});
  for (uint32_t channel : call.channels)
    channels.push_back(run.constants[channel].data());
  char *output = static_cast<char *>(run.result()) + call.offset * int64_t(run.resultWidth());
  epilogue = {&call.program, tensors, channels, output, innerSamples, call.result, run.program};
  if (!call.auxiliary)
    return;
  auxiliary = prepareProgram(run.execution.isa, *call.auxiliary);
  const size_t last = run.writes.size() - 1;
  const int64_t width = int64_t(byteWidth(call.auxiliary->resultType));
  epilogue.auxiliary = auxiliary.get();
  epilogue.auxiliaryOutput = static_cast<char *>(run.result(last)) + call.offset * width;
}

} // namespace qrt
