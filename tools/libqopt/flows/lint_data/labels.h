// Checks that labels are those of the samples, and number the classes as the network does.
#pragma once

#include "tools/libqopt/flows/lint_data/finding.h"

#include <span>

namespace qopt::lint {

/// "label-range": each names one of `classes`.
Findings checkRange(std::span<const int64_t> labels, int64_t classes, const Place &place);

/// "label-shift": predictions agree with labels moved by one, far better than as they are.
Findings checkShift(std::span<const int64_t> labels, std::span<const int64_t> predictions);

/// "label-balance": one class only, or one that has far more than its share.
Findings checkBalance(std::span<const int64_t> labels, int64_t classes);

/// Tells whether so many of `samples` are right by chance: no more than two standard errors beyond
/// the share of one class in `classes`. False for fewer than 20 samples, which say too little.
bool isChance(int64_t right, int64_t samples, int64_t classes);

/// "label-place": predictions agree far better with the label of the sample before or behind;
/// "label-chance": with the labels as they are no more often than by chance. The first that is
/// true.
Findings checkChance(std::span<const int64_t> labels, std::span<const int64_t> predictions,
                     int64_t classes);

/// Returns how far labels + shift agree with predictions beyond chance: Cohen's kappa.
double agreement(std::span<const int64_t> labels, std::span<const int64_t> predictions,
                 int64_t shift);

} // namespace qopt::lint
