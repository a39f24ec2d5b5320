#include "tools/qopt/weight_difference.h"

#include "ir/values/weights.h"
#include "tools/io/report/table.h"

#include <cmath>
#include <cstring>

using namespace qrt;

namespace qopt::tool {

static std::vector<double> storedValues(const Tensor &tensor) {
  std::vector<double> values;
  visitValues(tensor, [&](auto stored) {
    for (auto value : stored)
      values.push_back(double(value));
  });
  return values;
}

static std::string placeText(int64_t flat, const Shape &shape) {
  std::string text;
  for (size_t d = shape.size(); d-- > 0; flat /= shape[d])
    text = std::to_string(flat % shape[d]) + (text.empty() ? "" : ",") + text;
  return "[" + text + "]";
}

std::string weightDifference(mlir::Value a, mlir::Value b) {
  std::optional<Tensor> first = nn::constantTensor(a), second = nn::constantTensor(b);
  if (!first || !second)
    return "of a type that is not compared";
  if (std::memcmp(first->data(), second->data(), first->bytes()) == 0)
    return "";
  std::vector<double> x = storedValues(*first), y = storedValues(*second);
  int64_t differing = 0, worst = -1;
  double most = -1;
  for (size_t i = 0; i < x.size(); ++i) {
    if (x[i] == y[i] || (std::isnan(x[i]) && std::isnan(y[i])))
      continue;
    ++differing;
    double distance = std::fabs(x[i] - y[i]);
    if (std::isnan(distance))
      distance = INFINITY;
    if (distance > most) {
      most = distance;
      worst = int64_t(i);
    }
  }
  if (worst < 0)
    return "the same numbers, written in other bits (zeros' signs, NaNs)";
  return std::to_string(differing) + " of " + std::to_string(x.size()) + " values differ, by " +
         io::shortest(most) + " at most: " + io::shortest(x[size_t(worst)], 9) + " / " +
         io::shortest(y[size_t(worst)], 9) + " at " + placeText(worst, first->shape());
}

} // namespace qopt::tool
