// Reductions: several columns by groups, rows in groups that stage them, by lanes, by groups, by
// items.
#include "lowering/emit/accumulator.h"
#include "lowering/emit/extents.h"
#include "lowering/emit/lanes.h"
#include "lowering/emit/rounding.h"
#include "lowering/emit/scalar/scalar_c.h"
#include "lowering/kernels/reasons.h"
#include "runtime/numerics/types/halves.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace qopt::kernels::reduce {
namespace {

using qrt::ReduceCall;

constexpr TypeSet types = TypeSet::where(
    [](qrt::ElementType type) { return qrt::isReadType(type) || qrt::isPlainInteger(type); });
/// A group's items join in at most columnsLocalBytes of local memory; one of them loads at most
/// columnsRun elements at once.
constexpr int64_t columnsLocalBytes = 32768, columnsRun = 8;
constexpr uint32_t columnsGroup = 256, group = 64;

bool isInOrder(const ReduceCall &call) {
  return isOrdered(call.shape.kind) &&
         qrt::isFloat(joinedType(call.shape.kind, call.inputType.type));
}

// Wide inner dimensions keep items busy without splitting the reduction.
int64_t reducedAlone(const ReduceCall &call) {
  return call.shape.inner < 16 ? call.shape.reduced : 1;
}

// Returns the input's type as it is loaded: halves are widened there.
qrt::QuantizedInput storedInput(const CallSite &site, const ReduceCall &call) {
  const qrt::ElementType stored = site.typeOf(call.input);
  return qrt::isHalf(stored) ? qrt::QuantizedInput{stored} : call.inputType;
}

std::string whyTypeNot(const CallSite &site, const ReduceCall &call) {
  return whyTypesNot(types, {storedInput(site, call).type});
}

std::string againstColumns(const CallSite &site, const ReduceCall &call) {
  constexpr int64_t fewest = 32;
  return firstReason({whyTypeNot(site, call), whyNotGpu(site.device),
                      whyGroupNot(site.device, columnsGroup, columnsLocalBytes),
                      unless(call.shape.inner > 1, "is for several columns"),
                      whyFewer("a reduction", fewest, call.shape.reduced)});
}

// Groups that stage rows are for floats that are added in their order.
std::string againstStaged(const CallSite &site, const ReduceCall &call) {
  constexpr TypeSet floats = TypeSet::where(
      [](qrt::ElementType type) { return qrt::widenedType(type) == qrt::ElementType::F32; });
  return firstReason({whyTypesNot(floats, {storedInput(site, call).type}),
                      whyStagedNot(site.device),
                      whyFewer("a reduction", lanesHold + 1, reducedAlone(call)),
                      unless(isInOrder(call) && call.shape.inner == 1,
                             "is for rows of floats whose sums have one order")});
}

// A group per result pays where few results are left to share the work.
std::string againstGroup(const CallSite &site, const ReduceCall &call) {
  constexpr int64_t fewest = 1024, localBytes = 256 * 16;
  return firstReason({whyTypeNot(site, call), whyGroupNot(site.device, group, localBytes),
                      whyFewer("a reduction", fewest, reducedAlone(call))});
}

std::string againstCpu(const CallSite &site, const ReduceCall &call) {
  return firstReason({whyTypeNot(site, call), whyNotCpu(site.device)});
}

template <int64_t inner> std::string againstGpu(const CallSite &site, const ReduceCall &call) {
  return firstReason({whyTypeNot(site, call), whyNotGpu(site.device),
                      whyFewer("channels", inner, call.shape.inner)});
}

std::string againstLanes(const CallSite &site, const ReduceCall &call) {
  return firstReason({whyTypeNot(site, call), whyLanesNot(site.device),
                      whyMore("a reduction", lanesHold, reducedAlone(call))});
}

// A scalar operation's C text as a macro's.
std::string macroText(qrt::ScalarOp op, qrt::ElementType type) {
  const std::string name(cTypeName(type));
  const std::pair<std::string_view, std::string> parts[] = {
      {"$0", "(a)"}, {"$1", "(b)"}, {"$t", name}, {"$u", "u" + name.substr(1)}};
  std::string text = "(" + std::string(rowOf(op).text) + ")";
  for (const auto &[part, becomes] : parts)
    for (size_t at = text.find(part); at != text.npos; at = text.find(part, at))
      text.replace(at, part.size(), becomes);
  return text;
}

const char *termText(qrt::ReduceTerm term) {
  switch (term) {
  case qrt::ReduceTerm::Value: return "(x)";
  case qrt::ReduceTerm::Magnitude: return "absF(x)";
  case qrt::ReduceTerm::Square: return "mulF(x, x)";
  }
  return "";
}

void defineJoin(LaunchDraft &draft, qrt::ReduceKind kind, qrt::ElementType input) {
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

/// A group takes `columns` runs of `run` neighbours, each by `walkers` items: `held` rows at a
/// time, of which `apart` do not wait for each other where the order is free.
struct ColumnTile {
  int64_t run, columns, walkers, held = 8, apart = 1;
};

/// Gives each of few groups fewer columns, as long as it reads whole sectors, and more items.
void spread(ColumnTile &tile, const LaunchDraft &draft, const ReduceCall &call, int64_t width) {
  constexpr int64_t sector = 32, mostWalkers = 64, manyHeld = 16, fewestItems = 64;
  const qrt::ReduceShape &shape = call.shape;
  const int64_t samples = call.outer.at(draft.batches.first), units = draft.device.computeUnits;
  const auto isFew = [&] {
    return samples * divideUp(shape.inner, tile.columns * tile.run) < units;
  };
  const int64_t wanted = int64_t(std::bit_ceil(uint64_t(divideUp(shape.reduced, tile.held))));
  if (!isFew() || tile.walkers > mostWalkers || wanted <= tile.walkers)
    return;
  tile.apart = 2;
  tile.walkers = std::min(wanted, mostWalkers);
  if (shape.reduced >= tile.walkers * manyHeld)
    tile.held = manyHeld;
  const auto isTooWide = [&] { return tile.columns * tile.walkers > columnsGroup; };
  const auto canPart = [&] {
    return tile.columns * tile.run * width > sector && tile.columns * tile.walkers > fewestItems;
  };
  while (tile.columns > 1 && (isTooWide() || (isFew() && canPart())))
    tile.columns /= 2;
}

/// Loads of 16 bytes at most, groups that fit the row's local memory,
/// few items a column where what is reduced is short.
void byColumns(LaunchDraft &draft, const ReduceCall &call) {
  const qrt::ReduceShape &shape = call.shape;
  const qrt::ElementType input = storedInput(draft.site(), call).type;
  const qrt::ElementType joined = joinedType(shape.kind, call.inputType.type);
  constexpr int64_t items = columnsGroup;
  // Bytes of a pixel's few channels fill no more than a group's loads: more groups, each of fewer.
  const bool hasManyWalkers =
      !isInOrder(call) && shape.reduced >= 4096 && qrt::byteWidth(input) == 1;
  const int64_t walkers = shape.reduced < 1024 ? 8 : hasManyWalkers ? items : 64;
  const int64_t stateBytes = int64_t(qrt::byteWidth(joined)) * (isIndex(shape.kind) ? 2 : 1);
  const int64_t most = std::min<int64_t>(
      {columnsRun, 16 / int64_t(qrt::byteWidth(input)), columnsLocalBytes / (items * stateBytes)});
  const int64_t run = std::gcd(shape.inner, int64_t(std::bit_floor(uint64_t(most))));
  const int64_t columns =
      std::min<int64_t>(items / walkers, std::bit_ceil(uint64_t(shape.inner / run)));
  ColumnTile tile{run, columns, walkers};
  spread(tile, draft, call, qrt::byteWidth(input));
  draft.define("WALKERS", tile.walkers);
  draft.define("COLUMNS", tile.columns);
  draft.define("RUN", tile.run);
  draft.define("HELD", tile.held);
  draft.define("APART", tile.apart);
  draft.beginEarly();
  draft.groups(timesExtent(call.outer, divideUp(shape.inner, tile.columns * tile.run)), 1,
               uint32_t(tile.walkers * tile.columns));
}

qrt::Extent resultsOf(const ReduceCall &call) { return timesExtent(call.outer, call.shape.inner); }

void byLanes(LaunchDraft &draft, const ReduceCall &call) {
  constexpr int64_t held = 16;
  emitLanesOfRows(draft, call.shape.reduced, resultsOf(call), held);
}
void byStages(LaunchDraft &draft, const ReduceCall &call) {
  draft.defineFactor("ROW", {{}, storedInput(draft.site(), call)});
  emitStaged(draft, call.shape.reduced, resultsOf(call));
}
// Only ordered sums want an item for each partial.
void byGroups(LaunchDraft &draft, const ReduceCall &call) {
  const uint32_t items = draft.device.isGpu && !isInOrder(call) ? 4 * group : group;
  draft.define("GROUP", items);
  draft.groups(resultsOf(call), 1, items);
}
template <int64_t run, uint32_t workGroup>
void byItems(LaunchDraft &draft, const ReduceCall &call) {
  draft.define("RUN", run);
  draft.items(timesExtent(call.outer, divideUp(call.shape.inner, run)), 1, workGroup);
}

template <void (*itemsOf)(LaunchDraft &, const ReduceCall &)>
qrt::Status emit(LaunchDraft &draft, const ReduceCall &call) {
  const qrt::ReduceShape &shape = call.shape;
  QRT_RETURN_IF_ERROR(requireIndex32(draft, {shape.reduced, shape.inner}));
  defineJoin(draft, shape.kind, call.inputType.type);
  draft.define("REDUCED", shape.reduced);
  draft.define("INNER", shape.inner);
  draft.defineInput(storedInput(draft.site(), call));
  draft.argument(call.input);
  draft.output();
  draft.argument(call.outer);
  itemsOf(draft, call);
  return addEpilogue(draft, call.epilogue, call.inputType, 1);
}

constexpr DeviceKernel named(std::string_view name, int preference, std::string_view entry,
                             std::array<std::string_view, 2> behind,
                             decltype(DeviceKernel::against) against,
                             decltype(DeviceKernel::emit) emit) {
  return {.name = name,
          .family = ReduceCall::family,
          .preference = preference,
          .text = {entry, "reduce.cl", "ordered_sum.h", {behind[0], behind[1]}},
          .against = against,
          .emit = emit};
}

/// One that emits by the range's smallest batch.
constexpr DeviceKernel byRange(DeviceKernel kernel, std::span<const int64_t> largerRanges = {}) {
  kernel.dependsOnRange = true;
  kernel.largerRanges = largerRanges;
  return kernel;
}

constexpr DeviceKernel kernels[] = {
    byRange(named("reduce.columns", 200, "reduce_columns", {"runs.h"}, typed<againstColumns>,
                  typed<emit<byColumns>>)),
    byRange(named("reduce.staged", 210, "reduce_staged", {"staged.h", "clusters.h"},
                  typed<againstStaged>, typed<emit<byStages>>)),
    named("reduce.group", 220, "reduce_group", {}, typed<againstGroup>, typed<emit<byGroups>>),
    named("reduce.cpu", 300, "reduce", {}, typed<againstCpu>, typed<emit<byItems<16, 4>>>),
    named("reduce.gpu", 310, "reduce", {}, typed<againstGpu<2>>, typed<emit<byItems<1, 64>>>),
    byRange(named("reduce.lanes", 320, "reduce_lanes", {"lanes.h"}, typed<againstLanes>,
                  typed<emit<byLanes>>),
            largeLaneBatches),
    named("reduce.gpu.row", 400, "reduce", {}, typed<againstGpu<1>>, typed<emit<byItems<1, 64>>>),
};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::reduce
