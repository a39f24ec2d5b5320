#include "passes/repair/round_weights.h"

#include "ir/types/quant_type.h"

#include <Eigen/Cholesky>

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

// Upper U with UᵀU = H⁻¹; none where H is not positive. H = R·Rᵀ with an upper R, whose inverse is
// U: Cholesky from the last row on.
std::optional<Matrix> inverseFactor(const Matrix &h) {
  Eigen::LLT<Matrix> llt(h.reverse());
  if (llt.info() != Eigen::Success)
    return std::nullopt;
  const Matrix lower = llt.matrixL();
  Matrix upper = lower.reverse();
  Matrix inverse = Matrix::Identity(h.rows(), h.cols());
  upper.triangularView<Eigen::Upper>().solveInPlace(inverse);
  return inverse;
}

// By falling diagonal of H: what weighs most is rounded while there is the most left to mend it.
std::vector<int64_t> orderOf(const Matrix &h) {
  std::vector<int64_t> order(size_t(h.rows()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int64_t a, int64_t b) { return h(a, a) > h(b, b); });
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

// Squared error of each channel, of weights that are `change` steps off.
Vector errorsOf(const Matrix &change, const Matrix &h) {
  return (change * h).cwiseProduct(change).rowwise().sum();
}

class GroupRounding {
public:
  GroupRounding(const Target &target, const Moments &moments, const RoundingOptions &options)
      : target(target), options(options),
        mean(Eigen::Map<const Vector>(moments.mean.data(), target.steps.cols())),
        second(Eigen::Map<const Matrix>(moments.second.data(), mean.size(), mean.size())),
        counted(options.correctsBias ? Matrix(second - mean * mean.transpose()) : second) {}

  // The nearest steps where they are as good.
  Matrix steps(int64_t &heldChannels) const {
    Matrix best = target.nearest;
    const double diagonal = counted.diagonal().mean();
    if (!options.rounds || !(diagonal > 0))
      return best;
    const std::vector<int64_t> order = orderOf(counted);
    Matrix h = counted(order, order);
    h.diagonal().array() += damping * diagonal;
    std::optional<Matrix> u = inverseFactor(h);
    if (!u)
      return best;
    std::vector<bool> held(size_t(best.rows()));
    const Matrix greedy = greedySteps(target, *u, order, held);
    const Vector before = errorsOf(target.nearest - target.steps, counted);
    const Vector after = errorsOf(greedy - target.steps, counted);
    for (int64_t c = 0; c < best.rows(); ++c)
      if (after(c) < before(c)) {
        best.row(c) = greedy.row(c);
        heldChannels += held[size_t(c)];
      }
    return best;
  }

  Vector before() const { return errorsOf(target.nearest - target.steps, second); }
  Vector after(const Matrix &steps) const { return errorsOf(steps - target.steps, counted); }
  Vector correction(const Matrix &steps) const { return (target.steps - steps) * mean; }

private:
  const Target &target;
  const RoundingOptions &options;
  Vector mean;
  Matrix second, counted; // what a result's error is measured by
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
