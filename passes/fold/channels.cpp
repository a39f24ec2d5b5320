#include "passes/fold/channels.h"

#include "llvm/ADT/STLExtras.h"

namespace qopt {

std::optional<Channels> alongAxis(const qrt::Tensor &tensor, int64_t rank, int64_t axis,
                                  int64_t channels) {
  if (tensor.type() != qrt::ElementType::F32)
    return std::nullopt;
  int64_t offset = rank - int64_t(tensor.shape().size());
  for (auto [i, size] : llvm::enumerate(tensor.shape()))
    if (size != 1 && (int64_t(i) + offset != axis || size != channels))
      return std::nullopt;
  std::span<const float> values = tensor.values<float>();
  if (values.size() == 1)
    return Channels(channels, values[0]);
  return Channels(values.begin(), values.end());
}

} // namespace qopt
