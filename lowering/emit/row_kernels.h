// Kernels of calls that read whole rows and write as many elements: softmax and norms. One text has
// four of them, which differ in who takes a row: a group that stages it, lanes, a group, an item.
#pragma once

#include "lowering/emit/lanes.h"
#include "lowering/kernels/reasons.h"

namespace qopt {

/// `Rows` describes a call that computes along rows. It has `Call`, `lengthOf(call)` (elements of a
/// row), `whyNot(site, call)` (a reason of its own, or ""), `define(draft, call)` (macros of its
/// own) and `writesAuxiliary` (DeviceKernel).
template <typename Rows> struct RowKernels {
  using Call = typename Rows::Call;
  static constexpr uint32_t group = 64, items = 16;

  static std::string againstStaged(const CallSite &site, const Call &call) {
    return firstReason({Rows::whyNot(site, call), whyStagedNot(site.device),
                        whyFewer("a reduction", lanesHold + 1, Rows::lengthOf(call))});
  }
  static std::string againstLanes(const CallSite &site, const Call &call) {
    return firstReason({Rows::whyNot(site, call), whyLanesNot(site.device),
                        whyMore("a reduction", lanesHold, Rows::lengthOf(call))});
  }
  static std::string againstGroup(const CallSite &site, const Call &call) {
    constexpr int64_t fewest = 256;
    return firstReason({Rows::whyNot(site, call), whyGroupNot(site.device, group, group * 4),
                        whyFewer("a reduction", fewest, Rows::lengthOf(call))});
  }
  static std::string againstRow(const CallSite &site, const Call &call) {
    return Rows::whyNot(site, call);
  }

  static void byStages(LaunchDraft &draft, const Call &call) {
    emitStaged(draft, Rows::lengthOf(call), call.outer);
  }
  static void byLanes(LaunchDraft &draft, const Call &call) {
    emitLanesOfRows(draft, Rows::lengthOf(call), call.outer);
  }
  static void byGroups(LaunchDraft &draft, const Call &call) {
    draft.define("GROUP", group);
    draft.groups(call.outer, 1, group);
  }
  static void byItems(LaunchDraft &draft, const Call &call) { draft.items(call.outer, 1, items); }

  template <void (*itemsOf)(LaunchDraft &, const Call &)>
  static qrt::Status emit(LaunchDraft &draft, const Call &call) {
    QRT_RETURN_IF_ERROR(requireIndex32(draft, {Rows::lengthOf(call)}));
    draft.define("AXIS", Rows::lengthOf(call));
    Rows::define(draft, call);
    defineChannelWords(draft, call.epilogue);
    draft.argument(call.input);
    draft.output();
    draft.argument(call.outer);
    itemsOf(draft, call);
    return addEpilogue(draft, call.epilogue, {}, 1);
  }
};

/// A kernel's name and its entry in the text.
struct RowKernelName {
  std::string_view name, entry;
};

/// Returns the kernels in the order of preference, as RowKernels has them: staged, lanes, group,
/// row.
template <typename Rows>
constexpr std::array<DeviceKernel, 4> rowKernels(std::string_view file,
                                                 const std::array<RowKernelName, 4> &names) {
  using Of = RowKernels<Rows>;
  const auto kernel = [&](size_t which, int preference, std::array<std::string_view, 3> behind,
                          auto against, auto emit, std::span<const int64_t> largerRanges = {}) {
    return DeviceKernel{.name = names[which].name,
                        .family = Rows::Call::family,
                        .preference = preference,
                        .text = {names[which].entry, file, "ordered_sum.h", behind},
                        .against = against,
                        .emit = emit,
                        .dependsOnRange = which < 2,
                        .largerRanges = largerRanges,
                        .writesAuxiliary = Rows::writesAuxiliary};
  };
  return {kernel(0, 200, {"staged.h", "clusters.h"}, typed<Of::againstStaged>,
                 typed<Of::template emit<Of::byStages>>),
          kernel(1, 210, {"lanes.h"}, typed<Of::againstLanes>,
                 typed<Of::template emit<Of::byLanes>>, largeLaneBatches),
          kernel(2, 300, {}, typed<Of::againstGroup>, typed<Of::template emit<Of::byGroups>>),
          kernel(3, 400, {}, typed<Of::againstRow>, typed<Of::template emit<Of::byItems>>)};
}

} // namespace qopt
