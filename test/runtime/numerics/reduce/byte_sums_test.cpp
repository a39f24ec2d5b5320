#include "runtime/numerics/reduce/byte_sums.h"

#include "test/runtime/numerics/support.h"

namespace qrt::test {
namespace {

TEST(ByteSums, AreOfValuesAndMagnitudes) {
  Random random(7);
  for (int64_t stride : {1, 3})
    for (int64_t count : {0, 1, 37, 1000}) {
      const auto values = random.values<int8_t>(std::max<int64_t>(1, count * stride));
      int64_t sum = 10, magnitudes = 20;
      for (int64_t i = 0; i < count; ++i) {
        const int value = values[size_t(i * stride)];
        sum += value, magnitudes += std::abs(value);
      }
      ByteSums sums{10, 20};
      addBytes(sums, values.data(), count, stride);
      EXPECT_EQ(sums.sum, sum) << count << " by " << stride;
      EXPECT_EQ(sums.magnitudes, magnitudes) << count << " by " << stride;
    }
}

TEST(ByteSums, GoBeyond32Bits) {
  const std::vector<int8_t> values(20'000'000, int8_t(-128));
  ByteSums sums;
  addBytes(sums, values.data(), int64_t(values.size()), 1);
  EXPECT_EQ(sums.sum, -2'560'000'000);
  EXPECT_EQ(sums.magnitudes, 2'560'000'000);
}

} // namespace
} // namespace qrt::test
