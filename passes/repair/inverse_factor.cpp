#include "passes/repair/inverse_factor.h"

#include <Eigen/Cholesky>

#include <algorithm>

namespace qopt {

using Matrix = Eigen::MatrixXd;

constexpr Eigen::Index columnsAtOnce = 64;

/// The inverse of an upper triangle in its place, some columns at a time, from the left: of
/// [A B; 0 C] it is [A⁻¹ −A⁻¹·B·C⁻¹; 0 C⁻¹].
static void invertUpper(Matrix &upper) {
  for (Eigen::Index begin = 0; begin < upper.cols(); begin += columnsAtOnce) {
    const Eigen::Index count = std::min(columnsAtOnce, upper.cols() - begin);
    auto corner = upper.block(begin, begin, count, count);
    Matrix inverse = Matrix::Identity(count, count);
    corner.triangularView<Eigen::Upper>().solveInPlace(inverse);
    corner.triangularView<Eigen::Upper>() = inverse;
    if (begin == 0)
      continue;
    auto above = upper.block(0, begin, begin, count);
    const Matrix half = -above * inverse;
    above.noalias() = upper.topLeftCorner(begin, begin).triangularView<Eigen::Upper>() * half;
  }
}

// h = R·Rᵀ with an upper R, whose inverse is U: Cholesky from the last row on. A matrix's bytes
// backwards are its rows and columns backwards.
bool makeInverseFactor(Matrix &h) {
  auto turn = [&] { std::reverse(h.data(), h.data() + h.size()); };
  turn();
  const Eigen::LLT<Eigen::Ref<Matrix>> inPlace(h);
  if (inPlace.info() != Eigen::Success)
    return false;
  turn();
  invertUpper(h);
  return true;
}

} // namespace qopt
