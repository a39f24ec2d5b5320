#include "passes/repair/algebra/inverse_factor.h"

#include <gtest/gtest.h>

#include <random>

namespace qopt::test {
namespace {

using Matrix = Eigen::MatrixXd;

// Sizes around the columns that are inverted at once.
TEST(InverseFactor, TimesItselfIsTheInverse) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  for (Eigen::Index n : {1, 2, 63, 64, 65, 150}) {
    const Matrix rows = Matrix::NullaryExpr(2 * n, n, [&] { return normal(random); });
    const Matrix h = rows.transpose() * rows + Matrix::Identity(n, n);
    Matrix u = h;
    ASSERT_TRUE(makeInverseFactor(u)) << n;
    const Matrix upper = u.triangularView<Eigen::Upper>();
    const Matrix product = upper.transpose() * upper * h;
    EXPECT_LT((product - Matrix::Identity(n, n)).cwiseAbs().maxCoeff(), 1e-9) << n;
  }
}

TEST(InverseFactor, RefusesWhatIsNotPositive) {
  Matrix h(2, 2);
  h << 1, 2, 2, 1;
  EXPECT_FALSE(makeInverseFactor(h));
}

} // namespace
} // namespace qopt::test
