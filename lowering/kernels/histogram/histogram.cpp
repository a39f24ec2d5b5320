// This kernel counts how many values fall in each bin, for calibration.
#include "lowering/emit/launch.h"
#include "lowering/kernels/reasons.h"

namespace qopt::kernels::histogram {
namespace {

using qrt::HistogramCall;

constexpr uint32_t group = 64;
constexpr int64_t mostBins = 2048;
constexpr int64_t localBytes = 2 * mostBins * 4; // two sets of counters

std::string against(const CallSite &site, const HistogramCall &call) {
  return firstReason({whyTypesNot({qrt::ElementType::F32}, {site.typeOf(call.input)}),
                      whyGroupNot(site.device, group, localBytes),
                      whyMore("bins", mostBins, call.shape.bins)});
}

qrt::Status emit(LaunchDraft &draft, const HistogramCall &call) {
  draft.define("GROUP", group);
  draft.define("BINS", call.shape.bins);
  draft.define("PARTS", call.shape.parts);
  draft.argument(call.input);
  draft.argument(call.perUnit);
  draft.output();
  draft.argument(call.count);
  draft.groups(qrt::Extent{0, call.shape.parts, 1}, 1, group);
  return {};
}

constexpr DeviceKernel kernels[] = {{.name = "histogram",
                                     .family = HistogramCall::family,
                                     .preference = 400,
                                     .text = {"histogram", "histogram.cl"},
                                     .against = typed<against>,
                                     .emit = typed<emit>}};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::histogram
