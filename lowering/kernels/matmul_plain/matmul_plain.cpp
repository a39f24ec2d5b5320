// Products of any B as it stands, a run of columns an item.
#include "lowering/emit/products/matmul.h"
#include "lowering/emit/products/reasons.h"

namespace qopt::kernels::matmul_plain {
namespace {

using qrt::MatmulCall;

std::string againstCpu(const CallSite &site, const MatmulCall &call) {
  return firstReason({whyTypesNot(anchorTypes, call), whyNotCpu(site.device)});
}
std::string againstGpu(const CallSite &site, const MatmulCall &call) {
  return firstReason({whyTypesNot(anchorTypes, call), whyNotGpu(site.device)});
}

template <uint32_t workGroup>
void launch(LaunchDraft &draft, const qrt::Extent &rows, int64_t runs) {
  draft.items(rows, runs, workGroup);
}

template <int run, uint32_t workGroup>
qrt::Status emit(LaunchDraft &draft, const MatmulCall &call) {
  const auto defineB = [&] {
    draft.define("K", call.shape.k);
    draft.defineFactor("INPUT", call.a);
    draft.defineFactor("WEIGHT", call.b);
    draft.define("RUN", run);
    draft.define("SUMS_ANY_ORDER", !qrt::isFloat(call.a.type.type));
    return call.b.operand;
  };
  return emitMatmul(draft, call, {.width = run}, defineB, launch<workGroup>);
}

constexpr KernelText text{"matmul_plain", "matmul_plain.cl"};

constexpr DeviceKernel kernels[] = {
    {.name = "matmul.cpu.plain",
     .family = MatmulCall::family,
     .preference = 400,
     .text = text,
     .against = typed<againstCpu>,
     .emit = typed<emit<16, 4>>,
     .writesAuxiliary = true},
    {.name = "matmul.gpu.plain",
     .family = MatmulCall::family,
     .preference = 410,
     .text = text,
     .against = typed<againstGpu>,
     .emit = typed<emit<1, 64>>,
     .writesAuxiliary = true},
};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::matmul_plain
