#include "tools/qrun/numbers/differences.h"

#include <cassert>
#include <cmath>
#include <limits>

using namespace qrt;

namespace qopt::run {

std::vector<double> realValues(const Tensor &tensor,
                               const std::optional<nn::QuantParams> &quantization, size_t most) {
  bool inSteps = quantization && !isFloat(tensor.type());
  double scale = inSteps ? quantization->scale : 1;
  double zero = inSteps ? double(quantization->zeroPoint) : 0;
  std::vector<double> result;
  visitValues(tensor, [&](auto values) {
    for (auto value : values.first(std::min(most, values.size())))
      result.push_back(scale * (double(value) - zero));
  });
  return result;
}

/// |a − b|; equal infinities and two NaN are no difference, one NaN is all of it.
static double distance(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b)))
    return 0;
  double d = std::fabs(a - b);
  return std::isnan(d) ? std::numeric_limits<double>::infinity() : d;
}

Difference differenceOf(std::span<const double> reference, std::span<const double> other) {
  assert(reference.size() == other.size());
  Difference result;
  double signal = 0, noise = 0, product = 0, squares = 0, otherSquares = 0;
  for (size_t i = 0; i < reference.size(); ++i) {
    double a = reference[i], b = other[i], d = distance(a, b);
    result.maxAbs = std::max(result.maxAbs, d);
    signal += d != 0 || std::isfinite(a) ? a * a : 0;
    if (std::isfinite(a) && std::isfinite(b)) {
      squares += a * a;
      otherSquares += b * b;
      product += a * b;
    }
    noise += d * d;
    if (d != 0 && ++result.differing == 1)
      result.first = int64_t(i);
  }
  double infinity = std::numeric_limits<double>::infinity();
  result.sqnr = noise == 0             ? infinity
                : std::isfinite(noise) ? 10 * std::log10(signal / noise)
                                       : -infinity;
  if (squares != 0 || otherSquares != 0)
    result.cosine =
        squares == 0 || otherSquares == 0 ? 0 : product / std::sqrt(squares * otherSquares);
  if (result.differing == 0)
    result.cosine = 1;
  result.rmse = reference.empty() ? 0 : std::sqrt(noise / double(reference.size()));
  return result;
}

std::string indexToString(int64_t flat, const Shape &shape) {
  std::string text;
  for (size_t d = shape.size(); d-- > 0;) {
    text = std::to_string(flat % shape[d]) + (text.empty() ? "" : ",") + text;
    flat /= shape[d];
  }
  return "[" + text + "]";
}

} // namespace qopt::run
