#include "tools/libqopt/flows/contest/student.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace qopt::run {

double tailOfStudent(double t, int64_t degrees) {
  assert(t >= 0 && degrees >= 1);
  const bool isOdd = degrees % 2 == 1;
  const double angle = std::atan2(t, std::sqrt(double(degrees))), sine = std::sin(angle),
               cosine = std::cos(angle);
  double sum = 0, term = isOdd ? cosine : 1;
  for (int64_t power = isOdd ? 1 : 0; power <= degrees - 2; power += 2) {
    if (power > 1)
      term *= double(power - 1) / double(power) * cosine * cosine;
    sum += term;
  }
  const double within = isOdd ? 2 / std::numbers::pi * (angle + sine * sum) : sine * sum;
  return std::max(0.0, (1 - within) / 2);
}

} // namespace qopt::run
