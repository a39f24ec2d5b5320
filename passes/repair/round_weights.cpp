#include "passes/repair/round_weights.h"

#include "passes/repair/greedy_steps.h"
#include "passes/repair/sums_of_rows.h"

#include <cmath>
#include <limits>

namespace qopt {
namespace {

using namespace rounding;

constexpr double damping = 0.01; // of the mean of the diagonal
// So much of the diagonal more may damp. What few samples tell of how terms vary together holds for
// these samples more than for others; each term's own size is sure.
constexpr double shares[] = {0, 0.3, 1, 3};
// A grid may end at these shares of the largest weight: finer steps may gain more than the weights
// that are cut off lose.
constexpr double narrowerEnds[] = {0.9, 0.8, 0.7, 0.6, 0.5};

// Rows of weights, as f64.
Matrix weightsOf(const SeedLayer &layer, std::span<const float> from, int64_t group) {
  const int64_t channels = layer.outputs / layer.groups;
  Matrix weights(channels, layer.terms);
  for (int64_t c = 0; c < channels; ++c)
    for (int64_t k = 0; k < layer.terms; ++k)
      weights(c, k) = double(from[layer.at(group * channels + c, k)]);
  return weights;
}

// Steps, and what they are steps of.
struct Steps {
  WeightGrid grid;
  Matrix steps;
  std::vector<bool> held;
  Matrix real() const { return grid.realOf(steps); }
  void take(int64_t channel, const Steps &other) {
    grid.take(channel, other.grid);
    steps.row(channel) = other.steps.row(channel);
    held[size_t(channel)] = other.held[size_t(channel)];
  }
};

// Steps, and the error of each channel by them.
struct Judged {
  Steps steps;
  Vector errors;
};

class ChannelsRounding {
public:
  ChannelsRounding(Matrix given, const Moments &moments, const RoundingOptions &options)
      : weights(std::move(given)), moments(moments), options(options),
        sums(moments, options.correctsBias), wanted(sums.wanted(weights)),
        ownGrid(weights, options.bits, options.group ? options.group : weights.cols()),
        nearest{{ownGrid, ownGrid.nearest(weights), std::vector<bool>(size_t(weights.rows()))},
                {}} {
    nearest.errors = errors(nearest.steps);
  }

  // The nearest steps where they are as good.
  Judged best() const {
    Judged best = nearest;
    if (!options.rounds || !(sums.diagonal().mean() > 0))
      return best;
    if (const std::optional<Steps> found = solve())
      takeBetter(best.steps, best.errors, *found, errors(*found));
    return best;
  }

  // Returns the errors of the nearest steps with the bias as it was: a corrected one takes back the
  // mean.
  Vector errorsOfNearest() const {
    return options.correctsBias ? nearest.errors + correction(nearest.steps).cwiseAbs2()
                                : nearest.errors;
  }
  Vector correction(const Steps &of) const { return sums.meanChange(weights, of.real()); }

private:
  Vector errors(const Steps &of) const { return sums.errors(weights, wanted, of.real()); }

  std::optional<Steps> solve() const {
    const Matrix target = compensated(weights, moments, options.correctsBias);
    const Vector damped = dampingOf(sums, options.fits ? bestShare(target) : 0);
    std::optional<GreedyRounding> greedy = GreedyRounding::of(sums, damped);
    if (!greedy)
      return std::nullopt;
    if (!options.fits)
      return endingAt(1, target, ownGrid, *greedy);
    Steps best = fitted(target, ownGrid, *greedy, damped);
    if (ownGrid.groups() > 1) {
      const WeightGrid channels(weights, options.bits, weights.cols());
      const Matrix reached = fitted(target, channels, *greedy, damped).real();
      Vector least = errors(best);
      for (const Matrix *from : {&reached, &target}) {
        const Steps tried = regrouped(reached, *from, target, *greedy, damped);
        takeBetter(best, least, tried, errors(tried));
      }
    }
    return best;
  }

  static Vector dampingOf(const RowSums &sums, double share) {
    const Vector diagonal = sums.diagonal();
    return share * diagonal + Vector::Constant(diagonal.size(), damping * diagonal.mean());
  }

  // The share with which what one part of the samples tells does best for the other one; 0 where
  // there are no parts.
  double bestShare(const Matrix &target) const {
    double best = 0, least = std::numeric_limits<double>::infinity();
    for (double share : shares) {
      const double error = moments.parts.size() == 2 ? errorOfOthers(target, share) : least;
      if (!(error < least))
        return best;
      best = share, least = error;
    }
    return best;
  }

