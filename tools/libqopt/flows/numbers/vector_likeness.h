// Vectors of two networks, compared as they come.
#pragma once

#include "tools/libqopt/flows/numbers/likeness.h"

#include <span>
#include <vector>

namespace qopt::run {

/// For each row the place of another one whose vector has the largest cosine with its own, the
/// first of equal ones; rows of `width` values, one after the other. A row alone has none: −1.
std::vector<int64_t> nearestOthers(std::span<const float> rows, int64_t width);

/// Adds vectors up, one a sample, in parts of any size: sums run value by value in f64, so that
/// parts leave no trace. Few vectors are kept, whatever the number of samples: neighbours are
/// looked for among 1,024 from all over them, or fewer of long vectors (128 MiB a side, 2³²
/// products).
class VectorLikeness {
public:
  /// There are so many samples in all.
  explicit VectorLikeness(int64_t samples) : total(samples) {}
  /// Vectors have so many values; before the first part.
  void setWidth(int64_t values);
  bool hasWidth() const { return width > 0; }
  /// Adds as many values to both; a value that is no number makes the vector's cosine 0.
  void add(std::span<const double> reference, std::span<const double> other);
  Likeness likeness() const;

private:
  void endRow();

  int64_t total, width = 0, at = 0; // value of the row under way
  int64_t rows = 0;
  std::vector<int64_t> kept; // rows whose neighbours are looked for, ascending
  size_t nextKept = 0;       // of `kept`: the first that is not behind the row under way
  double squares = 0, otherSquares = 0, product = 0;
  double cosines = 0, least = 1;
  std::vector<float> reference, other; // of those kept
};

} // namespace qopt::run
