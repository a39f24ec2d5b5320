// Differences say how far one tensor is from another that should be the same.
#pragma once

#include "ir/types/quant_type.h"
#include "runtime/numerics/types/tensor.h"
#include "tools/libqopt/flows/numbers/difference.h"
#include "tools/libqopt/flows/numbers/index_text.h"
#include "tools/libqopt/flows/numbers/vector_likeness.h"

#include <deque>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace qopt::run {

/// The real values of stored ones, so many from `first` on: s·(q − z) in f64, or the value itself.
std::vector<double>
realValues(const qrt::Tensor &tensor, const std::optional<nn::QuantParams> &quantization,
           int64_t first = 0, int64_t count = std::numeric_limits<int64_t>::max());

/// `reference` and `other`: as many values each.
Difference differenceOf(std::span<const double> reference, std::span<const double> other);

/// The difference of values that come one part after another.
class DifferenceSums {
public:
  void add(std::span<const double> reference, std::span<const double> other);
  Difference difference() const;

private:
  Difference sofar; // what needs no sums
  double signal = 0, noise = 0, product = 0, squares = 0, otherSquares = 0;
  int64_t values = 0;
};

/// The first values of a tensor, and how many samples they are of.
struct Piece {
  qrt::Tensor tensor;
  std::optional<nn::QuantParams> quantization;
  int64_t values = 0, samples = 0;
};

/// Compares what two networks answer to the same samples, in pieces of any size. A piece waits
/// until the other side has as many values: however many there are, few are held.
class PiecewiseDifference {
public:
  void addReference(Piece piece);
  void addOther(Piece piece);
  /// Compares each sample's values as a vector, too, of so many samples in all. It is called before
  /// both sides have some.
  void compareVectors(int64_t samples) { vectors.emplace(samples); }
  /// Nothing where a sample had more values on one side than on the other.
  std::optional<Difference> difference() const;
  /// Likewise, and nothing where vectors are not compared.
  std::optional<Likeness> likeness() const;

private:
  bool isWhole() const;
  struct Side {
    std::deque<Piece> waiting;
    int64_t taken = 0; // values of the first one

    std::vector<double> take(int64_t count);
    void dropTaken();
  };
  void compare();

  Side reference, other;
  DifferenceSums sums;
  std::optional<VectorLikeness> vectors;
  bool isUnlike = false;
};

} // namespace qopt::run
