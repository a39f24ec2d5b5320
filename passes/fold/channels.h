// Constants with one value for each channel. Internal to this folder.
#pragma once

#include "runtime/numerics/types/tensor.h"

#include <optional>
#include <vector>

namespace qopt {

/// One value for each channel.
using Channels = std::vector<float>;

/// The values of a constant that broadcasts to `rank` dimensions along `axis` only, which has
/// `channels`. None where it is no such constant of f32.
std::optional<Channels> alongAxis(const qrt::Tensor &tensor, int64_t rank, int64_t axis,
                                  int64_t channels);

} // namespace qopt
