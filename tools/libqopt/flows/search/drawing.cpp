#include "tools/libqopt/flows/search/drawing.h"

#include <algorithm>
#include <cmath>

namespace qopt::run {

Drawing::Drawing(const Candidates &candidates, const ErrorModel &errors,
                 std::optional<double> minSqnr)
    : candidates(candidates), errors(errors) {
  // A tenth below the bound, since other samples than those of the model are held against it.
  if (minSqnr)
    aim = 0.9 * std::pow(10, -*minSqnr / 10);
}

void Drawing::learn(const std::vector<size_t> &choice, double noise, bool holds) {
  made.insert(choice);
  if (holds)
    holding.push_back(noise);
  else
    broken = std::min(broken, noise);
}

double Drawing::target() const {
  double hold = 0;
  for (double noise : holding)
    if (noise < broken)
      hold = std::max(hold, noise);
  if (std::isinf(broken))
    return aim.value_or(broken);
  if (aim && *aim > hold && *aim < broken)
    return *aim;
  return hold > 0 ? std::sqrt(hold * broken) : broken / 2;
}

std::optional<Assignment> Drawing::next(double seconds) {
  std::vector<std::vector<bool>> allowed;
  for (size_t i = 0; i < candidates.graph.layers.size(); ++i) {
    allowed.emplace_back();
    for (size_t c = 0; c < candidates.types.size(); ++c)
      allowed.back().push_back(errors.knows(i, c));
  }
  std::vector<std::vector<size_t>> starts(made.begin(), made.end());
  const AssignmentFront front =
      proposals(candidates.times.problem(allowed),
                [&](const std::vector<size_t> &choice) { return errors.worst(choice); }, starts,
                {.resolution = 1 / 2048.0});
  size = front.assignments.size();
  cut = front.isCut;
  constexpr double worthwhile = 0.99;
  const double target = this->target();
  for (const Assignment &one : front.assignments)
    if (one.time < worthwhile * seconds && one.loss <= target && !made.count(one.choice))
      return one;
  return std::nullopt;
}

} // namespace qopt::run
