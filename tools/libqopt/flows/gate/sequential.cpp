#include "tools/libqopt/flows/gate/sequential.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace qopt::run {

void RateTest::add(bool happened) {
  ++samples;
  events += happened;
  const double other = std::min(2 * most, 0.5 * (1 + most));
  if (most > 0)
    evidence += happened ? std::log(other / most) : std::log((1 - other) / (1 - most));
}

std::optional<bool> RateTest::verdict() const {
  if (most <= 0)
    return events > 0 ? std::optional(false) : std::nullopt;
  const double sure = std::log((1 - wrongAtMost) / wrongAtMost);
  if (evidence >= sure)
    return false;
  return evidence <= -sure ? std::optional(true) : std::nullopt;
}

void MeanTest::add(double value) {
  ++values;
  const double off = value - average;
  average += off / double(values);
  squares += off * (value - average);
}

double MeanTest::halfWidth() const {
  constexpr int64_t least = 16;
  constexpr double tightestAt = 200;
  if (values < least)
    return std::numeric_limits<double>::infinity();
  const double logs = -2 * std::log(wrongAtMost), rho2 = (logs + std::log(logs + 1)) / tightestAt,
               t = double(values);
  const double deviation = std::sqrt(squares / t);
  return deviation * std::sqrt(2 * (t * rho2 + 1) / (t * t * rho2) *
                               std::log(std::sqrt(t * rho2 + 1) / wrongAtMost));
}

std::optional<bool> MeanTest::verdict() const {
  if (!(squares > 0)) // values that are all the same tell nothing of how far others lie apart
    return std::nullopt;
  const double half = halfWidth();
  if (average - half > 0)
    return false;
  return average + half <= 0 ? std::optional(true) : std::nullopt;
}

} // namespace qopt::run