  double errorOfOthers(const Matrix &target, double share) const {
    double error = 0;
    for (int part : {0, 1}) {
      const RowSums told(moments.parts[size_t(part)], options.correctsBias),
          judge(moments.parts[size_t(1 - part)], options.correctsBias);
      std::optional<GreedyRounding> greedy = GreedyRounding::of(told, dampingOf(told, share));
      if (!greedy)
        return std::numeric_limits<double>::infinity();
      const Matrix real = endingAt(1, target, ownGrid, *greedy).real();
      error += judge.errors(weights, judge.wanted(weights), real).sum();
    }
    return error;
  }

  // Greedy steps on grids that end at this share of the largest target.
  Steps endingAt(double end, const Matrix &target, const WeightGrid &like,
                 const GreedyRounding &greedy) const {
    WeightGrid wide = like;
    wide.endAt(target);
    Steps made{wide.times(end), {}, std::vector<bool>(size_t(weights.rows()))};
    made.steps = greedy.steps(target, made.grid, made.held);
    return made;
  }

  Steps fitted(const Matrix &target, const WeightGrid &like, const GreedyRounding &greedy,
               const Vector &damped) const {
    Steps best = endingAt(1, target, like, greedy);
    Vector least = errorsFrom(target, best, damped);
    for (double end : narrowerEnds) {
      const Steps tried = endingAt(end, target, like, greedy);
      takeBetter(best, least, tried, errorsFrom(target, tried, damped));
    }
    descend(target, sums.damped(damped), best.grid, best.steps);
    return best;
  }

  // Grids of groups that end where the weights that channels of one scale reached do, and steps
  // from there: greedy ones of `from`, that, or the target.
  Steps regrouped(const Matrix &reached, const Matrix &from, const Matrix &target,
                  const GreedyRounding &greedy, const Vector &damped) const {
    Steps made{ownGrid, {}, std::vector<bool>(size_t(weights.rows()))};
    made.grid.endAt(reached);
    made.steps = greedy.steps(from, made.grid, made.held);
    descend(target, sums.damped(damped), made.grid, made.steps);
    return made;
  }

  // Each channel takes the steps whose error is less. `least` holds the least errors, before and
  // after.
  static void takeBetter(Steps &best, Vector &least, const Steps &other, const Vector &ofOther) {
    for (int64_t c = 0; c < least.size(); ++c)
      if (ofOther(c) < least(c))
        best.take(c, other), least(c) = ofOther(c);
  }

  Vector errorsFrom(const Matrix &target, const Steps &of, const Vector &damped) const {
    const Matrix change = of.real() - target;
    return sums.distances(change) + change.cwiseAbs2() * damped;
  }

  const Matrix weights;
  const Moments &moments;
  const RoundingOptions &options;
  const RowSums sums;  // what a result's error is measured by
  const Vector wanted; // its part that no steps change
  const WeightGrid ownGrid;
  Judged nearest;
};

} // namespace

RoundedLayer roundLayer(const SeedLayer &layer, const qrt::Tensor &weights,
                        const std::vector<Moments> &moments, const RoundingOptions &options) {
  const int64_t channels = layer.outputs / layer.groups;
  RoundedLayer result{qrt::Tensor::allocate(weights.type(), weights.shape()),
                      std::vector<double>(size_t(layer.outputs))};
  std::span<const float> from = weights.values<float>();
  std::span<float> to = result.weights.mutableValues<float>();
  std::copy(from.begin(), from.end(), to.begin());
  for (int64_t group = 0; group < layer.groups; ++group) {
    const ChannelsRounding rounding(weightsOf(layer, from, group), moments[size_t(group)], options);
    const auto [best, errors] = rounding.best();
    result.errorBefore += rounding.errorsOfNearest().sum() / double(layer.outputs);
    result.errorAfter += errors.sum() / double(layer.outputs);
    const Vector correction = rounding.correction(best);
    for (int64_t c = 0; c < channels; ++c) {
      const int64_t output = group * channels + c;
      result.correction[size_t(output)] = correction(c);
      result.heldChannels += best.held[size_t(c)];
      for (int64_t k = 0; k < layer.terms && options.rounds; ++k)
        if (best.grid.scaleAt(c, k) > 0)
          to[layer.at(output, k)] = best.grid.weightAt(c, k, best.steps(c, k));
    }
  }
  return result;
}

} // namespace qopt
