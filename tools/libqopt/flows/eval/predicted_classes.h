// Reads a batch of an output's values: as classes, as real values, or as no numbers.
#pragma once

#include "tools/libqopt/flows/feed/feeder.h"
#include "tools/libqopt/flows/numbers/differences.h"

namespace qopt::run {

/// Tells whether an output of `rows` samples is of plain integers, several for each.
bool holdsIndices(const Port &port, const qrt::Tensor &result, int64_t rows);
/// The class that each of so many samples is given: the place of its largest score, or its own
/// number where the output is an integer for each. Fails where it is neither.
qrt::Expected<std::vector<int64_t>> predictedClasses(const Subject &subject, size_t output,
                                                     const qrt::Tensor &scores, int64_t rows);

/// The class of each step of so many samples, sample by sample: the place of the largest of the
/// scores along the last dimension of [samples, steps, classes]. Fails for other shapes.
qrt::Expected<std::vector<int64_t>> predictedSteps(const Subject &subject, size_t output,
                                                   const qrt::Tensor &scores, int64_t rows);

/// Fails where the scores of a batch's own samples hold a NaN, which is no class. `places` is what
/// messages call sample i of the batch.
qrt::Status checkScores(const Subject &subject, size_t output, const qrt::Tensor &scores,
                        const Feeder::Batch &batch,
                        const std::function<std::string(int64_t)> &places);

/// Returns a result's values of a batch's own samples, without those that fill it up; all values
/// where there is no row for each sample.
Piece pieceOf(const Subject &subject, size_t output, const qrt::Tensor &result,
              const Feeder::Batch &batch);
/// Returns the real values of that piece.
std::vector<double> answersOf(const Subject &subject, size_t output, const qrt::Tensor &result,
                              const Feeder::Batch &batch);

} // namespace qopt::run
