#include "runtime/numerics/reduce/ordered_products_kernels.h"
#include "test/runtime/numerics/support.h"

namespace qrt::test {
namespace {

// Rows and vectors around tiles and blocks, counts around 64 partials and vectors of each width.
TEST(OrderedProducts, SumsInTheirOrder) {
  Random random(61);
  for (int64_t count : {1, 3, 15, 16, 17, 40, 63, 64, 65, 100, 128, 200})
    for (int64_t rows : {1, 2, 5, 16, 21})
      for (int64_t vectors : {1, 2, 3, 4, 7}) {
        const std::vector<float> matrix = random.values<float>(rows * count);
        const std::vector<float> x = random.values<float>(vectors * count);
        const std::vector<float> bias = random.values<float>(rows);
        const bool isBiased = (rows + vectors) % 2;
        std::vector<float> expected;
        for (int64_t v = 0; v < vectors; ++v)
          for (int64_t r = 0; r < rows; ++r)
            expected.push_back(orderedSum(count,
                                          [&](int64_t i) {
                                            return matrix[size_t(r * count + i)] *
                                                   x[size_t(v * count + i)];
                                          }) +
                               (isBiased ? bias[size_t(r)] : 0.0f));
        for (Isa isa : availableIsas()) {
          std::vector<float> sums(expected.size() + 1, 42.0f);
          std::vector<const float *> vector;
          std::vector<float *> out;
          for (int64_t v = 0; v < vectors; ++v) {
            vector.push_back(x.data() + v * count);
            out.push_back(sums.data() + v * rows);
          }
          orderedProductsKernels(isa).orderedProducts({matrix.data(), rows, count, vector.data(),
                                                       isBiased ? bias.data() : nullptr, out.data(),
                                                       vectors});
          EXPECT_EQ(sums.back(), 42.0f) << isaName(isa);
          sums.pop_back();
          expectSame(expected, sums,
                     std::string(isaName(isa)) + " " + std::to_string(rows) + "x" +
                         std::to_string(count) + " by " + std::to_string(vectors));
        }
      }
}

} // namespace
} // namespace qrt::test
