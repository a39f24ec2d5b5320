#include "passes/repair/sums_of_rows.h"

#include "passes/repair/algebra/ordered_product.h"

#include <Eigen/Cholesky>

#include <algorithm>

namespace qopt::rounding {
namespace {

constexpr int64_t columnsAtOnce = 64;
constexpr double shares[] = {0.01, 0.1, 1}; // of the mean diagonal, that damp

// W·E[(f − x)·xᵀ]·(E[x·xᵀ] + λ)⁻¹, the way from w to the best float weights.
std::optional<Matrix> wayToBest(const Matrix &weights, const RowSums &sums, double share) {
  Matrix h = sums.damped(Vector::Constant(sums.terms(), share * sums.diagonal().mean()));
  const Eigen::LLT<Eigen::Ref<Matrix>> factor(h);
  if (factor.info() != Eigen::Success)
    return std::nullopt;
  return Matrix(factor.solve(sums.pull(weights).transpose()).transpose());
}

// One part of the samples judges that way: going `far` along it lowers their squared error by
// 2·gain·far − curve·far².
struct Verdict {
  double gain = 0, curve = 0;
  void add(const Matrix &weights, const RowSums &judge, const Matrix &way) {
    gain += judge.pull(weights).cwiseProduct(way).sum();
    curve += judge.distances(way).sum();
  }
  double far() const { return curve > 0 ? std::clamp(gain / curve, 0.0, 1.0) : 0; }
  double worth() const { return far() * (2 * gain - far() * curve); }
};

// Adds left(:, begin…)·(right·columns)ᵀ of each channel: so many terms of `right` as `columns` has
// rows.
void addForms(const Matrix &left, int64_t begin, const Matrix &columns, const Matrix &right,
              Vector &sums) {
  Matrix moved = Matrix::Zero(right.rows(), columns.cols());
  addProduct(asIs(right), asIs(columns), columns.rows(), moved);
  sums += moved.cwiseProduct(left.middleCols(begin, columns.cols())).rowwise().sum();
}

} // namespace

RowSums::RowSums(const Moments &moments, bool centred)
    : moments(moments), mean(moments.mean.data(), Eigen::Index(moments.mean.size())),
      wantedMean(moments.cross.empty() ? moments.mean.data() : moments.wantedMean.data(),
                 mean.size()),
      second(moments.second.data(), mean.size(), mean.size()), centred(centred) {}

Vector RowSums::diagonal() const {
  return Vector::NullaryExpr(terms(), [&](Eigen::Index i) { return at(i, i); });
}

Matrix RowSums::damped(const Vector &damping) const {
  Matrix h = second;
  if (centred)
    h.noalias() -= mean * mean.transpose();
  h.diagonal() += damping;
  return h;
}

// E[f·xᵀ] lies in rows of f's elements, in columns of x's for who reads by columns.
Matrix RowSums::pull(const Matrix &weights) const {
  const Map cross(moments.cross.data(), terms(), terms());
  Matrix pulled = Matrix::Zero(weights.rows(), terms());
  addProduct(asIs(weights), turned(cross), terms(), pulled);
  subtractProduct(asIs(weights), asIs(second), terms(), pulled);
  if (centred)
    pulled.noalias() -= (weights * (wantedMean - mean)) * mean.transpose();
  return hasLack() ? Matrix(pulled + lackBy(moments.lack.read, mean)) : pulled;
}

Matrix RowSums::lackBy(const std::vector<double> &product, const MeanMap &meanOfRows) const {
  const MeanMap lackMean(moments.lack.mean.data(), Eigen::Index(moments.lack.mean.size()));
  Matrix by = Map(product.data(), terms(), lackMean.size()).transpose();
  if (centred)
    by.noalias() -= lackMean * meanOfRows.transpose();
  return by;
}

Vector RowSums::lackOfWanted(const Matrix &weights) const {
  const auto channels = Eigen::Index(moments.lack.mean.size());
  Vector sums = MeanMap(moments.lack.square.data(), channels);
  if (centred)
    sums -= MeanMap(moments.lack.mean.data(), channels).cwiseAbs2();
  return sums + 2 * lackBy(moments.lack.wanted, wantedMean).cwiseProduct(weights).rowwise().sum();
}

Vector RowSums::lackOfRead(const Matrix &real) const {
  return lackBy(moments.lack.read, mean).cwiseProduct(real).rowwise().sum();
}

Vector RowSums::meanChange(const Matrix &weights, const Matrix &real) const {
  Vector change = weights * wantedMean - real * mean;
  if (hasLack())
    change += MeanMap(moments.lack.mean.data(), change.size());
  return change;
}

Vector RowSums::forms(const Matrix &left, const double *product, const MeanMap &a, const MeanMap &b,
                      const Matrix &right) const {
  const Map products(product, b.size(), a.size());
  Vector sums = Vector::Zero(left.rows());
  for (int64_t begin = 0; begin < a.size(); begin += columnsAtOnce) {
    const int64_t count = std::min<int64_t>(columnsAtOnce, a.size() - begin);
    Matrix columns = products.middleCols(begin, count);
    if (centred)
      columns.noalias() -= b * a.segment(begin, count).transpose();
    addForms(left, begin, columns, right, sums);
  }
  return sums;
}

// The triangle above the diagonal tells as much as all of the products.
Vector RowSums::squares(const Matrix &of, const double *product, const MeanMap &a) const {
  const Map products(product, a.size(), a.size());
  Vector sums = Vector::Zero(of.rows());
  for (int64_t begin = 0; begin < a.size(); begin += columnsAtOnce) {
    const int64_t count = std::min<int64_t>(columnsAtOnce, a.size() - begin);
    Matrix columns = products.block(0, begin, begin + count, count);
    if (centred)
      columns.noalias() -= a.head(begin + count) * a.segment(begin, count).transpose();
    columns.topRows(begin) *= 2;
    addForms(of, begin, columns, of, sums);
  }
  return sums;
}

Vector RowSums::distances(const Matrix &change) const {
  return squares(change, moments.second.data(), mean);
}

Vector RowSums::wanted(const Matrix &weights) const {
  return arePairs() ? squares(weights, moments.wantedSecond.data(), wantedMean) : Vector();
}

Vector RowSums::errors(const Matrix &weights, const Vector &known, const Matrix &real) const {
  if (!arePairs())
    return distances(real - weights);
  Vector sums =
      known - 2 * forms(weights, moments.cross.data(), wantedMean, mean, real) + distances(real);
  if (hasLack())
    sums += lackOfWanted(weights) - 2 * lackOfRead(real);
  return sums;
}

Matrix compensated(const Matrix &weights, const Moments &moments, bool centred) {
  if (moments.parts.size() != 2)
    return weights;
  const RowSums parts[] = {{moments.parts[0], centred}, {moments.parts[1], centred}};
  Verdict best;
  double bestShare = 0;
  for (double share : shares) {
    Verdict verdict;
    for (int part : {0, 1})
      if (std::optional<Matrix> way = wayToBest(weights, parts[part], share))
        verdict.add(weights, parts[1 - part], *way);
    if (verdict.worth() > best.worth())
      best = verdict, bestShare = share;
  }
  if (!(best.worth() > 0))
    return weights;
  std::optional<Matrix> way = wayToBest(weights, {moments, centred}, bestShare);
  return way ? Matrix(weights + best.far() * *way) : weights;
}

} // namespace qopt::rounding
