// How far one tensor is from another that should be the same.
#pragma once

#include "ir/types/quant_type.h"
#include "runtime/numerics/types/tensor.h"

#include <limits>
#include <optional>
#include <string>

namespace qopt::run {

/// The real values of stored ones, the first `most`: s·(q − z) in f64, or the value itself.
std::vector<double> realValues(const qrt::Tensor &tensor,
                               const std::optional<nn::QuantParams> &quantization,
                               size_t most = std::numeric_limits<size_t>::max());

struct Difference {
  double maxAbs = 0; // NaN on one side only: infinity
  double sqnr = 0;   // dB; +inf when equal, −inf where one side alone is not finite
  double cosine = 1; // over what is finite on both sides; 1 when both are all zero
  double rmse = 0;
  int64_t differing = 0; // elements
  int64_t first = -1;    // index of the first one
};

/// `reference` and `other`: as many values each.
Difference differenceOf(std::span<const double> reference, std::span<const double> other);

/// "[0,3,1,2]" of a flat index.
std::string indexToString(int64_t flat, const qrt::Shape &shape);

} // namespace qopt::run
