// Softmax along rows: in groups that stage them, by lanes, by groups, by items.
#include "lowering/emit/row_kernels.h"

namespace qopt::kernels::softmax {
namespace {

struct Rows {
  using Call = qrt::SoftmaxCall;
  static constexpr bool writesAuxiliary = false;
  static int64_t lengthOf(const Call &call) { return call.axis; }
  static std::string whyNot(const CallSite &, const Call &) { return {}; }
  static void define(LaunchDraft &, const Call &) {}
};

constexpr std::array kernels =
    rowKernels<Rows>("softmax.cl", {{{"softmax.staged", "softmax_staged"},
                                     {"softmax.lanes", "softmax_lanes"},
                                     {"softmax.group", "softmax_group"},
                                     {"softmax.row", "softmax"}}});

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::softmax
