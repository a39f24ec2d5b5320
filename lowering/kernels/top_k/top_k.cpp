// The largest elements of lines, a line an item.
#include "lowering/emit/lines.h"
#include "lowering/kernels/reasons.h"

namespace qopt::kernels::top_k {
namespace {

using qrt::TopKCall;

std::string against(const CallSite &site, const TopKCall &call) {
  return whyTypesNot(scalarTypes, {site.typeOf(call.input)});
}

qrt::Status emit(LaunchDraft &draft, const TopKCall &call) {
  const qrt::TopKShape &shape = call.shape;
  const qrt::ElementType type = qrt::typeOf(draft.program, call.input);
  QRT_RETURN_IF_ERROR(requireIndex32(draft, {shape.count}));
  const qrt::Extent leading =
      defineLines(draft, call.leading, call.walk,
                  {{"SOURCE_INDEX", &shape.source}, {"TARGET_INDEX", &shape.target}});
  draft.defineType("INPUT_TYPE", type);
  draft.defineType("OUTPUT_TYPE", draft.outputType());
  draft.define("SOURCE_STEP", shape.sourceStep);
  draft.define("TARGET_STEP", shape.targetStep);
  draft.define("COUNT", shape.count);
  draft.define("CHOSEN", shape.chosen);
  // NaN is the greatest; a u64 is loaded as an i64.
  draft.define("GREATER(a, b)", qrt::isFloat(type) ? "((b) < (a) || ((a) != (a) && (b) == (b)))"
                                : type == qrt::ElementType::U64 ? "((u64)(b) < (u64)(a))"
                                                                : "((b) < (a))");
  draft.define("BEFORE(a, b)", shape.smallest ? "GREATER(b, a)" : "GREATER(a, b)");
  draft.argument(call.input);
  draft.output();
  draft.argument(leading);
  return defineLoaded(draft, type);
}

constexpr DeviceKernel kernels[] = {{.name = "top_k.line",
                                     .family = TopKCall::family,
                                     .preference = 400,
                                     .text = {"top_k", "top_k.cl", "walk.h"},
                                     .against = typed<against>,
                                     .emit = typed<emit>}};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::top_k
