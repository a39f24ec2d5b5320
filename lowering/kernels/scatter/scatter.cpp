// Scatters, a line of updates an item.
#include "lowering/emit/lines.h"
#include "lowering/kernels/reasons.h"

#include <limits>

namespace qopt::kernels::scatter {
namespace {

using qrt::ScalarOp;
using qrt::ScatterCall;
using qrt::ScatterKind;

std::string against(const CallSite &site, const ScatterCall &) {
  return whyTypesNot(scalarTypes, {site.resultType()});
}

ScalarOp joinOf(ScatterKind kind, bool isReal) {
  switch (kind) {
  case ScatterKind::None: break;
  case ScatterKind::Add: return isReal ? ScalarOp::AddF : ScalarOp::AddI;
  case ScatterKind::Mul: return isReal ? ScalarOp::MulF : ScalarOp::MulI;
  case ScatterKind::Max: return isReal ? ScalarOp::MaxF : ScalarOp::MaxI;
  case ScatterKind::Min: return isReal ? ScalarOp::MinF : ScalarOp::MinI;
  }
  return ScalarOp::Input;
}

qrt::Status defineJoined(LaunchDraft &draft, ScatterKind kind) {
  const qrt::ElementType type = draft.outputType();
  draft.define("JOINED(held, update)",
               kind == ScatterKind::None ? "(update)" : "joined(held, update)");
  if (kind == ScatterKind::None)
    return {};
  qrt::ScalarBuilder b;
  auto held = b.input({qrt::ScalarInputKind::Tensor, type, 0});
  auto update = b.input({qrt::ScalarInputKind::Tensor, type, 1});
  const bool turns = type == qrt::ElementType::U64 && !qrt::isArithmetic(kind);
  // Bits of a u64 compare as signed ones with the highest bit turned.
  auto turned = [&](auto v) {
    return turns ? b.apply(ScalarOp::XorI, v, b.constant64(std::numeric_limits<int64_t>::min()))
                 : v;
  };
  auto value = turned(b.apply(joinOf(kind, qrt::isFloat(type)), turned(held), turned(update)));
  return appendFunction(draft, "joined", b.finish(value, type));
}

qrt::Status emit(LaunchDraft &draft, const ScatterCall &call) {
  const qrt::ScatterShape &shape = call.shape;
  const qrt::Extent leading = defineLines(draft, call.leading, call.walk,
                                          {{"INDEX_INDEX", &shape.index},
                                           {"UPDATE_INDEX", &shape.update},
                                           {"TARGET_INDEX", &shape.target}});
  draft.defineType("INDEX_TYPE", draft.site().typeOf(call.indices));
  draft.defineType("OUTPUT_TYPE", draft.outputType());
  draft.define("INDEX_STEP", shape.indexStep);
  draft.define("UPDATE_STEP", shape.updateStep);
  draft.addFault();
  std::string place = "(";
  for (size_t d = 0; d < call.sizes.size(); ++d) {
    const std::string size = "size" + std::to_string(d);
    draft.parameters.add(size, "int ", call.sizes[d]);
    place += (d ? " + " : "") + ("(i64)placeBelow(" + size) + ", indices[(first) + " +
             std::to_string(int64_t(d) * shape.componentStep) + "], FAULT) * " +
             std::to_string(shape.targetSteps[d]);
  }
  draft.define("PLACE(first)", place + ")");
  draft.argument(call.indices);
  draft.argument(call.updates);
  draft.output();
  draft.argument(leading);
  draft.argument(call.count);
  draft.defineParameters();
  return defineJoined(draft, shape.kind);
}

constexpr DeviceKernel kernels[] = {{.name = "scatter.line",
                                     .family = ScatterCall::family,
                                     .preference = 400,
                                     .text = {"scatter", "scatter.cl", "walk.h"},
                                     .against = typed<against>,
                                     .emit = typed<emit>}};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::scatter
