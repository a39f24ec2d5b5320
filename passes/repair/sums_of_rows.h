// Moments of rows as the rounding of weights reads them.
#pragma once

#include "passes/repair/moments.h"
#include "passes/repair/weight_grid.h"

namespace qopt::rounding {

/// RowSums tells how a channel's result varies with its weights. With x what is read and f what is
/// answered for, weights v in the place of w have the mean squared error E[(w·f + d − v·x)²], d
/// being what a sum lacks that the result is added to, or 0. Centred rows leave out what a bias
/// takes back.
class RowSums {
public:
  /// The moments outlive it. Nothing as large as they are is copied.
  RowSums(const Moments &moments, bool centred);

  int64_t terms() const { return mean.size(); }
  /// Element (i, j) of E[x·xᵀ].
  double at(int64_t i, int64_t j) const {
    return centred ? second(i, j) - mean(i) * mean(j) : second(i, j);
  }
  Vector diagonal() const;
  /// E[x·xᵀ] and `damping` on its diagonal.
  Matrix damped(const Vector &damping) const;

  bool arePairs() const { return !moments.cross.empty(); }
  /// E[(W·(f − x) + d)·xᵀ]: where weights make up for rows that are not what they were.
  Matrix pull(const Matrix &weights) const;
  /// Returns change·E[x·xᵀ]·changeᵀ of each channel.
  Vector distances(const Matrix &change) const;
  /// Returns E[(w·f)²] of each channel: the part of errors that no other weights change. Empty
  /// where what is read is what is answered for.
  Vector wanted(const Matrix &weights) const;
  /// Returns the error that each channel has with `real` in the place of `weights`, whose
  /// wanted() is `known`.
  Vector errors(const Matrix &weights, const Vector &known, const Matrix &real) const;
  /// Returns w·E[f] + E[d] − v·E[x] of each channel.
  Vector meanChange(const Matrix &weights, const Matrix &real) const;

private:
  using Map = Eigen::Map<const Matrix>;
  using MeanMap = Eigen::Map<const Vector>;
  // Both return what d adds for each channel: to E[(w·f + d)²], and to E[(w·f + d)·(v·x)].
  Vector lackOfWanted(const Matrix &weights) const;
  Vector lackOfRead(const Matrix &real) const;
  bool hasLack() const { return !moments.lack.mean.empty(); }
  // E[d·bᵀ] of what lacks and of rows b, a row for each channel.
  Matrix lackBy(const std::vector<double> &product, const MeanMap &meanOfRows) const;
  // Gives left·E[a·bᵀ]·rightᵀ for each channel. `product` holds E[b·aᵀ], a row
  // for each element of b.
  Vector forms(const Matrix &left, const double *product, const MeanMap &a, const MeanMap &b,
               const Matrix &right) const;
  // Gives of·E[a·aᵀ]·ofᵀ for each channel; `product` holds E[a·aᵀ].
  Vector squares(const Matrix &of, const double *product, const MeanMap &a) const;

  const Moments &moments;
  MeanMap mean, wantedMean;
  Map second;
  bool centred;
};

/// Weights that make up for what earlier layers changed: as far towards the best float ones, damped
/// towards w, as one part of the samples says that the other's gain. Those as they were where there
/// are no parts, or no gain.
Matrix compensated(const Matrix &weights, const Moments &moments, bool centred);

} // namespace qopt::rounding
