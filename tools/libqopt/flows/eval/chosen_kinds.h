// Chooses what each output of networks that are compared is judged as.
#pragma once

#include "tools/libqopt/flows/eval/evaluation.h"

namespace qopt::run {

/// Tells whether the end of the network speaks of a vector, and not of scores. This can be of
/// outputs that have one row of at least 16 floats for each sample (or as many as the data decide).
bool looksLikeVector(const Contender &contender, size_t output);

/// Gives each output of the first contender its kind, and the others the same; vectors of
/// embeddings are compared, for `samples` in all. The user's statement wins; then labels that may
/// be of the output, and whoever needs classes; then the end of the network. Fails where classes
/// are needed and the user states that there are none.
qrt::Status chooseKinds(std::vector<Contender> &contenders, const EvaluationOptions &options,
                        const std::vector<int64_t> &labels, Classes classes, int64_t samples);

} // namespace qopt::run
