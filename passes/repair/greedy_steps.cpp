#include "passes/repair/greedy_steps.h"

#include "passes/repair/algebra/inverse_factor.h"
#include "passes/repair/algebra/ordered_product.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace qopt::rounding {
namespace {

constexpr int64_t panel = 32; // columns whose errors are passed on at once

// Returns the term of the largest target for each group and channel.
std::vector<int64_t> largestTerms(const Matrix &target, const WeightGrid &grid) {
  std::vector<int64_t> terms;
  for (int64_t of = 0; of < grid.groups(); ++of)
    for (int64_t c = 0; c < target.rows(); ++c) {
      Eigen::Index most;
      target.row(c).segment(grid.first(of), grid.count(of)).cwiseAbs().maxCoeff(&most);
      terms.push_back(grid.first(of) + most);
    }
  return terms;
}

} // namespace

std::optional<GreedyRounding> GreedyRounding::of(const RowSums &sums, const Vector &damping) {
  GreedyRounding made;
  const Vector diagonal = sums.diagonal();
  made.order.resize(size_t(sums.terms()));
  std::iota(made.order.begin(), made.order.end(), 0);
  std::stable_sort(made.order.begin(), made.order.end(),
                   [&](int64_t a, int64_t b) { return diagonal(a) > diagonal(b); });
  made.inverse =
      Matrix::NullaryExpr(sums.terms(), sums.terms(), [&](Eigen::Index i, Eigen::Index j) {
        return sums.at(made.order[size_t(i)], made.order[size_t(j)]);
      });
  for (int64_t i = 0; i < sums.terms(); ++i)
    made.inverse(i, i) += damping(made.order[size_t(i)]);
  return makeInverseFactor(made.inverse) ? std::optional(std::move(made)) : std::nullopt;
}

Matrix GreedyRounding::steps(const Matrix &target, const WeightGrid &grid,
                             std::vector<bool> &held) const {
  const int64_t channels = target.rows(), terms = target.cols();
  const std::vector<int64_t> ends = largestTerms(target, grid);
  const double limit = grid.limit();
  Matrix w(channels, terms), errors(channels, panel), made(channels, terms);
  for (int64_t j = 0; j < terms; ++j)
    w.col(j) = target.col(order[size_t(j)]);
  for (int64_t begin = 0; begin < terms; begin += panel) {
    const int64_t count = std::min(panel, terms - begin);
    for (int64_t j = begin; j < begin + count; ++j) {
      const int64_t k = order[size_t(j)];
      for (int64_t c = 0; c < channels; ++c) {
        const double scale = grid.scaleAt(c, k);
        double q = scale > 0 ? std::clamp(std::nearbyint(w(c, j) / scale), -limit, limit) : 0;
        if (scale > 0 && ends[size_t(grid.groupOf(k) * channels + c)] == k) {
          const double stays = std::copysign(limit, target(c, k));
          held[size_t(c)] = held[size_t(c)] || q != stays;
          q = stays;
        }
        made(c, k) = q;
        errors(c, j - begin) = (w(c, j) - q * scale) / inverse(j, j);
      }
      const int64_t rest = begin + count - j - 1;
      w.middleCols(j + 1, rest).noalias() -=
          errors.col(j - begin) * inverse.row(j).segment(j + 1, rest);
    }
    const int64_t next = begin + count;
    subtractProduct(asIs(errors), asIs(inverse.block(begin, next, count, terms - next)), count,
                    w.rightCols(terms - next));
  }
  return made;
}

} // namespace qopt::rounding
