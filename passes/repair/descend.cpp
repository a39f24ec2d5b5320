// Steps that greedy rounding left, improved channel by channel.
#include "passes/repair/algebra/ordered_product.h"
#include "passes/repair/greedy_steps.h"

#include <cmath>

namespace qopt::rounding {
namespace {

constexpr int mostSweeps = 32, mostFits = 4;
constexpr double settledGain = 1e-9; // of a channel's error, and no less a gain is one

class ChannelDescent {
public:
  ChannelDescent(const Matrix &h, int64_t channel, WeightGrid &grid, Matrix &steps, Vector gradient,
                 double error)
      : h(h), channel(channel), grid(grid), steps(steps), gradient(std::move(gradient)),
        error(error) {
    for (int64_t of = 0; of < grid.groups(); ++of)
      atEnds.push_back(steps.row(channel)
                           .segment(grid.first(of), grid.count(of))
                           .cwiseAbs()
                           .cwiseEqual(grid.limit())
                           .count());
  }

  void run() {
    for (int fit = 0; fit < mostFits; ++fit) {
      const double before = error;
      for (int sweep = 0; sweep < mostSweeps && moves(); ++sweep)
        ;
      for (int64_t of = 0; of < grid.groups(); ++of)
        fitScale(of);
      if (!(before - error > 1e-4 * before))
        return;
    }
  }

private:
  // Tries each step of the channel once, and tells whether one changed.
  bool moves() {
    bool any = false;
    for (int64_t k = 0; k < h.rows(); ++k)
      any |= moves(k);
    return any;
  }

  bool moves(int64_t k) {
    const double scale = grid.scaleAt(channel, k), limit = grid.limit();
    if (!(scale > 0))
      return false;
    const double old = steps(channel, k);
    const double best = old - std::nearbyint(gradient(k) / (h(k, k) * scale));
    const double step = std::clamp(best, -limit, limit);
    int64_t &ends = atEnds[size_t(grid.groupOf(k))];
    const int64_t change = (std::abs(step) == limit) - (std::abs(old) == limit);
    const double by = (step - old) * scale;
    const double gain = -by * (2 * gradient(k) + by * h(k, k));
    if (!(gain > settledGain * error) || ends + change == 0)
      return false;
    ends += change;
    steps(channel, k) = step;
    gradient += by * h.col(k);
    error -= gain;
    return true;
  }

  // The scale at which the error is least, all else as it is; steps whose sign it would turn stay.
  void fitScale(int64_t of) {
    const int64_t first = grid.first(of), count = grid.count(of);
    const Vector q = steps.row(channel).segment(first, count);
    const Vector hq = h.middleCols(first, count) * q;
    const double curve = q.dot(hq.segment(first, count)),
                 slope = q.dot(gradient.segment(first, count));
    const double old = grid.scale(channel, of);
    if (!(old > 0) || !(curve > 0))
      return;
    const double wanted = (old - slope / curve) * grid.limit();
    const std::optional<double> scale = grid.scaleOf(wanted);
    if (!scale)
      return;
    const double by = *scale - old;
    const double gain = -by * (2 * slope + by * curve);
    if (!(gain > settledGain * error))
      return;
    grid.setLargest(channel, of, wanted);
    gradient += by * hq;
    error -= gain;
  }

  const Matrix &h;
  int64_t channel;
  WeightGrid &grid;
  Matrix &steps;
  Vector gradient; // half of the error's, by the real values
  double error;
  std::vector<int64_t> atEnds; // weights of each group at its grid's ends
};

} // namespace

void descend(const Matrix &target, const Matrix &h, WeightGrid &grid, Matrix &steps) {
  const Matrix change = grid.realOf(steps) - target;
  Matrix gradients = Matrix::Zero(change.rows(), h.cols());
  addProduct(asIs(change), asIs(h), h.rows(), gradients);
  for (int64_t c = 0; c < steps.rows(); ++c)
    ChannelDescent(h, c, grid, steps, gradients.row(c), change.row(c).dot(gradients.row(c))).run();
}

} // namespace qopt::rounding
