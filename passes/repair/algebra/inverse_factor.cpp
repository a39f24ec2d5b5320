#include "passes/repair/algebra/inverse_factor.h"

#include "passes/repair/algebra/ordered_product.h"

#include <Eigen/Cholesky>

#include <algorithm>

namespace qopt {

using Matrix = Eigen::MatrixXd;

constexpr Eigen::Index columnsAtOnce = 64;

/// The lower triangle L with L·Lᵀ = h in its place, some columns at a time: what the columns before
/// them tell is taken off first. False where h is not positive definite.
static bool factorLower(Matrix &h) {
  for (Eigen::Index begin = 0; begin < h.cols(); begin += columnsAtOnce) {
    const Eigen::Index count = std::min(columnsAtOnce, h.cols() - begin);
    const Eigen::Index rest = h.rows() - begin, below = rest - count;
    const auto before = h.block(begin, 0, rest, begin);
    subtractProduct(asIs(before), turned(before.topRows(count)), begin,
                    h.block(begin, begin, rest, count));
    auto corner = h.block(begin, begin, count, count);
    Eigen::Ref<Matrix> place = corner;
    const Eigen::LLT<Eigen::Ref<Matrix>> factor(place);
    if (factor.info() != Eigen::Success)
      return false;
    auto others = h.block(begin + count, begin, below, count);
    corner.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(others);
  }
  return true;
}

/// Makes [A⁻¹ −A⁻¹·B·C⁻¹] of [A⁻¹ B]: `above` holds B, `left` A⁻¹, whose corners on the diagonal
/// have zeros below it.
static void multiplyAbove(const Matrix &upper, const Matrix &inverse, Eigen::Ref<Matrix> above) {
  Matrix half = Matrix::Zero(above.rows(), above.cols());
  subtractProduct(asIs(above), asIs(inverse), inverse.rows(), half);
  above.setZero();
  for (Eigen::Index begin = 0; begin < above.rows(); begin += columnsAtOnce) {
    const Eigen::Index count = std::min(columnsAtOnce, above.rows() - begin);
    const Eigen::Index rest = above.rows() - begin;
    addProduct(asIs(upper.block(begin, begin, count, rest)), asIs(half.bottomRows(rest)), rest,
               above.middleRows(begin, count));
  }
}

/// The inverse of an upper triangle in its place, some columns at a time, from the left: of
/// [A B; 0 C] it is [A⁻¹ −A⁻¹·B·C⁻¹; 0 C⁻¹].
static void invertUpper(Matrix &upper) {
  for (Eigen::Index begin = 0; begin < upper.cols(); begin += columnsAtOnce) {
    const Eigen::Index count = std::min(columnsAtOnce, upper.cols() - begin);
    auto corner = upper.block(begin, begin, count, count);
    Matrix inverse = Matrix::Identity(count, count);
    corner.triangularView<Eigen::Upper>().solveInPlace(inverse);
    corner = inverse;
    if (begin > 0)
      multiplyAbove(upper, inverse, upper.block(0, begin, begin, count));
  }
}

// h = R·Rᵀ with an upper R, whose inverse is U: Cholesky from the last row on. A matrix's bytes
// backwards are its rows and columns backwards.
bool makeInverseFactor(Matrix &h) {
  auto turn = [&] { std::reverse(h.data(), h.data() + h.size()); };
  turn();
  if (!factorLower(h))
    return false;
  turn();
  invertUpper(h);
  return true;
}

} // namespace qopt
