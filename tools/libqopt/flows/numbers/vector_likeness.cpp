#include "tools/libqopt/flows/numbers/vector_likeness.h"

#include "tools/libqopt/flows/numbers/spread.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace qopt::run {

constexpr int64_t mostNeighbours = 1024;
constexpr int64_t mostValues = int64_t(1) << 25;   // of f32, a side
constexpr int64_t mostProducts = int64_t(1) << 32; // seconds

/// [width, rows], each row divided by its length.
static std::vector<float> unitColumns(std::span<const float> rows, int64_t width) {
  const int64_t count = int64_t(rows.size()) / width;
  std::vector<float> columns(rows.size());
  for (int64_t row = 0; row < count; ++row) {
    double squares = 0;
    for (float value : rows.subspan(size_t(row * width), size_t(width)))
      squares += double(value) * double(value);
    const double length = squares > 0 ? std::sqrt(squares) : 1;
    for (int64_t i = 0; i < width; ++i)
      columns[size_t(i * count + row)] = float(double(rows[size_t(row * width + i)]) / length);
  }
  return columns;
}

std::vector<int64_t> nearestOthers(std::span<const float> rows, int64_t width) {
  const int64_t count = int64_t(rows.size()) / width;
  const std::vector<float> columns = unitColumns(rows, width);
  std::vector<float> cosines(static_cast<size_t>(count));
  std::vector<int64_t> nearest;
  for (int64_t row = 0; row < count; ++row) {
    std::ranges::fill(cosines, 0.0f);
    for (int64_t i = 0; i < width; ++i) {
      const float *column = &columns[size_t(i * count)];
      const float own = column[row];
      for (int64_t other = 0; other < count; ++other)
        cosines[size_t(other)] += own * column[other];
    }
    cosines[size_t(row)] = -2; // no other is as far
    const auto best = std::ranges::max_element(cosines);
    nearest.push_back(count > 1 ? best - cosines.begin() : -1);
  }
  return nearest;
}

void VectorLikeness::setWidth(int64_t values) {
  width = values;
  const int64_t quick = int64_t(std::sqrt(double(mostProducts / width)));
  const int64_t most = std::min({mostNeighbours, mostValues / width, quick});
  kept = spreadPlaces(std::max<int64_t>(most, 1), total);
}

void VectorLikeness::add(std::span<const double> ofReference, std::span<const double> ofOther) {
  assert(hasWidth() && ofReference.size() == ofOther.size());
  for (size_t i = 0; i < ofReference.size(); ++i) {
    const double a = ofReference[i], b = ofOther[i];
    squares += a * a;
    otherSquares += b * b;
    product += a * b;
    if (nextKept < kept.size() && kept[nextKept] == rows) {
      reference.push_back(float(a));
      other.push_back(float(b));
    }
    if (++at == width)
      endRow();
  }
}

/// Two vectors of zeros are one direction. If vectors are equal √(s·s) is s, and the cosine 1.
void VectorLikeness::endRow() {
  const double lengths = std::sqrt(squares * otherSquares);
  double cosine = squares == 0 && otherSquares == 0 ? 1 : lengths > 0 ? product / lengths : 0;
  cosine = std::isfinite(cosine) ? std::clamp(cosine, -1.0, 1.0) : 0;
  cosines += cosine;
  least = std::min(least, cosine);
  nextKept += nextKept < kept.size() && kept[nextKept] == rows;
  ++rows;
  at = 0;
  squares = otherSquares = product = 0;
}

Likeness VectorLikeness::likeness() const {
  Likeness result;
  result.samples = rows;
  if (rows == 0)
    return result;
  result.meanCosine = cosines / double(rows);
  result.leastCosine = least;
  if (reference.size() < 2 * size_t(width))
    return result;
  const std::vector<int64_t> before = nearestOthers(reference, width),
                             behind = nearestOthers(other, width);
  result.neighbours = int64_t(before.size());
  for (size_t i = 0; i < before.size(); ++i)
    result.moved += before[i] != behind[i];
  return result;
}

} // namespace qopt::run
