#include "tools/libqopt/flows/label/labelling.h"

#include "tools/libqopt/flows/eval/predicted_classes.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace qrt;

namespace qopt::run {
namespace {

/// The model's answer to one sample: a score of each class.
using Scores = std::vector<double>;

/// Rounded to steps, probabilities miss a sum of 1 by half a step a class at most.
bool areProbabilities(const Scores &scores, double step) {
  double sum = 0;
  for (double score : scores) {
    if (!(score >= 0 && score <= 1 + step))
      return false;
    sum += score;
  }
  return std::abs(sum - 1) <= 1e-3 + step / 2 * double(scores.size());
}

Scores softmax(Scores scores) {
  const double largest = *std::ranges::max_element(scores);
  double sum = 0;
  for (double &score : scores)
    sum += score = std::exp(score - largest);
  for (double &score : scores)
    score /= sum;
  return scores;
}

/// The best classes of a sample, the best first.
std::vector<size_t> bestOf(const Scores &scores, int64_t top) {
  std::vector<size_t> order(scores.size());
  std::iota(order.begin(), order.end(), size_t(0));
  const auto count = std::min(size_t(top), order.size());
  std::partial_sort(order.begin(), order.begin() + ptrdiff_t(count), order.end(),
                    [&scores](size_t a, size_t b) {
                      return scores[a] != scores[b] ? scores[a] > scores[b] : a < b;
                    });
  order.resize(count);
  return order;
}

/// Scores in the order of the samples, and what messages call these.
struct Scored {
  std::vector<Scores> all;
  std::vector<std::string> places;
};

Status addScores(const Contender &subject, size_t output, const Feeder &feeder,
                 const Feeder::Batch &batch, Scored &scored) {
  auto results = subject.model->run(batch.inputs);
  if (!results)
    return results.status();
  const Tensor &scores = (*results)[output];
  const auto places = feeder.places(batch);
  if (Status status = checkScores(subject, output, scores, batch, places); !status.ok())
    return status;
  auto best = predictedClasses(subject, output, scores, batch.rows);
  if (!best)
    return best.status();
  if (scores.size() == batch.rows)
    return invalidArgument(
        subject.path + ": output '" + subject.model->outputs()[output].name +
        "' holds the class instead of scores; name an output of scores with --output-name");
  const std::vector<double> values = answersOf(subject, output, scores, batch);
  const size_t classes = values.size() / size_t(batch.raw.count);
  for (int64_t sample = 0; sample < batch.raw.count; ++sample) {
    const auto first = values.begin() + ptrdiff_t(size_t(sample) * classes);
    scored.all.emplace_back(first, first + ptrdiff_t(classes));
    scored.places.push_back(places(sample));
  }
  return {};
}

Expected<Scored> scoresOf(const Contender &subject, size_t output, const LabelSettings &settings) {
  auto feeder = Feeder::open(settings, subject);
  if (!feeder)
    return feeder.status();
  Scored scored;
  Status status = feeder->forEach("label", [&](Feeder::Batch &batch) {
    return addScores(subject, output, *feeder, batch, scored);
  });
  return status.ok() ? Expected(std::move(scored)) : status;
}

LabelledSample labelled(const Scores &scores, std::string place, const LabelSettings &settings) {
  LabelledSample sample{std::move(place), {}};
  for (size_t best : bestOf(scores, settings.top))
    sample.classes.push_back(
        {int64_t(best), settings.classes.empty() ? "" : settings.classes[best], scores[best]});
  return sample;
}

} // namespace

Expected<LabelResult> labelSamples(const Contender &subject, const LabelSettings &settings) {
  auto output = subject.outputIndex(settings.output);
  if (!output)
    return output.status();
  auto scored = scoresOf(subject, *output, settings);
  if (!scored)
    return scored.status();
  LabelResult result;
  result.classes = int64_t(scored->all.front().size());
  if (!settings.classes.empty() && int64_t(settings.classes.size()) != result.classes)
    return invalidArgument(settings.classesName + ": has " +
                           std::to_string(settings.classes.size()) + " lines, " + subject.path +
                           " tells " + std::to_string(result.classes) + " classes apart");
  const Port &port = subject.model->outputs()[*output];
  const double step = port.quantization ? port.quantization->scale : 0;
  result.output = port.name;
  result.areProbabilities = llvm::all_of(
      scored->all, [&](const Scores &scores) { return areProbabilities(scores, step); });
  for (auto [scores, place] : llvm::zip_equal(scored->all, scored->places))
    result.samples.push_back(
        labelled(result.areProbabilities ? scores : softmax(scores), place, settings));
  return result;
}

} // namespace qopt::run
