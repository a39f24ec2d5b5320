#include "tools/libqopt/flows/lint_data/labels.h"

#include "tools/libqopt/flows/numbers/number_text.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace qopt::lint {

static constexpr double leastAgreement = 0.1, leastLabelErrors = 4; // of a shift that is told
static constexpr double muchMore = 5, nearlyAll = 0.9;              // of a class's share, of all
static constexpr size_t fewestLabels = 5;                           // labels that have a balance
static constexpr int64_t fewestSamples = 20; // fewer are right by chance too often

using Labels = std::span<const int64_t>;

static std::map<int64_t, int64_t> histogram(Labels labels) {
  std::map<int64_t, int64_t> counts;
  for (int64_t label : labels)
    ++counts[label];
  return counts;
}

Findings checkRange(Labels labels, int64_t classes, const Place &place) {
  auto outside = [&](int64_t label) { return label < 0 || label >= classes; };
  const auto first = std::ranges::find_if(labels, outside);
  if (first == labels.end())
    return {};
  return {{Severity::Error, "label-range", "", place(first - labels.begin()),
           "label " + std::to_string(*first) + " names none of the output's " +
               std::to_string(classes) + " classes, 0 to " + std::to_string(classes - 1) + " (" +
               std::to_string(std::ranges::count_if(labels, outside)) +
               " in all; this is the first)",
           "number classes from 0, as the network does"}};
}

static int64_t hits(Labels labels, Labels predictions, int64_t shift) {
  int64_t count = 0;
  for (size_t i = 0; i < labels.size(); ++i)
    count += labels[i] + shift == predictions[i];
  return count;
}

double agreement(Labels labels, Labels predictions, int64_t shift) {
  if (labels.empty())
    return 0;
  const auto total = double(labels.size());
  const std::map<int64_t, int64_t> given = histogram(labels), predicted = histogram(predictions);
  double chance = 0;
  for (const auto &[label, count] : given)
    if (auto other = predicted.find(label + shift); other != predicted.end())
      chance += double(count) / total * (double(other->second) / total);
  const double observed = double(hits(labels, predictions, shift)) / total;
  return chance < 1 ? (observed - chance) / (1 - chance) : 0;
}

static std::string rate(int64_t part, size_t whole) {
  return io::fixed(100 * double(part) / double(whole), 1) + " %";
}

// A sign test over the samples that one of both numberings has right.
Findings checkShift(Labels labels, Labels predictions) {
  const size_t count = std::min(labels.size(), predictions.size());
  labels = labels.first(count), predictions = predictions.first(count);
  const int64_t asGiven = hits(labels, predictions, 0);
  for (int64_t shift : {-1, 1}) {
    const int64_t shifted = hits(labels, predictions, shift);
    const double errors =
        shifted > 0 ? double(shifted - asGiven) / std::sqrt(double(shifted + asGiven)) : 0;
    const double kappa = agreement(labels, predictions, shift);
    if (errors < leastLabelErrors || kappa < leastAgreement ||
        kappa < agreement(labels, predictions, 0) + leastAgreement)
      continue;
    return {{Severity::Error, "label-shift", "", "",
             "accuracy is " + rate(asGiven, count) + ", and " + rate(shifted, count) +
                 " with labels " + (shift > 0 ? "plus" : "minus") + " 1",
             shift > 0 ? "add 1 to the labels (--label-offset=1): the network's class 0 is the "
                         "background, or labels start at −1"
                       : "subtract 1 from the labels (--label-offset=-1): they start at 1, the "
                         "network's classes at 0"}};
  }
  return {};
}

bool isChance(int64_t right, int64_t samples, int64_t classes) {
  if (classes < 2 || samples < fewestSamples)
    return false;
  const double share = 1 / double(classes), expected = double(samples) * share;
  return double(right) <= expected + 2 * std::sqrt(expected * (1 - share));
}

/// Finds labels that are moved by one place. In a set that is sorted by class neighbours have the
/// same labels: only what chance would not do is told.
static Findings checkPlace(Labels labels, Labels predictions, int64_t classes) {
  const size_t count = std::min(labels.size(), predictions.size());
  if (count < 2)
    return {};
  for (size_t behind : {size_t(1), size_t(0)}) { // whose label each sample has
    const Labels moved = labels.subspan(1 - behind, count - 1),
                 own = predictions.subspan(behind, count - 1);
    const int64_t right = hits(moved, own, 0);
    if (isChance(right, int64_t(count) - 1, classes) ||
        agreement(moved, own, 0) < 2 * leastAgreement)
      continue;
    const std::string other = behind ? "before" : "behind";
    return {{Severity::Error, "label-place", "", "",
             "accuracy is " + rate(hits(labels, predictions, 0), count) + ", and " +
                 rate(right, count - 1) + " where each sample has the label of the one " + other +
                 " it",
             "labels are moved by one place: give each sample its own"}};
  }
  return {};
}

Findings checkChance(Labels labels, Labels predictions, int64_t classes) {
  const size_t count = std::min(labels.size(), predictions.size());
  labels = labels.first(count), predictions = predictions.first(count);
  const int64_t right = hits(labels, predictions, 0);
  if (!isChance(right, int64_t(count), classes))
    return {};
  if (Findings place = checkPlace(labels, predictions, classes); !place.empty())
    return place;
  return {{Severity::Error, "label-chance", "", "",
           "accuracy is " + rate(right, count) + ", as chance is over " + std::to_string(classes) +
               " classes",
           "labels are of other samples or number other classes, or the network is given what it "
           "does not take: it answers by chance"}};
}

Findings checkBalance(Labels labels, int64_t classes) {
  if (labels.size() < fewestLabels || classes < 2)
    return {};
  const std::map<int64_t, int64_t> counts = histogram(labels);
  const auto most = std::ranges::max_element(
      counts, {}, [](const std::pair<const int64_t, int64_t> &entry) { return entry.second; });
  const auto total = double(labels.size()), share = total / double(classes);
  const auto count = double(most->second);
  const std::string remedy = "take samples of all classes, about as many of each as there will be";
  if (counts.size() == 1)
    return {{Severity::Warning, "label-balance", "", "",
             "all " + std::to_string(labels.size()) + " samples are of class " +
                 std::to_string(most->first),
             remedy}};
  const bool unbalanced = count > std::min(muchMore * share, nearlyAll * total) &&
                          count - share > leastLabelErrors * std::sqrt(share) + 2;
  if (!unbalanced)
    return {};
  return {{Severity::Warning, "label-balance", "", "",
           "class " + std::to_string(most->first) + " has " + rate(most->second, labels.size()) +
               " of the samples, " + io::shortest(count / share, 3) + " times its share of " +
               std::to_string(classes) + " classes",
           remedy}};
}

} // namespace qopt::lint
