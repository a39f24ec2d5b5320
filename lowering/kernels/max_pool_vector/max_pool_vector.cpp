// Maxima as they are: an item takes 16 bytes of neighbouring channels.
#include "lowering/emit/windows/pool_vector.h"
#include "lowering/kernels/reasons.h"

namespace qopt::kernels::max_pool_vector {
namespace {

using qrt::ElementType;
using qrt::Pool2dCall;

constexpr TypeSet types{ElementType::I8, ElementType::U8, ElementType::F16};

int64_t channelsOf(const Pool2dCall &call) { return 16 / qrt::byteWidth(call.inputType.type); }

bool isLargestAsItIs(const CallSite &site, const Pool2dCall &call) {
  const qrt::ScalarProgram &program = call.epilogue.program;
  return call.shape.kind == qrt::PoolKind::Max &&
         call.shape.window.dilation == std::array<int64_t, 2>{1, 1} &&
         program.resultType == call.inputType.type && site.resultType() == call.inputType.type &&
         qrt::storesAccumulator(program);
}

std::string against(const CallSite &site, const Pool2dCall &call) {
  const std::string reason =
      firstReason({whyTypesNot(types, {call.inputType.type}), whyVectorsNot(site.device)});
  if (!reason.empty())
    return reason;
  return unless(!call.epilogue.result && call.shape.channels % channelsOf(call) == 0 &&
                    isLargestAsItIs(site, call),
                "is for maxima as they are, of channels that make whole vectors");
}

qrt::Status emit(LaunchDraft &draft, const Pool2dCall &call) {
  return emitPoolVectors(draft, call, channelsOf(call), [] {});
}

constexpr DeviceKernel kernels[] = {
    {.name = "pool2d.max.vector",
     .family = Pool2dCall::family,
     .preference = 200,
     .text = {"max_pool_vector", "max_pool_vector.cl", "tensor_core.h"},
     .against = typed<against>,
     .emit = typed<emit>}};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::max_pool_vector
