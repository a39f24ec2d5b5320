#include "runtime/numerics/matmul/doubles/double_product.h"

#include "test/runtime/numerics/support.h"

namespace qrt::test {
namespace {

std::vector<double> doubles(Random &random, int64_t count) {
  const std::vector<float> values = random.values<float>(count);
  std::vector<double> made(values.begin(), values.end());
  for (double &value : made)
    value /= 3; // products round
  return made;
}

double at(const DoubleMatrix &of, int64_t i, int64_t j) {
  return of.first[i * of.rowStride + j * of.columnStride];
}

std::vector<double> inOrder(const DoubleProductShape &shape, const DoubleMatrix &a,
                            const DoubleMatrix &b, double sign, std::vector<double> sums,
                            int64_t stride) {
  for (int64_t k = 0; k < shape.inner; ++k)
    for (int64_t j = 0; j < shape.columns; ++j)
      for (int64_t i = 0; i < shape.rows; ++i) {
        const double product = at(a, i, k) * at(b, k, j);
        sums[size_t(j * stride + i)] += sign * product;
      }
  return sums;
}

// Sizes around panels and around the terms that are packed at once; either order of both operands;
// the sums go on from what is there, and what lies between their columns stays.
TEST(DoubleProduct, SumsInOrderOnEverySet) {
  Random random(71);
  for (const DoubleProductShape &shape : std::vector<DoubleProductShape>{{1, 1, 1},
                                                                         {8, 8, 3},
                                                                         {7, 9, 0},
                                                                         {17, 5, 33},
                                                                         {9, 24, 256},
                                                                         {20, 31, 300},
                                                                         {3, 2, 520}}) {
    const int64_t stride = shape.rows + 3;
    const std::vector<double> left = doubles(random, (shape.rows + 2) * (shape.inner + 1)),
                              right = doubles(random, (shape.columns + 2) * (shape.inner + 1)),
                              before = doubles(random, stride * shape.columns);
    for (bool isTurned : {false, true}) {
      const DoubleMatrix a = isTurned ? DoubleMatrix{left.data(), shape.inner + 1, 1}
                                      : DoubleMatrix{left.data(), 1, shape.rows + 2},
                         b = isTurned ? DoubleMatrix{right.data(), shape.columns + 2, 1}
                                      : DoubleMatrix{right.data(), 1, shape.inner + 1};
      for (Isa isa : availableIsas()) {
        std::vector<double> sums = before, differences = before;
        addDoubleProduct(isa, shape, a, b, sums.data(), stride);
        subtractDoubleProduct(isa, shape, a, b, differences.data(), stride);
        EXPECT_EQ(sums, inOrder(shape, a, b, 1, before, stride)) << isaName(isa);
        EXPECT_EQ(differences, inOrder(shape, a, b, -1, before, stride)) << isaName(isa);
      }
    }
  }
}

TEST(DoubleProduct, PartsOfTheTermsGiveTheSameBits) {
  Random random(72);
  constexpr int64_t rows = 11, columns = 13, inner = 40;
  const std::vector<double> left = doubles(random, rows * inner),
                            right = doubles(random, inner * columns);
  std::vector<double> atOnce(size_t(rows * columns)), inParts = atOnce;
  addDoubleProduct(defaultIsa(), {rows, columns, inner}, {left.data(), 1, rows},
                   {right.data(), 1, inner}, atOnce.data(), rows);
  for (int64_t k = 0; k < inner; k += 7)
    addDoubleProduct(defaultIsa(), {rows, columns, std::min<int64_t>(7, inner - k)},
                     {left.data() + k * rows, 1, rows}, {right.data() + k, 1, inner},
                     inParts.data(), rows);
  EXPECT_EQ(atOnce, inParts);
}

} // namespace
} // namespace qrt::test
