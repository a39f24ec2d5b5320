#include "tools/libqopt/flows/explain/shares.h"

#include "tools/libqopt/flows/numbers/statistics.h"

#include <cmath>

using namespace qrt;

namespace qopt::run {

Shares::Shares(const Attribution &attribution, size_t output)
    : attribution(attribution), output(output), sums(attribution.contributions.size()),
      alone(attribution.layers.size()), margins(attribution.layers.size()),
      blamed(attribution.layers.size()) {
  const nn::SymbolicShape &shape = attribution.outputs[output].shape;
  if (shape.size() == 2 && !shape[0].isStatic() && shape[1].isStatic() && shape[1].value() > 1)
    classes = shape[1].value();
}

void Shares::addNoise(const Tensor &here, const Tensor &there, int64_t values) {
  auto wanted = here.values<float>(), is = there.values<float>();
  for (int64_t i = 0; i < values; ++i) {
    const double from = wanted[size_t(i)], to = is[size_t(i)];
    if (to != from && !(std::isnan(to) && std::isnan(from)))
      noise += (to - from) * (to - from);
    if (std::isfinite(from))
      power += from * from;
  }
}

/// Returns the sum of one sample's row, or of all where the contribution tells of the run.
double Shares::valueOf(const Tensor &result, const Contribution &of, int64_t row) const {
  auto values = result.values<float>();
  double sum = 0;
  if (of.perRow == 0) {
    for (float value : values)
      sum += value;
    return sum;
  }
  for (int64_t i = row * of.perRow; i < (row + 1) * of.perRow; ++i)
    sum += values[size_t(i)];
  return sum;
}

std::vector<Shares::Flipped> Shares::add(llvm::ArrayRef<Tensor> results, int64_t rows,
                                         int64_t samples, int64_t first) {
  const AttributedOutput &of = attribution.outputs[output];
  const Tensor &here = results[of.here], &there = results[of.there];
  addNoise(here, there, rows > 0 ? here.size() / rows * samples : here.size());
  for (auto [sum, contribution] : llvm::zip_equal(sums, attribution.contributions)) {
    const int64_t count = contribution.perRow == 0 ? 1 : samples;
    for (int64_t row = 0; row < count; ++row)
      sum += valueOf(results[contribution.result], contribution, row);
  }
  std::vector<Flipped> own;
  if (classes == 0)
    return own;
  const std::vector<int64_t> wanted = argmaxRows(here), is = argmaxRows(there);
  for (int64_t row = 0; row < samples; ++row)
    if (wanted[size_t(row)] != is[size_t(row)])
      own.push_back({row, first + row, wanted[size_t(row)], is[size_t(row)]});
  flips += int64_t(own.size());
  return own;
}

void Shares::addAlone(llvm::ArrayRef<Tensor> results, int64_t samples) {
  const bool tellsSamples =
      llvm::all_of(attribution.contributions, [](const Contribution &of) { return of.perRow > 0; });
  for (int64_t row = 0; row < (tellsSamples ? samples : 1); ++row) {
    std::vector<double> parts(alone.size());
    for (const Contribution &of : attribution.contributions)
      for (int64_t i = row; i < (tellsSamples || of.perRow == 0 ? row + 1 : samples); ++i)
        parts[of.layer] += valueOf(results[of.result], of, i);
    for (auto [sum, part] : llvm::zip_equal(alone, parts))
      sum += part * part;
  }
}

void Shares::addMargins(llvm::ArrayRef<Tensor> results, llvm::ArrayRef<Flipped> flips) {
  for (auto [row, flip] : llvm::enumerate(flips)) {
    std::vector<double> parts(margins.size());
    double sum = 0;
    for (const Contribution &contribution : attribution.contributions) {
      const double part = valueOf(results[contribution.result], contribution, int64_t(row));
      parts[contribution.layer] += part;
      sum += part;
    }
    if (!(sum > 0))
      continue; // the layers' parts do not add up to a move between the two classes
    const auto worst = size_t(llvm::max_element(parts) - parts.begin());
    for (auto [margin, part] : llvm::zip_equal(margins, parts))
      margin += part / sum;
    ++blamed[worst];
    flipped.push_back(
        {flip.sample, flip.from, flip.to, attribution.layers[worst].name, parts[worst] / sum});
  }
}

ExplainedOutput Shares::finish() const {
  ExplainedOutput told;
  told.name = attribution.outputs[output].name;
  const bool differs = noise > 0 && std::isfinite(noise);
  told.sqnr = differs ? 10 * std::log10(power / noise) : noise == 0 ? INFINITY : -INFINITY;
  told.classes = classes;
  told.flips = flips;
  told.flipped = flipped;
  const double all = double(std::max<size_t>(flipped.size(), 1));
  for (auto [i, layer] : llvm::enumerate(attribution.layers)) {
    ExplainedLayer explained{layer.name, layer.operation, layer.value, layer.type,
                             layer.hasWeights};
    explained.flipShare = margins[i] / all;
    explained.blamed = blamed[i];
    explained.alone = differs ? alone[i] / noise : 0;
    told.layers.push_back(std::move(explained));
  }
  told.rest = differs ? 1 : 0;
  for (auto [sum, contribution] : llvm::zip_equal(sums, attribution.contributions)) {
    const double share = differs ? sum / noise : 0;
    ExplainedLayer &layer = told.layers[contribution.layer];
    layer.causes[size_t(contribution.cause)] += share;
    layer.share += share;
    told.rest -= share;
  }
  for (auto [i, layer] : llvm::enumerate(attribution.layers))
    for (ExplainedLayer &other : told.layers)
      if (other.hasWeights && (other.name == layer.name || other.name == layer.reader))
        other.asFloat += other.name == layer.reader
                             ? told.layers[i].share
                             : told.layers[i].causes[size_t(Cause::Weights)] +
                                   told.layers[i].causes[size_t(Cause::Bias)] +
                                   told.layers[i].causes[size_t(Cause::Tables)];
  llvm::stable_sort(told.layers, [](const ExplainedLayer &a, const ExplainedLayer &b) {
    return a.gone() > b.gone();
  });
  return told;
}

} // namespace qopt::run
