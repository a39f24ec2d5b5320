// The labels of samples: which there are, and whether they can be meant.
#pragma once

#include "tools/libqopt/flows/eval/evaluation.h"

namespace qopt::run {

/// Fails where there are not as many as samples.
LabelReader labelsAtHand(std::vector<int64_t> labels);

/// The labels of the selected samples, moved by the offset; empty where there are none.
qrt::Expected<std::vector<int64_t>> selectedLabels(const SampleStream &samples,
                                                   const EvaluationOptions &options);

/// Empties labels that nobody named, with a warning, where the output tells no classes.
void dropUnusedLabels(std::vector<int64_t> &labels, const Contender &contender,
                      const EvaluationOptions &options);

/// Fails where a label is none of the classes that the output tells apart.
qrt::Status checkLabels(const std::vector<int64_t> &labels, const Contender &contender,
                        const EvaluationOptions &options);

/// A warning where labels one lower or higher agree far better, or where no more answers are right
/// than chance makes so.
void warnOfLabels(const std::vector<int64_t> &labels, const Contender &contender,
                  const EvaluationOptions &options);

} // namespace qopt::run
