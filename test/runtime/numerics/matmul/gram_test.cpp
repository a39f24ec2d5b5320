#include "runtime/numerics/matmul/gram.h"
#include "test/runtime/numerics/support.h"

namespace qrt::test {
namespace {

std::vector<double> inOrder(const std::vector<float> &rows, int64_t count, int64_t stride,
                            int64_t columns, const std::vector<double> &before) {
  std::vector<double> sums = before;
  for (int64_t r = 0; r < count; ++r)
    for (int64_t i = 0; i < columns; ++i)
      for (int64_t j = 0; j <= i; ++j)
        sums[size_t(i * columns + j)] +=
            double(rows[size_t(r * stride + i)]) * double(rows[size_t(r * stride + j)]);
  return sums;
}

bool agreeBelow(const std::vector<double> &a, const std::vector<double> &b, int64_t columns) {
  for (int64_t i = 0; i < columns; ++i)
    for (int64_t j = 0; j <= i; ++j)
      if (a[size_t(i * columns + j)] != b[size_t(i * columns + j)])
        return false;
  return true;
}

// Columns around panels; rows that lie apart; the sums go on from what is there.
TEST(Gram, SumsRowsInTheirOrderOnEverySet) {
  Random random(67);
  for (int64_t columns : {1, 3, 7, 8, 9, 17, 150})
    for (int64_t count : {0, 1, 2, 33}) {
      const int64_t stride = columns + 5;
      const std::vector<float> rows = random.values<float>(count * stride);
      const std::vector<double> before(size_t(columns * columns), 0.3);
      const std::vector<double> expected = inOrder(rows, count, stride, columns, before);
      for (Isa isa : availableIsas())
        for (ThreadPool *threads : {static_cast<ThreadPool *>(nullptr), &sharedPool()}) {
          std::vector<double> sums = before;
          addGram({threads, isa}, rows.data(), count, stride, columns, sums.data());
          EXPECT_TRUE(agreeBelow(expected, sums, columns))
              << isaName(isa) << " " << count << "x" << columns;
        }
    }
}

// addProducts gives the bits that addGram gives below the diagonal, between two parts of the
// columns.
TEST(Products, HaveTheBitsOfTheGramMatrix) {
  Random random(69);
  constexpr int64_t count = 33;
  for (const auto &[a, b] :
       std::vector<std::pair<int64_t, int64_t>>{{1, 1}, {7, 9}, {8, 24}, {150, 30}}) {
    const int64_t stride = b + a + 2;
    const std::vector<float> rows = random.values<float>(count * stride);
    std::vector<double> gram(size_t((b + a) * (b + a)), 0.3);
    addGram({}, rows.data(), count, stride, b + a, gram.data());
    for (Isa isa : availableIsas())
      for (ThreadPool *threads : {static_cast<ThreadPool *>(nullptr), &sharedPool()}) {
        std::vector<double> sums(size_t(a * b), 0.3);
        addProducts({threads, isa}, count, stride, {rows.data() + b, a}, {rows.data(), b},
                    sums.data());
        for (int64_t i = 0; i < a; ++i)
          for (int64_t j = 0; j < b; ++j)
            ASSERT_EQ(sums[size_t(i * b + j)], gram[size_t((b + i) * (b + a) + j)])
                << isaName(isa) << " " << a << "x" << b << " at " << i << ", " << j;
      }
  }
}

TEST(Gram, DealingRowsOutToCallsChangesNothing) {
  Random random(68);
  constexpr int64_t count = 41, columns = 21;
  const std::vector<float> rows = random.values<float>(count * columns);
  std::vector<double> atOnce(size_t(columns * columns)), inParts = atOnce;
  addGram({}, rows.data(), count, columns, columns, atOnce.data());
  for (int64_t r = 0; r < count; r += 7)
    addGram({}, rows.data() + r * columns, std::min<int64_t>(7, count - r), columns, columns,
            inParts.data());
  EXPECT_TRUE(agreeBelow(atOnce, inParts, columns));
}

} // namespace
} // namespace qrt::test
