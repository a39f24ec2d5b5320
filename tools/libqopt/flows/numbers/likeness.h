// Numbers of how far vectors of two networks are alike.
#pragma once

#include <cstdint>

namespace qopt {

/// The likeness of embeddings, one vector a sample, to those of another network.
struct Likeness {
  double meanCosine = 1, leastCosine = 1;
  int64_t samples = 0;
  /// For `neighbours` samples, from all over them, the nearest other one of these was looked for,
  /// by the cosine; for `moved` it is another one than by the other network's vectors.
  int64_t neighbours = 0, moved = 0;
};

} // namespace qopt
