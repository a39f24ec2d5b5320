#include "passes/repair/round_weights.h"

#include "ir/types/quant_type.h"
#include "passes/repair/inverse_factor.h"

#include <cmath>
#include <numeric>
#include <optional>

namespace qopt {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

constexpr double damping = 0.01; // of the mean of the diagonal
constexpr int64_t panel = 64;    // columns whose errors are passed on at once

// What is to be made of the weights of a group: a row for each channel, in steps.
struct Target {
  Matrix steps;              // unrounded
  Matrix nearest;            // as insert-quant rounds them
  std::vector<int64_t> held; // of each channel: where its largest weight is
  std::vector<float> scales, largest;
  double limit;
};

bool hasGrid(float scale, float largest) { return largest > 0 && std::isnormal(scale); }

Target targetOf(const SeedLayer &layer, std::span<const float> weights, int64_t group,
                unsigned bits) {
  const int64_t channels = layer.outputs / layer.groups, terms = layer.terms;
  Target target{Matrix(channels, terms),        Matrix(channels, terms), {}, {}, {},
                std::exp2(double(bits) - 1) - 1};
  for (int64_t c = 0; c < channels; ++c) {
    auto weight = [&](int64_t k) { return weights[layer.at(group * channels + c, k)]; };
    int64_t most = 0;
    for (int64_t k = 1; k < terms; ++k)
      if (std::abs(weight(k)) > std::abs(weight(most)))
        most = k;
    const float largest = std::abs(weight(most));
    const float scale = float(nn::weightScale(largest, bits));
    target.held.push_back(most);
    target.largest.push_back(largest);
    target.scales.push_back(scale);
    for (int64_t k = 0; k < terms; ++k) {
      const bool onGrid = hasGrid(scale, largest);
      target.steps(c, k) = onGrid ? double(weight(k)) / scale : 0;
      target.nearest(c, k) = onGrid ? std::clamp(double(std::nearbyint(weight(k) / scale)),
                                                 -target.limit, target.limit)
                                    : 0;
    }
  }
  return target;
}

// What a result's error is measured by, E[xxᵀ] or, of centred rows, E[xxᵀ] − E[x]E[x]ᵀ, which never
// is written out: it may be as large as all sums of a pass.
class ErrorMeasure {
public:
  ErrorMeasure(const Moments &moments, bool centres)
      : mean(moments.mean.data(), Eigen::Index(moments.mean.size())),
        second(moments.second.data(), mean.size(), mean.size()), centres(centres) {}

  double at(int64_t i, int64_t j) const {
    return centres ? second(i, j) - mean(i) * mean(j) : second(i, j);
  }
  // Squared error of each channel, of weights that are `change` steps off.
  Vector of(const Matrix &change) const {
    Vector errors = Vector::Zero(change.rows());
    for (int64_t begin = 0; begin < mean.size(); begin += panel) {
      const int64_t count = std::min<int64_t>(panel, mean.size() - begin);
      Matrix columns = second.middleCols(begin, count);
      if (centres)
        columns.noalias() -= mean * mean.segment(begin, count).transpose();
      errors += (change * columns).cwiseProduct(change.middleCols(begin, count)).rowwise().sum();
    }
    return errors;
  }

private:
  Eigen::Map<const Vector> mean;
  Eigen::Map<const Matrix> second;
  bool centres;
};

// By falling diagonal of H: what weighs most is rounded while there is the most left to mend it.
std::vector<int64_t> orderOf(const Vector &diagonal) {
  std::vector<int64_t> order(size_t(diagonal.size()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int64_t a, int64_t b) { return diagonal(a) > diagonal(b); });
  return order;
}

// Steps one by one in `order`, each error passed on to the weights that are still free; `held`
// tells which channels had to be held.
Matrix greedySteps(const Target &target, const Matrix &u, const std::vector<int64_t> &order,
                   std::vector<bool> &held) {
  const int64_t channels = target.steps.rows(), terms = target.steps.cols();
  Matrix w(channels, terms), errors(channels, panel), steps(channels, terms);
  for (int64_t j = 0; j < terms; ++j)
    w.col(j) = target.steps.col(order[size_t(j)]);
  for (int64_t begin = 0; begin < terms; begin += panel) {
    const int64_t count = std::min(panel, terms - begin);
    for (int64_t j = begin; j < begin + count; ++j) {
      for (int64_t c = 0; c < channels; ++c) {
        double q = std::clamp(std::nearbyint(w(c, j)), -target.limit, target.limit);
        if (target.held[size_t(c)] == order[size_t(j)]) {
          const double stays = target.nearest(c, order[size_t(j)]);
          held[size_t(c)] = held[size_t(c)] || q != stays;
          q = stays;
        }
        steps(c, order[size_t(j)]) = q;
        errors(c, j - begin) = (w(c, j) - q) / u(j, j);
      }
      const int64_t rest = begin + count - j - 1;
      w.middleCols(j + 1, rest).noalias() -= errors.col(j - begin) * u.row(j).segment(j + 1, rest);
    }
    const int64_t next = begin + count;
    w.rightCols(terms - next).noalias() -=
        errors.leftCols(count) * u.block(begin, next, count, terms - next);
  }
  return steps;
}

class GroupRounding {
public:
  GroupRounding(const Target &target, const Moments &moments, const RoundingOptions &options)
      : target(target), options(options), mean(moments.mean.data(), target.steps.cols()),
        plain(moments, false), counted(moments, options.correctsBias) {}

