#include "lowering/families/reduce/launch.h"

#include "lowering/emit/accumulator.h"
#include "lowering/emit/extents.h"
#include "lowering/emit/scalar_c.h"
#include "lowering/families/lanes.h"
#include "runtime/numerics/types/halves.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace qopt {

static bool isInOrder(const qrt::ReduceCall &call) {
  return isOrdered(call.shape.kind) &&
         qrt::isFloat(joinedType(call.shape.kind, call.inputType.type));
}

// What is loaded: halves are widened there.
static qrt::QuantizedInput storedInput(const CallSite &site, const qrt::ReduceCall &call) {
  const qrt::ElementType stored = site.typeOf(call.input);
  return qrt::isHalf(stored) ? qrt::QuantizedInput{stored} : call.inputType;
}

Facts factsOf(const CallSite &site, const qrt::ReduceCall &call) {
  // Wide inner dimensions keep items busy without splitting the reduction.
  const int64_t reduced = call.shape.inner < 16 ? call.shape.reduced : 1;
  return {.types = {storedInput(site, call).type},
          .channels = call.shape.inner,
          .reduced = reduced,
          .inOrder = isInOrder(call) && call.shape.inner == 1,
          .column = call.shape.inner > 1 ? call.shape.reduced : 0};
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
  if (isFloats) {
    draft.define("TERM_OF(x)", termText(row.term)); // of what is loaded
    draft.define("VALUE(x)", "TERM_OF(INPUT_VALUE(x))");
  } else
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

/// reduce_columns of reduce.cl: loads of 16 bytes at most, groups that fit the row's local memory,
/// few items a column where what is reduced is short.
static void emitColumns(LaunchDraft &draft, const qrt::ReduceCall &call) {
  const qrt::ReduceShape &shape = call.shape;
  const qrt::ElementType input = storedInput({draft.program, draft.node}, call).type;
  const qrt::ElementType joined = joinedType(shape.kind, call.inputType.type);
  const int64_t items = draft.row.workGroup, held = 8;
  // Bytes of a pixel's few channels fill no more than a group's loads: more groups, each of fewer.
  const bool hasManyWalkers =
      !isInOrder(call) && shape.reduced >= 4096 && qrt::byteWidth(input) == 1;
  const int64_t walkers = shape.reduced < 1024 ? 8 : hasManyWalkers ? items : 64;
  const int64_t stateBytes = int64_t(qrt::byteWidth(joined)) * (isIndex(shape.kind) ? 2 : 1);
  const int64_t most = std::min<int64_t>({draft.row.tile.width, 16 / int64_t(qrt::byteWidth(input)),
                                          draft.row.needs.localBytes / (items * stateBytes)});
  const int64_t run = std::gcd(shape.inner, int64_t(std::bit_floor(uint64_t(most))));
  const int64_t columns =
      std::min<int64_t>(items / walkers, std::bit_ceil(uint64_t(shape.inner / run)));
  draft.define("WALKERS", walkers);
  draft.define("COLUMNS", columns);
  draft.define("RUN", run);
  draft.define("HELD", held);
  draft.beginEarly();
  draft.groups(timesExtent(call.outer, (shape.inner + columns * run - 1) / (columns * run)), 1,
               uint32_t(walkers * columns));
}

/// reduce_group, of which only ordered sums want an item for each partial.
static void emitGroup(LaunchDraft &draft, const qrt::ReduceCall &call) {
  const int64_t group =
      draft.device.isGpu && !isInOrder(call) ? 4 * draft.row.workGroup : draft.row.workGroup;
  draft.define("GROUP", group);
  draft.groups(timesExtent(call.outer, call.shape.inner), 1, uint32_t(group));
}

static void emitItems(LaunchDraft &draft, const qrt::ReduceCall &call) {
  const qrt::ReduceShape &shape = call.shape;
  const qrt::Extent results = timesExtent(call.outer, shape.inner);
  if (draft.row.entry == "reduce_columns")
    return emitColumns(draft, call);
  if (draft.row.entry == "reduce_lanes")
    return emitLanes(draft, shape.reduced, results, 16);
  if (draft.row.entry == "reduce_staged") {
    draft.defineFactor("ROW", {{}, storedInput({draft.program, draft.node}, call)});
    return emitStaged(draft, shape.reduced, results);
  }
  if (draft.row.launch == LaunchRule::GroupPerResult)
    return emitGroup(draft, call);
  draft.define("RUN", draft.row.tile.channels());
  draft.items(timesExtent(call.outer, runs(shape.inner, draft.row.tile)));
}

qrt::Status emit(LaunchDraft &draft, const qrt::ReduceCall &call) {
  const qrt::ReduceShape &shape = call.shape;
  qrt::Status fits = requireIndex32(draft, {shape.reduced, shape.inner});
  if (!fits.ok())
    return fits;
  defineJoin(draft, shape.kind, call.inputType.type);
  draft.define("REDUCED", shape.reduced);
  draft.define("INNER", shape.inner);
  draft.defineInput(storedInput({draft.program, draft.node}, call));
  draft.argument(call.input);
  draft.output();
  draft.argument(call.outer);
  emitItems(draft, call);
  return addEpilogue(draft, call.epilogue, call.inputType, 1);
}

} // namespace qopt
