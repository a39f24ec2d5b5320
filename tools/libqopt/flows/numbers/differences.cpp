#include "tools/libqopt/flows/numbers/differences.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

using namespace qrt;

namespace qopt::run {

std::vector<double> realValues(const Tensor &tensor,
                               const std::optional<nn::QuantParams> &quantization, int64_t first,
                               int64_t count) {
  bool inSteps = quantization && !isFloat(tensor.type());
  double scale = inSteps ? quantization->scale : 1;
  double zero = inSteps ? double(quantization->zeroPoint) : 0;
  std::vector<double> result;
  visitValues(tensor, [&](auto values) {
    const auto from = values.subspan(size_t(first));
    const auto wanted = from.first(std::min(size_t(count), from.size()));
    result.resize(wanted.size());
    std::ranges::transform(wanted, result.begin(),
                           [&](auto value) { return scale * (double(value) - zero); });
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

void DifferenceSums::add(std::span<const double> reference, std::span<const double> other) {
  assert(reference.size() == other.size());
  for (size_t i = 0; i < reference.size(); ++i) {
    double a = reference[i], b = other[i], d = distance(a, b);
    sofar.maxAbs = std::max(sofar.maxAbs, d);
    signal += d != 0 || std::isfinite(a) ? a * a : 0;
    if (std::isfinite(a) && std::isfinite(b)) {
      squares += a * a;
      otherSquares += b * b;
      product += a * b;
    }
    noise += d * d;
    if (d != 0 && ++sofar.differing == 1)
      sofar.first = values + int64_t(i);
  }
  values += int64_t(reference.size());
}

Difference DifferenceSums::difference() const {
  Difference result = sofar;
  double infinity = std::numeric_limits<double>::infinity();
  result.sqnr = noise == 0             ? infinity
                : std::isfinite(noise) ? 10 * std::log10(signal / noise)
                                       : -infinity;
  if (squares != 0 || otherSquares != 0)
    result.cosine =
        squares == 0 || otherSquares == 0 ? 0 : product / std::sqrt(squares * otherSquares);
  if (result.differing == 0)
    result.cosine = 1;
  result.rmse = values == 0 ? 0 : std::sqrt(noise / double(values));
  return result;
}

Difference differenceOf(std::span<const double> reference, std::span<const double> other) {
  DifferenceSums sums;
  sums.add(reference, other);
  return sums.difference();
}

std::vector<double> PiecewiseDifference::Side::take(int64_t count) {
  const Piece &piece = waiting.front();
  std::vector<double> values = realValues(piece.tensor, piece.quantization, taken, count);
  taken += count;
  return values;
}

void PiecewiseDifference::Side::dropTaken() {
  if (taken < waiting.front().values)
    return;
  waiting.pop_front();
  taken = 0;
}

void PiecewiseDifference::addReference(Piece piece) {
  piece.tensor = unpacked(piece.tensor); // once, not for each part
  reference.waiting.push_back(std::move(piece));
  compare();
}

void PiecewiseDifference::addOther(Piece piece) {
  piece.tensor = unpacked(piece.tensor);
  other.waiting.push_back(std::move(piece));
  compare();
}

void PiecewiseDifference::compare() {
  constexpr int64_t most = 1 << 16; // real values at a time, eight bytes each
  while (!isUnlike && !reference.waiting.empty() && !other.waiting.empty()) {
    const Piece &a = reference.waiting.front(), &b = other.waiting.front();
    isUnlike = a.values * b.samples != b.values * a.samples;
    const int64_t count =
        std::min({a.values - reference.taken, b.values - other.taken, isUnlike ? 0 : most});
    if (vectors && !vectors->hasWidth() && a.samples > 0)
      vectors->setWidth(std::max<int64_t>(1, a.values / a.samples));
    const std::vector<double> own = reference.take(count), others = other.take(count);
    sums.add(own, others);
    if (vectors)
      vectors->add(own, others);
    reference.dropTaken();
    other.dropTaken();
  }
  if (isUnlike)
    reference = other = {};
}

bool PiecewiseDifference::isWhole() const {
  return !isUnlike && reference.waiting.empty() && other.waiting.empty();
}

std::optional<Difference> PiecewiseDifference::difference() const {
  return isWhole() ? std::optional(sums.difference()) : std::nullopt;
}

std::optional<Likeness> PiecewiseDifference::likeness() const {
  return vectors && isWhole() ? std::optional(vectors->likeness()) : std::nullopt;
}

} // namespace qopt::run
