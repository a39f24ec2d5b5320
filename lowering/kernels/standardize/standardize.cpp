// These kernels standardize rows, as norms do before their scale: in groups that stage them, by
// lanes, by groups, by items.
#include "lowering/emit/row_kernels.h"

namespace qopt::kernels::standardize {
namespace {

constexpr TypeSet types = TypeSet::where(
    [](qrt::ElementType type) { return qrt::widenedType(type) == qrt::ElementType::F32; });

struct Rows {
  using Call = qrt::StandardizeCall;
  static constexpr bool writesAuxiliary = true;
  static int64_t lengthOf(const Call &call) { return call.shape.axis; }
  static std::string whyNot(const CallSite &site, const Call &call) {
    return whyTypesNot(types, {site.typeOf(call.input)});
  }
  static void define(LaunchDraft &draft, const Call &call) {
    draft.defineFactor("ROW", {{}, {draft.site().typeOf(call.input), 0}});
    draft.define("CENTERED", int64_t(call.shape.centered));
    draft.defineFloat("EPSILON", call.shape.epsilon);
  }
};

constexpr std::array kernels =
    rowKernels<Rows>("standardize.cl", {{{"standardize.staged", "standardize_staged"},
                                         {"standardize.lanes", "standardize_lanes"},
                                         {"standardize.group", "standardize_group"},
                                         {"standardize.row", "standardize"}}});

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::standardize
