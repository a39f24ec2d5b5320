// Running sums and products, a line an item.
#include "lowering/emit/lines.h"
#include "lowering/kernels/reasons.h"

namespace qopt::kernels::scan {
namespace {

using qrt::ScalarOp;
using qrt::ScanCall;

std::string against(const CallSite &site, const ScanCall &) {
  return whyTypesNot(TypeSet::where(qrt::scans), {site.resultType()});
}

// joined(sum, value) and stored(sum).
qrt::Status defineJoined(LaunchDraft &draft, qrt::ScanKind kind) {
  const qrt::ElementType type = draft.outputType(), value = valueType(type);
  const bool isReal = qrt::isFloat(type), isSum = kind == qrt::ScanKind::Sum;
  qrt::ScalarBuilder b;
  auto sum = b.input({qrt::ScalarInputKind::Tensor, value, 0});
  auto next = b.input({qrt::ScalarInputKind::Tensor, value, 1});
  ScalarOp join = isSum ? (isReal ? ScalarOp::AddF : ScalarOp::AddI)
                        : (isReal ? ScalarOp::MulF : ScalarOp::MulI);
  qrt::Status status = appendFunction(draft, "joined", b.finish(b.apply(join, sum, next), value));
  if (!status.ok())
    return status;
  qrt::ScalarBuilder store;
  auto kept = store.input({qrt::ScalarInputKind::Tensor, value, 0});
  return appendFunction(draft, "stored", store.finish(kept, type));
}

qrt::Status emit(LaunchDraft &draft, const ScanCall &call) {
  const qrt::ScanShape &shape = call.shape;
  const qrt::Extent leading =
      defineLines(draft, call.leading, call.walk,
                  {{"SOURCE_INDEX", &shape.source}, {"TARGET_INDEX", &shape.target}});
  draft.defineType("OUTPUT_TYPE", draft.outputType());
  draft.define("SOURCE_STEP", shape.sourceStep);
  draft.define("TARGET_STEP", shape.targetStep);
  draft.define("EXCLUSIVE", int64_t(shape.exclusive));
  draft.define("REVERSE", int64_t(shape.reverse));
  draft.define("START", int64_t(shape.kind == qrt::ScanKind::Product));
  draft.argument(call.input);
  draft.output();
  draft.argument(leading);
  draft.argument(call.count);
  qrt::Status status = defineLoaded(draft, draft.outputType());
  return status.ok() ? defineJoined(draft, shape.kind) : status;
}

constexpr DeviceKernel kernels[] = {{.name = "scan.line",
                                     .family = ScanCall::family,
                                     .preference = 400,
                                     .text = {"scan", "scan.cl", "walk.h"},
                                     .against = typed<against>,
                                     .emit = typed<emit>}};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::scan
