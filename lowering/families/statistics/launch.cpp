#include "lowering/families/statistics/launch.h"

#include "lowering/emit/extents.h"

namespace qopt {

Facts factsOf(const CallSite &site, const qrt::ExtremesCall &call) {
  return {.types = {site.typeOf(call.input)}};
}
Facts factsOf(const CallSite &site, const qrt::HistogramCall &call) {
  return {.types = {site.typeOf(call.input)}};
}

qrt::Status emit(LaunchDraft &draft, const qrt::ExtremesCall &call) {
  draft.defineGroup();
  draft.argument(call.input);
  draft.output();
  draft.argument(call.before);
  draft.argument(call.groups);
  draft.argument(call.after);
  draft.items(call.groups);
  return {};
}

qrt::Status emit(LaunchDraft &draft, const qrt::HistogramCall &call) {
  if (2 * call.shape.bins * 4 > draft.row.needs.localBytes)
    return {qrt::StatusCode::Unsupported,
            "a histogram of " + std::to_string(call.shape.bins) + " bins: kernels count 2048"};
  draft.defineGroup();
  draft.define("BINS", call.shape.bins);
  draft.define("PARTS", call.shape.parts);
  draft.argument(call.input);
  draft.argument(call.perUnit);
  draft.output();
  draft.argument(call.count);
  draft.items(qrt::Extent{0, call.shape.parts, 1});
  return {};
}

} // namespace qopt
