#include "passes/quantize/policy/layer_policy.h"

namespace qopt {

std::optional<AttentionForm> attentionFormOf(llvm::StringRef name) {
  if (name == "integer")
    return AttentionForm::Integer;
  return name == "float" ? std::optional(AttentionForm::Float) : std::nullopt;
}

LayerPolicy LayerPolicy::overlaid(const LayerPolicy &later) const {
  auto over = [](const auto &first, const auto &second) { return first ? first : second; };
  return {.mode = over(later.mode, mode),
          .scheme = over(later.scheme, scheme),
          .bits = over(later.bits, bits),
          .weightBits = later.bits ? later.weightBits : over(later.weightBits, weightBits),
          .perChannel = over(later.perChannel, perChannel),
          .attention = over(later.attention, attention),
          .origin = later.origin.empty() ? origin : later.origin};
}

} // namespace qopt