  // The nearest steps where they are as good.
  Matrix steps(int64_t &heldChannels) const {
    Matrix best = target.nearest;
    const Vector diagonal =
        Vector::NullaryExpr(mean.size(), [&](Eigen::Index i) { return counted.at(i, i); });
    const double average = diagonal.mean();
    if (!options.rounds || !(average > 0))
      return best;
    std::vector<bool> held(size_t(best.rows()));
    std::optional<Matrix> greedy = greedyOf(orderOf(diagonal), damping * average, held);
    if (!greedy)
      return best;
    const Vector before = counted.of(target.nearest - target.steps);
    const Vector after = counted.of(*greedy - target.steps);
    for (int64_t c = 0; c < best.rows(); ++c)
      if (after(c) < before(c)) {
        best.row(c) = greedy->row(c);
        heldChannels += held[size_t(c)];
      }
    return best;
  }

  Vector before() const { return plain.of(target.nearest - target.steps); }
  Vector after(const Matrix &steps) const { return counted.of(steps - target.steps); }
  Vector correction(const Matrix &steps) const { return (target.steps - steps) * mean; }

private:
  // None where what errors are measured by is not positive.
  std::optional<Matrix> greedyOf(const std::vector<int64_t> &order, double damped,
                                 std::vector<bool> &held) const {
    const auto terms = Eigen::Index(order.size());
    Matrix h = Matrix::NullaryExpr(terms, terms, [&](Eigen::Index i, Eigen::Index j) {
      return counted.at(order[size_t(i)], order[size_t(j)]);
    });
    h.diagonal().array() += damped;
    return makeInverseFactor(h) ? std::optional(greedySteps(target, h, order, held)) : std::nullopt;
  }

  const Target &target;
  const RoundingOptions &options;
  Eigen::Map<const Vector> mean;
  ErrorMeasure plain, counted;
};

// The largest weight itself at the grid's ends: the grid found for it is this one to the last bit.
float weightAt(const Target &target, int64_t channel, double step) {
  const auto c = size_t(channel);
  const double real = std::abs(step) == target.limit ? std::copysign(target.largest[c], step)
                                                     : step * target.scales[c];
  return float(real);
}

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
    const Target target = targetOf(layer, from, group, options.bits);
    const GroupRounding rounding(target, moments[size_t(group)], options);
    const Matrix steps = rounding.steps(result.heldChannels);
    const Vector before = rounding.before(), after = rounding.after(steps);
    const Vector correction = rounding.correction(steps);
    for (int64_t c = 0; c < channels; ++c) {
      const double scale = target.scales[size_t(c)];
      const int64_t output = group * channels + c;
      result.errorBefore += before(c) * scale * scale / double(layer.outputs);
      result.errorAfter += after(c) * scale * scale / double(layer.outputs);
      result.correction[size_t(output)] = correction(c) * scale;
      if (options.rounds && hasGrid(target.scales[size_t(c)], target.largest[size_t(c)]))
        for (int64_t k = 0; k < layer.terms; ++k)
          to[layer.at(output, k)] = weightAt(target, c, steps(c, k));
    }
  }
  return result;
}

} // namespace qopt
