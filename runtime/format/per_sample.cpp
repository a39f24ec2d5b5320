#include "runtime/format/program.h"

#include <algorithm>

namespace qrt {

bool isPerSample(const Program &program) {
  auto isPart = [&](const PortBuffer &port) {
    return SampleParts::pitchOf(program.buffers[port.buffer]).value_or(0) > 0;
  };
  auto nodeIs = [&](const Node &node) {
    const Call *call = std::get_if<Call>(&node.work);
    return call && isPerSample({program.buffers, program.constants, node.reads, node.writes,
                                program.dynamicBatch},
                               *call);
  };
  return program.dynamicBatch &&
         std::all_of(program.inputs.begin(), program.inputs.end(), isPart) &&
         std::all_of(program.outputs.begin(), program.outputs.end(), isPart) &&
         std::all_of(program.nodes.begin(), program.nodes.end(), nodeIs);
}

} // namespace qrt
