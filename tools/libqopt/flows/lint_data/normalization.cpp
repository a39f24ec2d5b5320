#include "tools/libqopt/flows/lint_data/normalization.h"

#include "tools/libqopt/flows/numbers/number_text.h"

#include <algorithm>
#include <cmath>

namespace qopt::lint {

// docs/decisions/tools/data-lint.md says which networks and mistakes these come from.
static constexpr double leastScale = 0.69, mostScale = 1.45;
static constexpr double mostShift = 0.6, mostSpread = 1.45;
static constexpr double unitsOfBytes = 10;   // a mean or std at least so large is meant for 0..255
static constexpr double unitsOfOne = 2;      // and at most so large for 0..1
static constexpr double mostNormalized = 16; // no normalised image reaches so far

static double medianOf(std::vector<double> values) {
  auto middle = values.begin() + ptrdiff_t(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

static double greatest(const std::vector<double> &values, double otherwise) {
  double result = values.empty() ? otherwise : 0;
  for (double value : values)
    result = std::max(result, std::abs(value));
  return result;
}

bool InputFacts::normalizes() const {
  auto isOne = [](double value) { return value == 1; };
  return meanMagnitude() != 0 || !std::ranges::all_of(std, isOne);
}

bool InputFacts::looksLikeBytes() const {
  return isBytes || (integral && min >= 0 && max <= 255 && max > mostNormalized);
}

bool InputFacts::looksNormalized() const {
  return !isBytes && !integral && min >= -mostNormalized && max <= mostNormalized;
}

double InputFacts::meanMagnitude() const { return greatest(mean, 0); }

double InputFacts::deviationOfInput() const { return greatest(std, 1); }

double InputFacts::preparedDeviation() const {
  std::vector<double> deviations;
  for (size_t c = 0; c < prepared.channels(); ++c)
    deviations.push_back(std::sqrt(prepared.variance(c)));
  return medianOf(deviations);
}

std::optional<BatchNormFit> fitBatchNorm(const Moments &measured, const Expected &trained) {
  std::vector<double> logs;
  double squares = 0;
  for (size_t c : trained.live()) {
    const double deviation = trained.deviation(c);
    const double shift = (measured.mean(c) - trained.mean[c]) / deviation;
    squares += shift * shift;
    logs.push_back(std::log(std::sqrt(measured.variance(c) + trained.epsilon) / deviation));
  }
  if (logs.empty() || measured.samples() == 0)
    return std::nullopt;
  const auto count = double(logs.size());
  double sum = 0, square = 0;
  for (double value : logs)
    sum += value, square += value * value;
  const double variance = std::max(square / count - sum / count * (sum / count), 0.0);
  return BatchNormFit{std::exp(medianOf(logs)), std::sqrt(squares / count),
                      std::exp(std::sqrt(variance)), logs.size()};
}

static std::string range(const InputFacts &facts) {
  return "samples lie in [" + io::shortest(facts.min, 4) + ", " + io::shortest(facts.max, 4) + "]";
}

static std::string remedyFor(const InputFacts &facts) {
  if (!facts.normalizes() && facts.max > mostNormalized)
    return range(facts) + " and the model's input has no mean and std: import it with "
                          "qopt --mean=… --std=…";
  if (!facts.normalizes())
    return range(facts) + ": normalise them as in training, or give raw ones and import the model "
                          "with qopt --mean=… --std=…";
  if (facts.looksNormalized())
    return range(facts) +
           ", as if normalised before: give --preprocessed, or raw samples of 0..255";
  return range(facts) + ": check --mean and --std of the import against those of training";
}

Findings checkBatchNorm(const BatchNormFit &fit, const std::string &batchNorm,
                        const InputFacts &facts) {
  const std::string where = "before batch norm '" + batchNorm + "' ";
  const std::string over = " (over " + std::to_string(fit.channels) + " channels)";
  const bool scaled = fit.scale < leastScale || fit.scale > mostScale;
  Findings findings;
  if (scaled)
    findings.push_back({Severity::Error, "input-scale", facts.input, "",
                        where + "values spread " + io::shortest(fit.scale, 3) +
                            " times as wide as in training" + over,
                        remedyFor(facts)});
  else if (fit.shift > mostShift)
    findings.push_back({Severity::Error, "input-mean", facts.input, "",
                        where + "means lie " + io::shortest(fit.shift, 3) +
                            " deviations off those of training" + over,
                        remedyFor(facts)});
  else if (fit.spread > mostSpread)
    findings.push_back({Severity::Warning, "input-structure", facts.input, "",
                        where + "channels spread unlike in training, by a factor of " +
                            io::shortest(fit.spread, 3) + over,
                        "check layout, cropping and resizing"});
  return findings;
}

/// The mean that is subtracted leaves each channel to one side.
static bool isOffCentre(const InputFacts &facts) {
  for (size_t c = 0; c < facts.prepared.channels(); ++c)
    if (std::abs(facts.prepared.mean(c)) <= std::sqrt(facts.prepared.variance(c)))
      return false;
  return true;
}

static Findings checkNormalized(const InputFacts &facts) {
  const bool forBytes =
      facts.meanMagnitude() >= unitsOfBytes || facts.deviationOfInput() >= unitsOfBytes;
  const bool forOne = facts.meanMagnitude() <= unitsOfOne && facts.deviationOfInput() <= unitsOfOne;
  if (forBytes && facts.looksNormalized())
    return {{Severity::Error, "normalized-twice", facts.input, "",
             range(facts) + ", and the input's mean and std are for 0..255",
             "give --preprocessed if they are normalised, else raw samples of 0..255"}};
  if (forOne && facts.looksLikeBytes() && facts.preparedDeviation() > mostNormalized)
    return {{Severity::Error, "input-units", facts.input, "",
             range(facts) + ", and the input's mean and std are for 0..1",
             "import the model with mean and std times 255"}};
  if (facts.meanMagnitude() > 0 && isOffCentre(facts))
    return {{Severity::Warning, "input-off-centre", facts.input, "",
             "the mean that the input subtracts leaves all channels more than a deviation "
             "to one side",
             "check --mean of the import against that of training"}};
  return {};
}

Findings checkValues(const InputFacts &facts) {
  if (facts.prepared.samples() == 0)
    return {};
  if (facts.normalizes())
    return checkNormalized(facts);
  if (facts.looksLikeBytes())
    return {{Severity::Warning, "raw-bytes", facts.input, "",
             range(facts) + " and go in as they are: the input has no mean and std",
             "import the model with qopt --mean=… --std=…, unless it was trained on raw bytes"}};
  return {};
}

} // namespace qopt::lint
