// This kernel finds the least and the greatest value of groups, for calibration.
#include "lowering/emit/launch.h"
#include "lowering/kernels/reasons.h"

namespace qopt::kernels::extremes {
namespace {

using qrt::ExtremesCall;

constexpr uint32_t group = 64;

std::string against(const CallSite &site, const ExtremesCall &call) {
  return firstReason({whyTypesNot({qrt::ElementType::F32}, {site.typeOf(call.input)}),
                      whyGroupNot(site.device, group, group * 12)});
}

qrt::Status emit(LaunchDraft &draft, const ExtremesCall &call) {
  draft.define("GROUP", group);
  draft.argument(call.input);
  draft.output();
  draft.argument(call.before);
  draft.argument(call.groups);
  draft.argument(call.after);
  draft.groups(call.groups, 1, group);
  return {};
}

constexpr DeviceKernel kernels[] = {{.name = "extremes",
                                     .family = ExtremesCall::family,
                                     .preference = 400,
                                     .text = {"extremes", "extremes.cl"},
                                     .against = typed<against>,
                                     .emit = typed<emit>}};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::extremes
