#include "lowering/families/reduce/launch.h"

#include "lowering/emit/accumulator.h"
#include "lowering/emit/extents.h"
#include "lowering/emit/scalar_c.h"

namespace qopt {

Facts factsOf(const CallSite &, const qrt::ReduceCall &call) {
  // Wide inner dimensions keep items busy without splitting the reduction.
  const int64_t reduced = call.shape.inner < 16 ? call.shape.reduced : 1;
  return {.types = {call.inputType.type}, .channels = call.shape.inner, .reduced = reduced};
}

// A scalar operation's C text as a macro's.
static std::string macroText(qrt::ScalarOp op, qrt::ElementType type) {
  const std::string name(cTypeName(type));
  const std::pair<std::string_view, std::string> parts[] = {
      {"$0", "(a)"}, {"$1", "(b)"}, {"$t", name}, {"$u", "u" + name.substr(1)}};
  std::string text = "(" + std::string(rowOf(op).text) + ")";
  for (const auto &[part, becomes] : parts)
    for (size_t at = text.find(part); at != text.npos; at = text.find(part, at))
      text.replace(at, part.size(), becomes);
  return text;
}

static const char *termText(qrt::ReduceTerm term) {
  switch (term) {
  case qrt::ReduceTerm::Value: return "(x)";
  case qrt::ReduceTerm::Magnitude: return "absF(x)";
  case qrt::ReduceTerm::Square: return "mulF(x, x)";
  }
  return "";
}

static void defineJoin(LaunchDraft &draft, qrt::ReduceKind kind, qrt::ElementType input) {
  const qrt::ReductionRow &row = rowOf(kind);
  const qrt::ElementType joined = joinedType(kind, input);
  const bool isFloats = qrt::isFloat(joined), sumsSteps = isOrdered(kind) && !isFloats;
  draft.defineType("VALUE_TYPE", joined);
  draft.define("START", initialValue(kind, joined));
  if (isFloats)
    draft.define("VALUE(x)", termText(row.term));
  else
    draft.define("VALUE(x)",
                 sumsSteps ? "((VALUE_TYPE)(x) - (VALUE_TYPE)INPUT_ZERO)" : "((VALUE_TYPE)(x))");
  if (isIndex(kind)) {
    const std::string wins = isLargest(kind) ? "(b) < (a)" : "(a) < (b)";
    draft.define("ARG", 1);
    draft.define("BEATS(a, b)",
                 isFloats ? "(" + wins + " || ((a) != (a) && (b) == (b)))" : "(" + wins + ")");
    if (takesLast(kind))
      draft.define("LAST", 1);
    return;
  }
  draft.define("COMBINE(a, b)", macroText(isFloats ? row.joinFloat : row.joinInteger, joined));
  if (isOrdered(kind) && isFloats)
    draft.define("ORDERED", 1);
}

qrt::Status emit(LaunchDraft &draft, const qrt::ReduceCall &call) {
  const qrt::ReduceShape &shape = call.shape;
  qrt::Status fits = requireIndex32(draft, {shape.reduced, shape.inner});
  if (!fits.ok())
    return fits;
  defineJoin(draft, shape.kind, call.inputType.type);
  draft.define("REDUCED", shape.reduced);
  draft.define("INNER", shape.inner);
  draft.defineInput(call.inputType);
  draft.argument(call.input);
  draft.output();
  draft.argument(call.outer);
  if (draft.row.launch == LaunchRule::GroupPerResult) {
    draft.defineGroup();
    draft.items(timesExtent(call.outer, shape.inner));
  } else {
    draft.define("RUN", draft.row.tile.channels());
    draft.items(timesExtent(call.outer, runs(shape.inner, draft.row.tile)));
  }
  return addEpilogue(draft, call.epilogue, call.inputType, 1);
}

} // namespace qopt
