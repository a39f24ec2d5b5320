// What norms have before their scale, along rows: in groups that stage them, by lanes, by groups,
// by items.
#include "lowering/emit/lanes.h"
#include "lowering/kernels/reasons.h"

namespace qopt::kernels::standardize {
namespace {

using qrt::StandardizeCall;

constexpr uint32_t group = 64, items = 16;
constexpr TypeSet types = TypeSet::where(
    [](qrt::ElementType type) { return qrt::widenedType(type) == qrt::ElementType::F32; });

std::string whyTypeNot(const CallSite &site, const StandardizeCall &call) {
  return whyTypesNot(types, {site.typeOf(call.input)});
}

std::string againstStaged(const CallSite &site, const StandardizeCall &call) {
  return firstReason({whyTypeNot(site, call), whyStagedNot(site.device),
                      whyFewer("a reduction", lanesHold + 1, call.shape.axis)});
}

std::string againstLanes(const CallSite &site, const StandardizeCall &call) {
  return firstReason({whyTypeNot(site, call), whyLanesNot(site.device),
                      whyMore("a reduction", lanesHold, call.shape.axis)});
}

std::string againstGroup(const CallSite &site, const StandardizeCall &call) {
  constexpr int64_t fewest = 256;
  return firstReason({whyTypeNot(site, call), whyGroupNot(site.device, group, group * 4),
                      whyFewer("a reduction", fewest, call.shape.axis)});
}

void byStages(LaunchDraft &draft, const StandardizeCall &call) {
  emitStaged(draft, call.shape.axis, call.outer);
}
void byLanes(LaunchDraft &draft, const StandardizeCall &call) {
  emitLanes(draft, call.shape.axis, call.outer);
}
void byGroups(LaunchDraft &draft, const StandardizeCall &call) {
  draft.define("GROUP", group);
  draft.groups(call.outer, 1, group);
}
void byItems(LaunchDraft &draft, const StandardizeCall &call) { draft.items(call.outer, 1, items); }

template <void (*itemsOf)(LaunchDraft &, const StandardizeCall &)>
qrt::Status emit(LaunchDraft &draft, const StandardizeCall &call) {
  QRT_RETURN_IF_ERROR(requireIndex32(draft, {call.shape.axis}));
  draft.define("AXIS", call.shape.axis);
  draft.defineFactor("ROW", {{}, {draft.site().typeOf(call.input), 0}});
  draft.define("CENTERED", int64_t(call.shape.centered));
  draft.defineFloat("EPSILON", call.shape.epsilon);
  draft.argument(call.input);
  draft.output();
  draft.argument(call.outer);
  itemsOf(draft, call);
  return addEpilogue(draft, call.epilogue, {}, 1);
}

constexpr DeviceKernel kernels[] = {
    {.name = "standardize.staged",
     .family = StandardizeCall::family,
     .preference = 200,
     .text = {"standardize_staged", "standardize.cl", "ordered_sum.h", "staged.h"},
     .against = typed<againstStaged>,
     .emit = typed<emit<byStages>>},
    {.name = "standardize.lanes",
     .family = StandardizeCall::family,
     .preference = 210,
     .text = {"standardize_lanes", "standardize.cl", "ordered_sum.h", "lanes.h"},
     .against = typed<againstLanes>,
     .emit = typed<emit<byLanes>>},
    {.name = "standardize.group",
     .family = StandardizeCall::family,
     .preference = 300,
     .text = {"standardize_group", "standardize.cl", "ordered_sum.h"},
     .against = typed<againstGroup>,
     .emit = typed<emit<byGroups>>},
    {.name = "standardize.row",
     .family = StandardizeCall::family,
     .preference = 400,
     .text = {"standardize", "standardize.cl", "ordered_sum.h"},
     .against = typed<whyTypeNot>,
     .emit = typed<emit<byItems>>},
};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::standardize
