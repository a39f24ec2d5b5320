// How far vectors of two networks are alike, as numbers.
#pragma once

#include <cstdint>

namespace qopt {

/// Of embeddings, one vector a sample, against those of another network.
struct Likeness {
  double meanCosine = 1, leastCosine = 1;
  int64_t samples = 0;
  /// Of so many samples, from all over them, it was asked which other one of these is nearest, by
  /// the cosine; of `moved` it is another one than by the other network's vectors.
  int64_t neighbours = 0, moved = 0;
};

} // namespace qopt
