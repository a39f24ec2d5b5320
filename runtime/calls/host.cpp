#include "runtime/calls/host.h"

namespace qrt {

BoundEpilogue::BoundEpilogue(const HostRun &run, const CallEpilogue &call, int64_t innerSamples) {
  for (const EpilogueOperand &tensor : call.tensors)
    tensors.push_back({run.data(tensor.operand), tensor.strides});
  for (uint32_t channel : call.channels)
    channels.push_back(run.constants[channel].data());
  epilogue = {&call.program, tensors, channels, run.result(), innerSamples, call.result};
}

} // namespace qrt
