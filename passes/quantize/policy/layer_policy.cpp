#include "passes/quantize/policy/layer_policy.h"

namespace qopt {

LayerPolicy LayerPolicy::overlaid(const LayerPolicy &later) const {
  auto over = [](const auto &first, const auto &second) { return first ? first : second; };
  return {.mode = over(later.mode, mode),
          .scheme = over(later.scheme, scheme),
          .bits = over(later.bits, bits),
          .weightBits = over(later.weightBits, over(later.bits, weightBits)),
          .perChannel = over(later.perChannel, perChannel),
          .origin = later.origin.empty() ? origin : later.origin};
}

} // namespace qopt
