// Arrays that hold no numbers: a user's, and what a network makes of them.
#pragma once

#include "runtime/numerics/types/tensor.h"

#include <limits>
#include <optional>
#include <string>

namespace qopt::run {

/// " at [0,3], 2 of 10 values": where the first NaN is among the first `most` values, and how many
/// there are; "" where none is.
std::string placesOfNan(const qrt::Tensor &array,
                        int64_t most = std::numeric_limits<int64_t>::max());

/// The same of infinities, in all of it.
std::string placesOfInfinity(const qrt::Tensor &array);

/// The place of the first NaN in samples along dimension 0: the sample, and the index in it,
/// "[0,3]".
struct NanPlace {
  int64_t sample;
  std::string place;
};
std::optional<NanPlace> firstNan(const qrt::Tensor &samples);
/// Returns the place in an array that serves all samples: "[2,0,3]", or "" without a NaN.
std::string firstNanOfAll(const qrt::Tensor &array);

bool holdsInfinity(const qrt::Tensor &array);

} // namespace qopt::run
