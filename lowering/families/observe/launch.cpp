#include "lowering/families/observe/launch.h"

#include "lowering/emit/extents.h"

namespace qopt {

using qrt::Extent;

Facts factsOf(const CallSite &site, const qrt::ObserveCall &call) {
  return {.types = {site.typeOf(call.input)}};
}

qrt::Status emit(LaunchDraft &draft, const qrt::ObserveCall &call) {
  draft.defineGroup();
  draft.argument(call.input);
  draft.argument(qrt::ObservationStore{});
  draft.argument(call.count);
  draft.argument(Extent{0, int64_t(call.index), 1});
  // Each item of a group takes `width` values.
  draft.items(divideExtent(call.count, int64_t(draft.row.workGroup) * draft.row.tile.width));
  return {};
}

} // namespace qopt
