// This file compares predictions with what came.
#pragma once

#include "tools/libqopt/flows/search/result/search_result.h"

#include <vector>

namespace qopt::run {

/// A number that was predicted before it was measured.
struct Predicted {
  double predicted = 0, came = 0;
};

/// Returns Spearman's correlation of ranks of the finite ones, with equal values sharing theirs (1
/// for fewer than two, and if all that came is equal), and the median ratio of the positive ones.
Prediction predictionOf(const std::vector<Predicted> &all);

} // namespace qopt::run
