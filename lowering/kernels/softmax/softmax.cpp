// Softmax along rows: in groups that stage them, by lanes, by groups, by items.
#include "lowering/emit/lanes.h"
#include "lowering/kernels/reasons.h"

namespace qopt::kernels::softmax {
namespace {

using qrt::SoftmaxCall;

constexpr uint32_t group = 64, items = 16;

std::string againstStaged(const CallSite &site, const SoftmaxCall &call) {
  return firstReason(
      {whyStagedNot(site.device), whyFewer("a reduction", lanesHold + 1, call.axis)});
}

std::string againstLanes(const CallSite &site, const SoftmaxCall &call) {
  return firstReason({whyLanesNot(site.device), whyMore("a reduction", lanesHold, call.axis)});
}

std::string againstGroup(const CallSite &site, const SoftmaxCall &call) {
  constexpr int64_t fewest = 256;
  return firstReason(
      {whyGroupNot(site.device, group, group * 4), whyFewer("a reduction", fewest, call.axis)});
}

std::string againstRow(const CallSite &, const SoftmaxCall &) { return {}; }

void byStages(LaunchDraft &draft, const SoftmaxCall &call) {
  emitStaged(draft, call.axis, call.outer);
}
void byLanes(LaunchDraft &draft, const SoftmaxCall &call) {
  emitLanes(draft, call.axis, call.outer);
}
void byGroups(LaunchDraft &draft, const SoftmaxCall &call) {
  draft.define("GROUP", group);
  draft.groups(call.outer, 1, group);
}
void byItems(LaunchDraft &draft, const SoftmaxCall &call) { draft.items(call.outer, 1, items); }

template <void (*itemsOf)(LaunchDraft &, const SoftmaxCall &)>
qrt::Status emit(LaunchDraft &draft, const SoftmaxCall &call) {
  QRT_RETURN_IF_ERROR(requireIndex32(draft, {call.axis}));
  draft.define("AXIS", call.axis);
  draft.argument(call.input);
  draft.output();
  draft.argument(call.outer);
  itemsOf(draft, call);
  return addEpilogue(draft, call.epilogue, {}, 1);
}

constexpr DeviceKernel kernels[] = {
    {.name = "softmax.staged",
     .family = SoftmaxCall::family,
     .preference = 200,
     .text = {"softmax_staged", "softmax.cl", "ordered_sum.h", "staged.h"},
     .against = typed<againstStaged>,
     .emit = typed<emit<byStages>>},
    {.name = "softmax.lanes",
     .family = SoftmaxCall::family,
     .preference = 210,
     .text = {"softmax_lanes", "softmax.cl", "ordered_sum.h", "lanes.h"},
     .against = typed<againstLanes>,
     .emit = typed<emit<byLanes>>},
    {.name = "softmax.group",
     .family = SoftmaxCall::family,
     .preference = 300,
     .text = {"softmax_group", "softmax.cl", "ordered_sum.h"},
     .against = typed<againstGroup>,
     .emit = typed<emit<byGroups>>},
    {.name = "softmax.row",
     .family = SoftmaxCall::family,
     .preference = 400,
     .text = {"softmax", "softmax.cl", "ordered_sum.h"},
     .against = typed<againstRow>,
     .emit = typed<emit<byItems>>},
};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::softmax
