#include "lowering/fuse/calls/wide_channels.h"

#include "lowering/emit/launch.h"
#include "runtime/numerics/types/halves.h"

#include <set>

namespace qopt {

/// Says that `program` reads its channels of halves as f32, and adds them to `found`.
static void readAsFloats(qrt::ScalarProgram &program, std::set<uint32_t> &found) {
  for (qrt::ScalarInput &input : program.inputs)
    if (input.kind == qrt::ScalarInputKind::Channel && qrt::isHalf(input.storage)) {
      input.storage = qrt::ElementType::F32;
      found.insert(input.index);
    }
}

static qrt::LoadCopy widening(const qrt::Program &calls, uint32_t constant) {
  const int64_t channels = calls.constants[constant].value.size();
  qrt::LoadCopy copy;
  copy.source = constant;
  copy.type = qrt::ElementType::F32;
  copy.targetShape = {channels};
  copy.walk.sizes = {channels};
  copy.from.strides = copy.to.strides = {1};
  return copy;
}

void widenChannels(qrt::Program &calls) {
  auto widen = [&](qrt::CallEpilogue &epilogue) {
    std::set<uint32_t> halves;
    readAsFloats(epilogue.program, halves);
    if (epilogue.auxiliary)
      readAsFloats(*epilogue.auxiliary, halves);
    for (uint32_t channel : halves)
      epilogue.channels[channel] =
          packedConstant(calls, widening(calls, epilogue.channels[channel].value));
  };
  for (qrt::Node &node : calls.nodes)
    if (auto *call = std::get_if<qrt::Call>(&node.work))
      std::visit(
          [&](auto &one) {
            if constexpr (requires { one.epilogue.channels; })
              widen(one.epilogue);
          },
          *call);
}

} // namespace qopt
