// How well predictions hold.
#pragma once

#include "tools/libqopt/flows/search/result/search.h"

#include <vector>

namespace qopt::run {

/// A number that was predicted before it was measured.
struct Predicted {
  double predicted = 0, came = 0;
};

/// Of those that are finite: Spearman's correlation of ranks, equal values sharing theirs (1 of
/// fewer than two, and where all that came is equal), and the median ratio of the positive ones.
Prediction predictionOf(const std::vector<Predicted> &all);

} // namespace qopt::run
