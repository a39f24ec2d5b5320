#include "tools/libqopt/flows/eval/predicted_classes.h"

#include "tools/libqopt/flows/numbers/finite_values.h"
#include "tools/libqopt/flows/numbers/statistics.h"

#include <algorithm>

using namespace qrt;

namespace qopt::run {

static bool isPlainInteger(const Port &port) { return !port.quantization && isInteger(port.type); }

bool holdsIndices(const Port &port, const Tensor &result, int64_t rows) {
  // Integers of a byte are pictures and the like, whose errors have a size.
  return isPlainInteger(port) && byteWidth(port.type) >= 4 && result.size() > rows;
}

Expected<std::vector<int64_t>> predictedClasses(const Subject &subject, size_t output,
                                                const Tensor &scores, int64_t rows) {
  const Port &port = subject.model->outputs()[output];
  auto refuse = [&](const std::string &why) {
    return invalidArgument(subject.path + ": output '" + port.name + "' of shape " +
                           shapeToString(scores.shape()) + " " + why +
                           "; name another with --output-name");
  };
  if (scores.shape().empty() || scores.shape()[0] != rows)
    return refuse("is no row of scores for each sample");
  if (holdsIndices(port, scores, rows))
    return refuse("is several integers for each sample, which are no scores");
  // A class for each pixel or word would be something else.
  if (std::count_if(scores.shape().begin() + 1, scores.shape().end(),
                    [](int64_t size) { return size > 1; }) > 1)
    return refuse("has more than one dimension of scores for each sample");
  if (scores.size() > rows)
    return argmaxRows(scores);
  if (!isPlainInteger(port))
    return refuse("is one number for each sample, which tells no class from another");
  return visitValues(
      scores, [](auto values) { return std::vector<int64_t>(values.begin(), values.end()); });
}

Expected<std::vector<int64_t>> predictedSteps(const Subject &subject, size_t output,
                                              const Tensor &scores, int64_t rows) {
  const Shape &shape = scores.shape();
  if (shape.size() != 3 || shape[0] != rows || shape[2] < 2)
    return invalidArgument(subject.path + ": output '" + subject.model->outputs()[output].name +
                           "' of shape " + shapeToString(shape) +
                           " has no steps of scores for each sample");
  return argmaxRows(scores.reshaped({shape[0] * shape[1], shape[2]}));
}

Piece pieceOf(const Subject &subject, size_t output, const Tensor &result,
              const Feeder::Batch &batch) {
  const bool hasRows = !result.shape().empty() && result.shape()[0] == batch.rows;
  const int64_t real = hasRows ? result.size() / batch.rows * batch.raw.count : result.size();
  return {result, subject.model->outputs()[output].quantization, real, batch.raw.count};
}

std::vector<double> answersOf(const Subject &subject, size_t output, const Tensor &result,
                              const Feeder::Batch &batch) {
  const Piece piece = pieceOf(subject, output, result, batch);
  return realValues(piece.tensor, piece.quantization, 0, piece.values);
}

/// "x.npz, sample 8, its output 'y' is NaN at [3]"; without a row for each sample the samples of
/// the run.
static std::string nanIn(const std::string &name, const Tensor &scores, bool hasRows,
                         const Feeder::Batch &batch,
                         const std::function<std::string(int64_t)> &places) {
  if (hasRows) {
    const NanPlace nan = *firstNan(scores);
    return places(nan.sample) + ": its output '" + name + "' is NaN at " + nan.place;
  }
  return places(0) +
         (batch.raw.count > 1
              ? ", and those after it in one run of " + std::to_string(batch.raw.count) + " samples"
              : std::string()) +
         ": output '" + name + "' is NaN at " + firstNanOfAll(scores);
}

Status checkScores(const Subject &subject, size_t output, const Tensor &scores,
                   const Feeder::Batch &batch, const std::function<std::string(int64_t)> &places) {
  const bool hasRows = !scores.shape().empty() && scores.shape()[0] == batch.rows;
  const int64_t own = hasRows ? scores.size() / batch.rows * batch.raw.count : scores.size();
  if (placesOfNan(scores, own).empty())
    return {};
  return invalidArgument(
      subject.path + " on " + subject.device + ": " +
      nanIn(subject.model->outputs()[output].name, scores, hasRows, batch, places) +
      "; qrun calibrate names the layer that computes it");
}

} // namespace qopt::run
