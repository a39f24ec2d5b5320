// Arrays that somebody gives for a network's inputs, and noise.
#pragma once

#include "tools/libqopt/flows/feed/prepare.h"

namespace qopt::run {

struct ArrayReading {
  bool preprocessed = false;
  bool allowsNan = false; // for a network that is made for them
};

/// An array's shape as the port's, a batch of one where the leading dimension is left out. Fails,
/// by the array's name, where it does not fit.
qrt::Expected<qrt::Shape> shapeFor(const Port &port, qrt::Shape shape, const std::string &name);

/// An array of the port's shape, and what the port takes of it.
struct GivenArray {
  qrt::Tensor raw, prepared;
};

/// Fails for a shape that does not fit, for a NaN unless it is allowed, and as prepare() does.
/// Warns of infinities, which masks are made of.
qrt::Expected<GivenArray> prepareGiven(const Reports &reports, const Port &port,
                                       const qrt::Tensor &array, const std::string &name,
                                       const ArrayReading &reading);

/// Reproducible noise: uniform in the argument's preprocessed byte range, or
/// [−1, 1) without preprocessing.
std::vector<qrt::Tensor> randomInputs(llvm::ArrayRef<Port> ports, int64_t batch, uint64_t seed);

/// Noise and timings need to know every size but the batch.
qrt::Status checkSizesKnown(const std::string &path, const CompiledModel &model);

} // namespace qopt::run
