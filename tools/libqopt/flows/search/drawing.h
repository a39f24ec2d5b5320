// Draws the next network that a search tries, from the front that its models predict.
#pragma once

#include "tools/libqopt/flows/search/assign/proposals.h"
#include "tools/libqopt/flows/search/candidates.h"
#include "tools/libqopt/flows/search/errors/error_model.h"

#include <limits>
#include <set>

namespace qopt::run {

/// A drawing learns which errors are within the bounds from networks that were held against them:
/// the error orders them, whatever the bounds are on.
class Drawing {
public:
  /// `minSqnr`: a bound in dB, by which the first error is aimed at.
  Drawing(const Candidates &candidates, const ErrorModel &errors, std::optional<double> minSqnr);

  /// A network of this error is within the bounds, or not.
  void learn(const std::vector<size_t> &choice, double noise, bool holds);
  /// The fastest member of the front whose error is in the middle, as a power, of the largest that
  /// holds below those that do not, and the smallest that does not; where nothing is drawn there,
  /// of a smaller one. Nothing where none is 1 % faster, as predicted, than `seconds`.
  std::optional<Assignment> next(double seconds);

  size_t frontSize() const { return size; }
  bool isCut() const { return cut; }

private:
  double target() const;

  const Candidates &candidates;
  const ErrorModel &errors;
  std::optional<double> aim;
  double broken = std::numeric_limits<double>::infinity();
  std::vector<double> holding;
  std::set<std::vector<size_t>> made;
  size_t size = 0;
  bool cut = false;
};

} // namespace qopt::run
