#include "lowering/families/scan/launch.h"

#include "lowering/emit/lines.h"

namespace qopt {

using qrt::ScalarOp;

Facts factsOf(const CallSite &site, const qrt::ScanCall &) {
  return {.types = {site.resultType()}};
}

// joined(sum, value) and stored(sum).
static qrt::Status defineJoined(LaunchDraft &draft, qrt::ScanKind kind) {
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

qrt::Status emit(LaunchDraft &draft, const qrt::ScanCall &call) {
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

} // namespace qopt
